//go:build !unix

package compiled_test

import "time"

var began = time.Now()

// processTime is the time since the start, where processor time is not to be had.
func processTime() float64 { return time.Since(began).Seconds() }
