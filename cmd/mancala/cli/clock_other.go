//go:build !unix

package cli

import "time"

var started = time.Now()

// processTime is the time since the start, where processor time is not to be had.
func processTime() float64 { return time.Since(started).Seconds() }
