package compiled

import "fmt"

// Asked is the number of times the reference executor had to be asked.
func (e *Engine) Asked() int { return e.asked }

// SetSlice changes how many plies a call of playouts goes on for.
func (e *Engine) SetSlice(plies int) { e.slice = plies }

// SetLaps changes the lap budget.
func (e *Engine) SetLaps(n int) { e.put(cLapLimit, int32(n)) }

// SetDebugTrap lets a test see why a call stopped.
func SetDebugTrap(f func(call string, err error)) { debugTrap = f }

// ListAt decodes entry i of the module's move list.
func (e *Engine) ListAt(i int) string {
	mem := e.mem()
	at := e.r.m.moves
	for range i {
		at += int(mem[at]) | int(mem[at+1])<<8
	}
	var out []int32
	n := (int(mem[at]) | int(mem[at+1])<<8) / 4
	for k := range n {
		b := mem[at+4*k:]
		out = append(out, int32(b[0])|int32(b[1])<<8|int32(b[2])<<16|int32(b[3])<<24)
	}
	return fmt.Sprint(out)
}

// Tick is the function set by OnTick.
func (e *Engine) Tick() func() bool { return e.stop }

// MemorySize is the size of the module's memory.
func (e *Engine) MemorySize() int { return len(e.mem()) }
