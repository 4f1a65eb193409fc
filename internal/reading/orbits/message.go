package orbits

import (
	"strings"
	"time"

	"flyby/internal/elements"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory/format"
	"flyby/trajectory/sgp4"
)

// A message is an element set as its notation has it.
type message struct {
	names  [numFields]string
	line   int // of its beginning
	cells  [numFields]cell
	twice  *format.Error // of the first field that it has with two values
	memory []byte        // of cells
}

// A cell is the text of a field; nil: it is missing.
type cell struct {
	text []byte
	line int
}

// begin begins a message.
func (m *message) begin(line int) {
	m.line, m.cells, m.twice, m.memory = line, [numFields]cell{}, nil, m.memory[:0]
}

// put takes a field, and returns a copy of its text that stays until the message ends.
func (m *message) put(name string, text []byte, line int) []byte {
	from := len(m.memory)
	m.memory = append(m.memory, text...)
	text = m.memory[from:len(m.memory):len(m.memory)]
	for of, known := range m.names {
		if known != name || len(text) == 0 {
			continue
		}
		if c := &m.cells[of]; c.text != nil && string(c.text) != string(text) && m.twice == nil {
			m.twice = &format.Error{Line: line, Column: name, Value: string(text), Cause: "twice in one element set, before with " + infile.Shorten(string(c.text))}
		}
		m.cells[of] = cell{text, line}
	}
	return text
}

// has reports whether a field is there.
func (m *message) has(of field) bool { return m.cells[of].text != nil }

// bad returns the fault of a field.
func (m *message) bad(of field, cause string) *format.Error {
	line := m.line
	if m.has(of) {
		line = m.cells[of].line
	}
	return &format.Error{Line: line, Column: m.names[of], Value: string(m.cells[of].text), Cause: cause}
}

// set returns the element set.
func (m *message) set() (s elements.Set, bad *format.Error) {
	if m.twice != nil {
		return s, m.twice
	}
	for _, of := range []field{theory, frame, scale, centre, ephemerisType} {
		if !m.has(of) {
			continue
		}
		if cause := foreign(of, string(m.cells[of].text)); cause != "" {
			return s, m.bad(of, cause)
		}
	}
	if bad = m.elements(&s.Elements); bad != nil {
		return s, bad
	}
	s.Number = -1
	if m.has(setNumber) {
		n, ok := infile.ParseInt(strings.TrimLeft(string(m.cells[setNumber].text), "0"))
		if !ok && strings.Trim(string(m.cells[setNumber].text), "0") != "" || n < 0 {
			return s, m.bad(setNumber, "must be a number of digits")
		}
		s.Number = n
	}
	if m.has(created) {
		s.Created, bad = m.time(created)
	}
	return s, bad
}

// elements reads the elements.
func (m *message) elements(e *sgp4.Elements) (bad *format.Error) {
	if !m.has(epoch) {
		return m.bad(epoch, missing(epoch, m.has))
	}
	if e.Epoch, bad = m.time(epoch); bad != nil {
		return bad
	}
	to := [numFields]*float64{meanMotion: &e.MeanMotion, eccentricity: &e.Eccentricity, inclination: &e.Inclination, node: &e.Node, perigee: &e.Perigee, anomaly: &e.Anomaly, bStar: &e.BStar}
	for _, b := range bounds() {
		if !m.has(b.of) {
			return m.bad(b.of, missing(b.of, m.has))
		}
		v, cause := infile.ParseFloat(m.cells[b.of].text)
		if cause == "" && !b.holds(v) {
			cause = b.cause
		}
		if cause != "" {
			return m.bad(b.of, cause)
		}
		*to[b.of] = v
	}
	return nil
}

// time reads a date and a time of day, with or without the Z of UTC: year-month-day, or year-day. Tables of Python have a blank before the time of day, and +00:00 for Z.
func (m *message) time(of field) (at time.Time, bad *format.Error) {
	text := strings.TrimSuffix(strings.TrimSuffix(string(m.cells[of].text), "Z"), "+00:00")
	layout := "2006-01-02T15:04:05"
	switch i := strings.IndexAny(text, "T "); {
	case i == len("2006-01-02"):
		text = text[:i] + "T" + text[i+1:]
	case i == len("2006-002"):
		layout = "2006-002T15:04:05"
	}
	at, err := time.Parse(layout, text)
	if err == nil {
		return at, nil
	}
	cause := "no time such as 2006-01-02T15:04:05.5 or 2006-002T15:04:05.5, in UTC"
	if e, ok := err.(*time.ParseError); ok && strings.Contains(e.Message, "out of range") {
		cause = "no such time" + strings.TrimSuffix(e.Message, " out of range") + " is out of range"
	}
	return at, m.bad(of, cause)
}

// A reader hands messages on.
type reader struct {
	feed *reading.Feed
	message
	numbered bool // ids are numbers of the catalogue
	v        [reading.NumFloats]float64
	set      elements.Set
}

// begin begins an element set.
func (r *reader) begin(line int) {
	r.message.begin(line)
	r.feed.Begin()
}

// put takes a field of the element set.
func (r *reader) put(name string, text []byte, line int) {
	text = r.message.put(name, text, line)
	if r.feed.Asks() {
		r.feed.Add([]byte(name), infile.TextCell(text))
	}
}

// end hands the element set on.
func (r *reader) end() error {
	if r.feed.Misses() {
		return nil
	}
	var bad *format.Error
	if r.set, bad = r.message.set(); bad != nil {
		return r.feed.Bad(bad.Line, bad)
	}
	at := r.set.Elements.Epoch
	r.v = [reading.NumFloats]float64{reading.ColT: float64(at.Unix()) + float64(at.Nanosecond())/1e9}
	r.feed.Set = &r.set
	id := r.cells[idField].text
	if id == nil {
		return r.feed.Bad(r.line, r.bad(idField, missing(idField, r.has)))
	}
	if !r.numbered {
		return r.feed.Named(r.line, &r.v, id)
	}
	number, ok := infile.CatalogueNumber(id)
	if !ok {
		return r.feed.Bad(r.cells[idField].line, r.bad(idField, "must be a number of at most nine digits"))
	}
	return r.feed.Numbered(r.line, &r.v, number)
}
