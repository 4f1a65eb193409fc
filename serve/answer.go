package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"flyby/internal/printable"
)

// heldBytes is how much of an answer is held back before a client sees the first byte: an error until then is told by the status.
const heldBytes = 8 << 20

// Names of the trailers of an answer.
const (
	rowsTrailer = "Flyby-Rows"
	timeTrailer = "Flyby-Time"
)

// An answer is the body of a response that is held back until it is complete or long, and then streamed: see docs/decisions/0123-answers-of-a-server.md. A client of HTTP/1.0, which
// could not tell a part from the whole, gets no long answers.
type answer struct {
	ctx     context.Context // its end cuts the stream
	to      http.ResponseWriter
	request *http.Request
	mime    string
	policy  string // policy of a page; "": no page
	most    int    // bytes that are held back
	notes   []string
	begun   time.Time

	held    holding
	streams bool
	stay    func() bool // ends the watch over ctx
}

// pieceBytes is how much is written before ctx is checked again.
const pieceBytes = 64 << 10

// Write takes bytes of the answer.
func (a *answer) Write(p []byte) (int, error) {
	if !a.streams && a.held.size+len(p) <= a.most {
		a.held.add(p)
		return len(p), nil
	}
	if err := a.stream(); err != nil {
		return 0, err
	}
	return a.send(p)
}

// holding is a list of pieces, which stay in place as bytes are added: a slice that doubles would be copied, and take up to twice as much.
type holding struct {
	all  [][]byte // full pieces, except for the last
	size int
}

// add adds bytes. Every piece after the first has room for pieceBytes or more.
func (s *holding) add(p []byte) {
	s.size += len(p)
	if last := len(s.all) - 1; last >= 0 {
		n := min(len(p), cap(s.all[last])-len(s.all[last]))
		s.all[last] = append(s.all[last], p[:n]...)
		p = p[n:]
	}
	if len(p) == 0 {
		return
	}
	room := len(p)
	if len(s.all) > 0 {
		room = max(room, pieceBytes)
	}
	s.all = append(s.all, append(make([]byte, 0, room), p...))
}

// send writes to the client.
func (a *answer) send(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		if err := context.Cause(a.ctx); err != nil {
			return n, err
		}
		k := 0
		k, err = a.to.Write(p[n:min(n+pieceBytes, len(p))])
		n += k
	}
	return n, err
}

// stream sends the bytes that are held back, if there are any. From then on the end of ctx also cuts a client that takes nothing.
func (a *answer) stream() error {
	if a.streams {
		return nil
	}
	if !a.request.ProtoAtLeast(1, 1) {
		return errOldClient
	}
	a.streams = true
	a.stay = context.AfterFunc(a.ctx, func() {
		http.NewResponseController(a.to).SetWriteDeadline(time.Now()) //nolint:errcheck // a writer without deadlines ends with the next piece
	})
	h := a.to.Header()
	a.head(h)
	h.Set("Trailer", rowsTrailer+", "+timeTrailer)
	a.to.WriteHeader(http.StatusOK)
	return a.release()
}

// release sends the bytes held back.
func (a *answer) release() error {
	held := a.held
	a.held = holding{}
	for _, p := range held.all {
		if _, err := a.send(p); err != nil {
			return err
		}
	}
	return nil
}

// errOldClient ends an answer to HTTP/1.0 that is too long to be held back.
var errOldClient = wrongStatus(http.StatusUnprocessableEntity, "the answer is longer than %d MiB, and HTTP/1.0 cannot tell a part of it from the whole: ask with HTTP/1.1", heldBytes>>20)

// end completes the answer, which has some rows.
func (a *answer) end(rows uint64) error {
	h, old := a.to.Header(), !a.request.ProtoAtLeast(1, 1)
	if old { // no trailers
		a.setTotals(h, rows)
		a.head(h)
		h.Set("Content-Length", strconv.Itoa(a.held.size))
		return a.release()
	}
	if err := a.stream(); err != nil {
		return err
	}
	a.stay()
	a.setTotals(h, rows)
	return nil
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
