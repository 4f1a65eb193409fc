package door

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// mostWrite is the number of bytes written under one deadline.
const mostWrite = 64 << 10

// mostUnread is the most bytes of a body that a handler may leave unread and still answer.
const mostUnread = 256 << 10

// errStalled is returned by writes to a client whose body stalled.
var errStalled = errors.New("door: the client is cut, its body brought nothing")

// answer is the answer to a request. A client that takes none of its bytes within stall is cut.
type answer struct {
	http.ResponseWriter
	control *http.ResponseController
	body    *body // of the request, nil for none
	isHTTP1 bool  // HTTP/1
	status  int   // 0: not yet sent
	bytes   int64
}

// Unwrap serves http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader sends the status. In HTTP/1 a connection with unread bytes of a refused body has no further request: they would be taken for
// one where net/http waits for them in vain.
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

// isUnread reports whether bytes of a body may come that would be taken for the next request.
func (a *answer) isUnread() bool { return a.isHTTP1 && a.body != nil && !a.body.ended.Load() }

// isRefused reports whether a body is unread because the request was refused.
func (a *answer) isRefused() bool { return a.isUnread() && a.status >= 400 }

// isCut reports whether the client was cut.
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

// FlushError sends the written bytes. It serves http.ResponseController.
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

// within runs write for stall at most.
func (a *answer) within(write func()) {
	a.control.SetWriteDeadline(time.Now().Add(stall)) //nolint:errcheck // a recorder of tests has no deadlines, and need not be cut
	write()
	a.control.SetWriteDeadline(time.Time{}) //nolint:errcheck // as above
}

// finish ends the answer when the handler has returned, and reports whether the answer is whole, so that the client need not be cut: a handler
// may leave the end of a body unread, and no more. The server then writes its buffer, and reads some of a refused body, so that the client gets
// to read why.
func (a *answer) finish() bool {
	refused := a.isRefused()
	if a.isUnread() && !refused && !a.isCut() {
		io.CopyN(io.Discard, a.body, mostUnread) //nolint:errcheck // the body records its end
	}
	until := time.Now().Add(stall)
	a.control.SetWriteDeadline(until) //nolint:errcheck // as above
	if refused {
		a.control.SetReadDeadline(until) //nolint:errcheck // as above
	}
	return (refused || !a.isUnread()) && !a.isCut()
}

// stopReading makes the server read no more of the client's bytes before it closes the connection.
func (a *answer) stopReading() {
	if a.isHTTP1 {
		a.control.SetReadDeadline(time.Now()) //nolint:errcheck // as above
	}
}
