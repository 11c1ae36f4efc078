package compiled

// Asked is the number of times the reference executor had to be asked.
func (e *Engine) Asked() int { return e.asked }

// SetLaps changes the lap budget.
func (e *Engine) SetLaps(n int) { e.put(cLapLimit, int32(n)) }

// SetDebugTrap lets a test see why a call stopped.
func SetDebugTrap(f func(call string, err error)) { debugTrap = f }
