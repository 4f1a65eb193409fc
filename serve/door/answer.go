package door

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// mostWrite is how many bytes are written under one deadline.
const mostWrite = 64 << 10

// mostUnread is how many bytes a handler may leave of a body that it answers.
const mostUnread = 256 << 10

// errStalled is what a handler gets that would answer a client whose body stalled.
var errStalled = errors.New("door: the client is cut, its body brought nothing")

// answer is the answer to a request. A client that takes nothing of it for the time of stall is cut.
type answer struct {
	http.ResponseWriter
	control *http.ResponseController
	body    *body // of the request, nil for none
	ofOne   bool  // HTTP/1
	status  int   // 0: not yet told
	bytes   int64
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader tells the status. In HTTP/1 a connection with the rest of a body that is refused has no further request: the rest would be taken for one
// where net/http waits for it in vain.
func (a *answer) WriteHeader(status int) {
	if a.isCut() {
		return
	}
	if status >= 200 && a.status == 0 {
		a.status = status
		if a.isRefused() {
			a.Header().Set("Connection", "close")
		}
	}
	a.ResponseWriter.WriteHeader(status)
}

// isUnread reports whether something of a body may come that would be taken for the next request.
func (a *answer) isUnread() bool { return a.ofOne && a.body != nil && !a.body.ended.Load() }

// isRefused reports whether a body is unread since the request was refused.
func (a *answer) isRefused() bool { return a.isUnread() && a.status >= 400 }

// isCut reports whether there is nobody to answer.
func (a *answer) isCut() bool { return a.body != nil && a.body.stalled.Load() }

// Write writes under deadlines, as body.Read reads.
func (a *answer) Write(p []byte) (n int, err error) {
	if a.isCut() {
		return 0, errStalled
	}
	if a.status == 0 {
		a.WriteHeader(http.StatusOK)
	}
	for first := true; err == nil && (first || n < len(p)); first = false {
		k := 0
		a.within(func() { k, err = a.ResponseWriter.Write(p[n:min(n+mostWrite, len(p))]) })
		n += k
	}
	a.bytes += int64(n)
	return n, err
}

// FlushError sends what was written. It is for http.ResponseController.
func (a *answer) FlushError() (err error) {
	if a.isCut() {
		return errStalled
	}
	if a.status == 0 {
		a.WriteHeader(http.StatusOK)
	}
	a.within(func() { err = http.NewResponseController(a.ResponseWriter).Flush() })
	return err
}

// within writes, for stall at most.
func (a *answer) within(write func()) {
	a.control.SetWriteDeadline(time.Now().Add(stall)) //nolint:errcheck // what has no deadlines, a recorder of tests, need not be cut
	write()
	a.control.SetWriteDeadline(time.Time{}) //nolint:errcheck // as above
}

// last ends the answer when the handler is through, and reports whether that can be: a handler may leave the end of a body, and no more of it. The server
// writes what it has buffered then, and reads some of a body that was refused, so that the client gets to read why.
func (a *answer) last() bool {
	refused := a.isRefused()
	if a.isUnread() && !refused && !a.isCut() {
		io.CopyN(io.Discard, a.body, mostUnread) //nolint:errcheck // the body knows whether it has ended
	}
	until := time.Now().Add(stall)
	a.control.SetWriteDeadline(until) //nolint:errcheck // as above
	if refused {
		a.control.SetReadDeadline(until) //nolint:errcheck // as above
	}
	return (refused || !a.isUnread()) && !a.isCut()
}

// give gives up on what the client has not sent: the server reads no more of it before it closes the connection.
func (a *answer) give() {
	if a.ofOne {
		a.control.SetReadDeadline(time.Now()) //nolint:errcheck // as above
	}
}
