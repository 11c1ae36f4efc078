package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// progress tells on stderr how far long work has come: a bar with rate and
// time left on a terminal, a plain line every ten seconds elsewhere, nothing
// for work that ends within a moment.
type progress struct {
	w      io.Writer
	bar    bool
	what   string // what is counted: "games"
	total  int64
	began  time.Time
	mu     sync.Mutex
	shown  time.Time // when something was last written
	drawn  bool
	closed bool
}

const (
	barEvery  = 200 * time.Millisecond
	lineEvery = 10 * time.Second
)

func (a *app) progress(what string, total int64) *progress {
	now := time.Now()
	return &progress{w: a.err, bar: isTerminal(a.err), what: what, total: total, began: now, shown: now}
}

// at tells that done of total are finished. It may be called from any
// goroutine and as often as one likes.
func (p *progress) at(done int64) {
	every := lineEvery
	if p.bar {
		every = barEvery
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.closed || now.Sub(p.shown) < every {
		return
	}
	p.shown = now
	line := progressLine(p.what, done, p.total, now.Sub(p.began), p.bar)
	if p.bar {
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
		p.drawn = true
		return
	}
	fmt.Fprintln(p.w, line)
}

// about says what is being counted now.
func (p *progress) about(what string) {
	p.mu.Lock()
	p.what = what
	p.mu.Unlock()
}

// clear takes the bar away until something more is reported.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// done takes the bar away.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn && !p.closed {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.closed = true
}

// progressLine is the text of one report; a total of 0 is unknown.
func progressLine(what string, done, total int64, spent time.Duration, bar bool) string {
	rate := float64(done) / max(spent.Seconds(), 1e-9)
	if total <= 0 {
		return fmt.Sprintf("%s %s, %s/s", count(done), what, count(int64(rate)))
	}
	share := min(float64(done)/float64(total), 1)
	var b strings.Builder
	if bar {
		const width = 24
		full := int(share * width)
		b.WriteString("[" + strings.Repeat("█", full) + strings.Repeat("·", width-full) + "] ")
	}
	fmt.Fprintf(&b, "%3.0f %%  %s of %s %s, %s/s", 100*share, count(done), count(total), what, count(int64(rate)))
	if rate > 0 && done < total {
		left := time.Duration(float64(total-done) / rate * float64(time.Second))
		fmt.Fprintf(&b, ", %s left", left.Round(time.Second))
	}
	return b.String()
}
