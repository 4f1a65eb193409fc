package door

import (
	"errors"
	"net/http"
	"time"
)

// mostWrite is how many bytes are written under one deadline.
const mostWrite = 64 << 10

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

// WriteHeader tells the status. In HTTP/1 a connection with the rest of a body that is refused has no further request.
func (a *answer) WriteHeader(status int) {
	if a.isCut() {
		return
	}
	if status >= 200 && a.status == 0 {
		a.status = status
		if a.ofOne && status >= 400 && a.body != nil && !a.body.ended.Load() {
			a.Header().Set("Connection", "close")
		}
	}
	a.ResponseWriter.WriteHeader(status)
}

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

// last has the server write and read what is left when the handler is through: its buffers, and some of a body that nobody read.
func (a *answer) last() {
	until := time.Now().Add(stall)
	a.control.SetWriteDeadline(until) //nolint:errcheck // as above
	if a.ofOne && a.body != nil && !a.body.ended.Load() {
		a.control.SetReadDeadline(until) //nolint:errcheck // as above
	}
}

// give gives up on what the client has not sent: the server reads no more of it before it closes the connection.
func (a *answer) give() {
	if a.ofOne {
		a.control.SetReadDeadline(time.Now()) //nolint:errcheck // as above
	}
}
