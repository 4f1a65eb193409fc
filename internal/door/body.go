package door

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"flyby/internal/door/problem"
)

// body is the body of a request on its way. Every error of its Read is a *problem.Problem.
type body struct {
	from      io.Reader
	control   *http.ResponseController
	failed    error         // the first error; no more is read after it
	readBegun bool          // a byte was asked for
	come      int64         // bytes that have come
	waited    time.Duration // for all of them
	ended     atomic.Bool
	stalled   atomic.Bool
	answered  atomic.Bool // the request was answered
}

// longest returns how long Read waits for the next bytes: stall, and no longer than a body of leastRate that began stall late would need for all bytes that have come.
func (b *body) longest() time.Duration {
	return min(stall, stall+time.Duration(b.come/leastRate)*time.Second-b.waited)
}

// Read reads the bytes that have come, and waits for some, see longest. The deadlines hold only while it waits: a handler may let a
// body rest while it waits for something else, and in HTTP/2 a deadline that passes ends the stream at any time.
func (b *body) Read(p []byte) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	if b.answered.Load() {
		return 0, http.ErrBodyReadAfterClose
	}
	begun := time.Now()
	until := begun.Add(b.longest())
	b.control.SetReadDeadline(until) //nolint:errcheck // a recorder of tests has no deadlines, and need not be cut
	if !b.readBegun {
		b.control.SetWriteDeadline(until)             //nolint:errcheck // as above
		defer b.control.SetWriteDeadline(time.Time{}) //nolint:errcheck // 100 Continue asks for the first byte
		b.readBegun = true
	}
	n, err := b.from.Read(p)
	b.come += int64(n)
	b.waited += time.Since(begun)
	b.control.SetReadDeadline(time.Time{}) //nolint:errcheck // as above
	if err != nil {
		b.failed = b.explain(err)
	}
	return n, b.failed
}

// explain turns an error of the connection into a problem.
func (b *body) explain(err error) error {
	switch {
	case err == io.EOF:
		b.ended.Store(true)
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		b.stalled.Store(true)
		return &problem.Problem{Status: http.StatusRequestTimeout, Detail: fmt.Sprintf("the body brought nothing for %v, or less than %d bytes a second", stall, leastRate)}
	}
	return &problem.Problem{Status: http.StatusBadRequest, Detail: "the body ends before it is complete"}
}

// bounded reads at most a number of bytes: one more is an error.
type bounded struct {
	from       io.Reader
	most, left int64
}

// Read reads the next bytes. Of a body that is too long it returns the allowed bytes, then the error.
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

// tooLong returns the problem of a body that is too long.
func tooLong(most int64) *problem.Problem {
	return &problem.Problem{Status: http.StatusRequestEntityTooLarge, Detail: fmt.Sprintf("a body has %d bytes at most, unpacked, too", most)}
}
