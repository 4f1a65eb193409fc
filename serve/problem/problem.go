package problem

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// MediaType is the Content-Type of a problem.
const MediaType = "application/problem+json"

// Problem says why a request has no answer. What is zero is not told.
type Problem struct {
	Status    int    // of the answer: 400
	Title     string // "": what HTTP calls the status
	Detail    string // what is wrong, in one sentence; no path of a file, no token
	Row       int64  // of a body, 1 being the first
	Column    string // of a body
	Value     string // of the column or the parameter; a long one is told in part
	Parameter string // of the address
}

// Error says it in one line.
func (p *Problem) Error() string {
	text := p.title()
	if p.Parameter != "" {
		text += ": parameter " + p.Parameter
	}
	if p.Row > 0 {
		text += ": row " + strconv.FormatInt(p.Row, 10)
	}
	if p.Column != "" {
		text += ": column " + p.Column
	}
	if p.Value != "" {
		text += ": " + strconv.Quote(p.value())
	}
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	return text
}

// MarshalJSON writes the members of RFC 9457, and the place in the body or the address where one is told.
func (p *Problem) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Status    int    `json:"status"`
		Title     string `json:"title"`
		Detail    string `json:"detail,omitempty"`
		Row       int64  `json:"row,omitempty"`
		Column    string `json:"column,omitempty"`
		Value     string `json:"value,omitempty"`
		Parameter string `json:"parameter,omitempty"`
	}{p.status(), p.title(), p.Detail, p.Row, p.Column, p.value(), p.Parameter})
}

// WriteTo answers with the problem. Headers of an answer that does not come are taken back; Retry-After, Allow and whatever else the caller
// has set stay.
func (p *Problem) WriteTo(w http.ResponseWriter) {
	text, err := p.MarshalJSON()
	if err != nil { // a struct of texts and numbers has none
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

// status is the status, or 500 for one that was never set.
func (p *Problem) status() int { return cmp.Or(p.Status, http.StatusInternalServerError) }

// title is the title, or what HTTP calls the status.
func (p *Problem) title() string {
	return cmp.Or(p.Title, http.StatusText(p.status()), "Problem")
}

// value is the value, or the beginning of a long one.
func (p *Problem) value() string {
	const most = 200
	if len(p.Value) <= most {
		return p.Value
	}
	return strings.ToValidUTF8(p.Value[:most], "") + "..."
}
