package compiled

// Asked is the number of times the reference executor had to be asked.
func (e *Engine) Asked() int { return e.asked }
