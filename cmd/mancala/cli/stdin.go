package cli

import (
	"context"
	"io"
)

// untilDone reads from in until ctx is done, so that Ctrl-C ends a wait for
// input, too. A read that nobody waits for any more is left to itself.
func untilDone(ctx context.Context, in io.Reader) io.Reader {
	return &interruptible{ctx: ctx, in: in, got: make(chan []byte), fail: make(chan error)}
}

type interruptible struct {
	ctx     context.Context
	in      io.Reader
	started bool
	rest    []byte
	got     chan []byte
	fail    chan error
	err     error // what every further read gives
}

func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.rest) > 0 {
		n := copy(p, r.rest)
		r.rest = r.rest[n:]
		return n, nil
	}
	if r.err != nil {
		return 0, r.err
	}
	if !r.started {
		r.started = true
		go r.pump()
	}
	select {
	case text := <-r.got:
		n := copy(p, text)
		r.rest = text[n:]
		return n, nil
	case r.err = <-r.fail:
	case <-r.ctx.Done():
		r.err = r.ctx.Err()
	}
	return 0, r.err
}

// pump reads ahead by one buffer.
func (r *interruptible) pump() {
	for {
		text := make([]byte, 32<<10)
		n, err := r.in.Read(text)
		if n > 0 {
			select {
			case r.got <- text[:n]:
			case <-r.ctx.Done():
				return
			}
		}
		if err != nil {
			select {
			case r.fail <- err:
			case <-r.ctx.Done():
			}
			return
		}
	}
}
