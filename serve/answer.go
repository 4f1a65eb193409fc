package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"flyby/internal/printable"
	"flyby/serve/internal/backlog"
)

// heldBytes is how much of an answer is held back before a client sees the first byte: an error until then is told by the status. Later it is how much waits in memory for the client.
const heldBytes = 8 << 20

// Names of the trailers of an answer.
const (
	rowsTrailer = "Flyby-Rows"
	timeTrailer = "Flyby-Time"
)

// An answer is the body of a response that is held back until it is complete or long, and then sent by a goroutine of its own, so that a search does not wait for its client: see
// docs/decisions/0123-answers-of-a-server.md. A client of HTTP/1.0, which could not tell a part from the whole, gets no long answers.
type answer struct {
	ctx     context.Context         // its end cuts the answer
	cut     context.CancelCauseFunc // ends ctx
	to      http.ResponseWriter
	request *http.Request
	mime    string
	policy  string // policy of a page; "": no page
	most    int    // bytes that are held back
	notes   []string
	begun   time.Time

	kept   *backlog.Backlog // the bytes that the client has not taken yet
	headed chan struct{}    // closed when the head was sent; nil: nothing is sent yet
	sent   chan struct{}    // closed when the sender has ended
	failed error            // of the sender, once it has ended
}

// Write takes bytes of the answer.
func (a *answer) Write(p []byte) (int, error) {
	if a.headed == nil && a.kept.Len()+len(p) > a.most {
		if err := a.stream(true); err != nil {
			return 0, err
		}
	}
	n, err := a.kept.Write(p)
	if err != nil {
		a.cut(err)
	}
	return n, err
}

// stream begins to send, early where the answer is not complete. A client that cannot be sent to ends ctx, and with it the search.
func (a *answer) stream(early bool) error {
	if !a.request.ProtoAtLeast(1, 1) {
		return errOldClient
	}
	h := a.to.Header()
	a.head(h)
	h.Set("Trailer", rowsTrailer+", "+timeTrailer)
	a.send(early)
	return nil
}

// send starts the sender, which sends the head at once where early: an answer that fails later is then cut, and not empty.
func (a *answer) send(early bool) {
	a.to.WriteHeader(http.StatusOK)
	a.headed, a.sent = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(a.sent)
		if early {
			http.NewResponseController(a.to).Flush() //nolint:errcheck // Send finds that the client has gone
		}
		close(a.headed)
		if a.failed = a.kept.Send(client{a.to}); a.failed != nil {
			a.cut(a.failed)
		}
	}()
}

// A client is gone where it cannot be written to.
type client struct{ to io.Writer }

func (c client) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	if err != nil {
		err = errGone
	}
	return n, err
}

// Times of the end of an answer that is cut: for the client to take its head, so that it sees an answer that is cut and not none, and between attempts to interrupt the sender: a write that begins
// at the moment of one sets a deadline of its own.
const (
	headTime = time.Second
	pause    = 50 * time.Millisecond
)

// close ends the sender, whose client may take nothing, and frees the bytes that are left.
func (a *answer) close() error {
	a.cut(errGone)
	if a.headed != nil {
		a.interrupt()
	}
	return a.kept.Close()
}

// interrupt has the sender end.
func (a *answer) interrupt() {
	head := time.NewTimer(headTime)
	defer head.Stop()
	select {
	case <-a.headed:
	case <-head.C:
	}
	again := time.NewTicker(pause)
	defer again.Stop()
	for a.isSending() {
		http.NewResponseController(a.to).SetWriteDeadline(time.Now()) //nolint:errcheck // a writer without deadlines ends with the next piece
		select {
		case <-a.sent:
		case <-again.C:
		}
	}
}

// isSending reports whether the sender has not ended.
func (a *answer) isSending() bool {
	select {
	case <-a.sent:
		return false
	default:
		return true
	}
}

// errOldClient ends an answer to HTTP/1.0 that is too long to be held back.
var errOldClient = wrongStatus(http.StatusUnprocessableEntity, "the answer is longer than %d MiB, and HTTP/1.0 cannot tell a part of it from the whole: ask with HTTP/1.1", heldBytes>>20)

// end completes the answer, which has some rows: it waits until all bytes are sent.
func (a *answer) end(rows uint64) error {
	h, old := a.to.Header(), !a.request.ProtoAtLeast(1, 1)
	switch {
	case old: // no trailers
		a.setTotals(h, rows)
		a.head(h)
		h.Set("Content-Length", strconv.Itoa(a.kept.Len()))
		a.send(false)
	case a.headed == nil:
		if err := a.stream(false); err != nil {
			return err
		}
	}
	a.kept.End()
	select {
	case <-a.sent:
	case <-a.ctx.Done():
		return context.Cause(a.ctx)
	}
	if a.failed == nil && !old {
		a.setTotals(h, rows)
	}
	return a.failed
}

// head sets the headers of the answer.
func (a *answer) head(h http.Header) {
	h.Set("Content-Type", a.mime)
	if a.policy != "" {
		h.Set("Content-Security-Policy", a.policy)
	}
	if len(a.notes) > 0 {
		h.Set(notesHeader, notesValue(a.notes))
	}
}

// setTotals sets the trailers.
func (a *answer) setTotals(h http.Header, rows uint64) {
	h.Set(rowsTrailer, strconv.FormatUint(rows, 10))
	h.Set(timeTrailer, fmt.Sprintf("%.6f", time.Since(a.begun).Seconds()))
}

// An array makes one JSON object of NDJSON: notes, and the array of the rows.
type array struct {
	to    *answer
	begun bool
	ended bool // a line has ended
}

// Write takes lines and parts of lines.
func (a *array) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	var text []byte
	if !a.begun {
		a.begun, text = true, append(a.head(), '\n')
	}
	if a.ended {
		text = append(text, ",\n"...)
	}
	rest, ended := bytes.CutSuffix(p, []byte("\n"))
	a.ended = ended
	text = append(text, bytes.ReplaceAll(rest, []byte("\n"), []byte(",\n"))...)
	if _, err := a.to.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// head returns the object up to its rows.
func (a *array) head() []byte {
	notes, _ := json.Marshal(append([]string{}, a.to.notes...)) //nolint:errcheck // texts are encoded without errors
	return append(append([]byte(`{"notes":`), printable.JSON(notes)...), `,"rows":[`...)
}

// end ends the array and the object.
func (a *array) end() error {
	text := []byte("\n]}\n")
	if !a.begun {
		text = append(a.head(), "]}\n"...)
	}
	_, err := a.to.Write(text)
	return err
}
