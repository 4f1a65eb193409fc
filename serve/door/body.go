package door

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"flyby/serve/problem"
)

// body is the body of a request as it comes. What its Read fails with is a *problem.Problem.
type body struct {
	from    io.Reader
	control *http.ResponseController
	failed  error // the first error; no more is read after it
	asked   bool  // something was read
	ended   atomic.Bool
	stalled atomic.Bool
	over    atomic.Bool // the request has its answer
}

// Read reads what has come, and waits for it no longer than stall. The deadlines hold while it waits alone: a handler may let a body rest while it
// waits for something else, and in HTTP/2 a deadline that passes ends the stream at any time.
func (b *body) Read(p []byte) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	if b.over.Load() {
		return 0, http.ErrBodyReadAfterClose
	}
	until := time.Now().Add(stall)
	b.control.SetReadDeadline(until) //nolint:errcheck // what has no deadlines, a recorder of tests, need not be cut
	if !b.asked {
		b.control.SetWriteDeadline(until)             //nolint:errcheck // as above
		defer b.control.SetWriteDeadline(time.Time{}) //nolint:errcheck // the first byte is asked for with 100 Continue
		b.asked = true
	}
	n, err := b.from.Read(p)
	b.control.SetReadDeadline(time.Time{}) //nolint:errcheck // as above
	if err != nil {
		b.failed = b.explain(err)
	}
	return n, b.failed
}

// explain makes a problem of an error of the connection.
func (b *body) explain(err error) error {
	switch {
	case err == io.EOF:
		b.ended.Store(true)
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		b.stalled.Store(true)
		return &problem.Problem{Status: http.StatusRequestTimeout, Detail: fmt.Sprintf("the body brought nothing for %v", stall)}
	}
	return &problem.Problem{Status: http.StatusBadRequest, Detail: "the body ends before it is complete"}
}

// bounded reads no more than a number of bytes: one more is an error.
type bounded struct {
	from       io.Reader
	most, left int64
}

// Read reads on. What it returns of a body that is too long is what was allowed of it.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, tooLong(b.most)
	}
	if int64(len(p)) > b.left {
		p = p[:b.left+1]
	}
	n, err := b.from.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, tooLong(b.most)
	}
	return n, err
}

// tooLong says that a body is.
func tooLong(most int64) *problem.Problem {
	return &problem.Problem{Status: http.StatusRequestEntityTooLarge, Detail: fmt.Sprintf("a body has %d bytes at most, unpacked, too", most)}
}
