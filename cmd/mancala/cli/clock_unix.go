//go:build unix

package cli

import "syscall"

// processTime is the processor time used so far, in seconds: what other
// programs do at the same time is not in it.
func processTime() float64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)*1e-6 }
	return seconds(r.Utime) + seconds(r.Stime)
}
