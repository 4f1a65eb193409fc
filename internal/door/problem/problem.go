package problem

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"flyby/internal/printable"
)

// MediaType is the Content-Type of a problem.
const MediaType = "application/problem+json"

// Problem says why a request is refused. Fields that are zero are not sent.
type Problem struct {
	Status    int    // HTTP status, as 400
	Title     string // "": HTTP's name of the status
	Detail    string // the error, in one sentence; no path of a file, no token
	Row       int64  // row of the body, from 1
	Column    string // column of the body
	Value     string // value of the column or the parameter; a long one is cut
	Parameter string // parameter of the address
}

// Error returns the problem in one line.
func (p *Problem) Error() string {
	text := p.title()
	if p.Parameter != "" {
		text += ": parameter " + p.Parameter
	}
	if p.Row > 0 {
		text += ": row " + strconv.FormatInt(p.Row, 10)
	}
	if p.Column != "" {
		text += ": column " + inUTF8(p.Column)
	}
	if p.Value != "" {
		text += ": " + strconv.Quote(p.value())
	}
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	return text
}

// MarshalJSON writes the members of RFC 9457, and the place in the body or the address, if there is one.
func (p *Problem) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Status    int    `json:"status"`
		Title     string `json:"title"`
		Detail    string `json:"detail,omitempty"`
		Row       int64  `json:"row,omitempty"`
		Column    string `json:"column,omitempty"`
		Value     string `json:"value,omitempty"`
		Parameter string `json:"parameter,omitempty"`
	}{p.status(), p.title(), p.Detail, p.Row, inUTF8(p.Column), inUTF8(p.value()), p.Parameter})
}

// inUTF8 returns a text whose bytes that are not UTF-8, which JSON could not tell apart, are escaped as in "\xff".
func inUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return printable.Text(text)
}

// WriteTo answers with the problem. It removes headers that were set for another answer; Retry-After, Allow and all others that the caller
// has set stay.
func (p *Problem) WriteTo(w http.ResponseWriter) {
	text, err := p.MarshalJSON()
	if err != nil { // never: the struct has only texts and numbers
		text = []byte("{}")
	}
	h := w.Header()
	for _, name := range []string{"Content-Encoding", "Content-Disposition", "Etag", "Last-Modified", "Trailer"} {
		h.Del(name)
	}
	h.Set("Content-Type", MediaType)
	h.Set("Content-Length", strconv.Itoa(len(text)+1))
	w.WriteHeader(p.status())
	w.Write(append(text, '\n')) //nolint:errcheck // a client that is gone needs no answer
}

// status returns the status, or 500 if none is set.
func (p *Problem) status() int { return cmp.Or(p.Status, http.StatusInternalServerError) }

// title returns the title, or HTTP's name of the status.
func (p *Problem) title() string {
	return cmp.Or(p.Title, http.StatusText(p.status()), "Problem")
}

// value returns the value, or the beginning of a long one.
func (p *Problem) value() string {
	const most = 200
	if len(p.Value) <= most {
		return p.Value
	}
	return strings.ToValidUTF8(p.Value[:most], "") + "..."
}
