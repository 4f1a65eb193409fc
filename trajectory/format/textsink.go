package format

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"sync"

	"flyby/internal/rfc3339"
	"flyby/trajectory"
)

// textRows is how many rows are formatted at a time.
const textRows = 4096

// A textSink writes CSV or NDJSON. Rows are formatted on several goroutines.
type textSink struct {
	cells []cell
	end   string // of a row
	queue *ordered[[]byte]
	free  sync.Pool
}

// A cell appends the value of one column.
type cell struct {
	before string // separator, with the column's name in JSON
	value  func(dst []byte, row int) []byte
}

func writeCSV(out *target, c content, threads int) sink { return newTextSink(out, c, false, threads) }

func writeNDJSON(out *target, c content, threads int) sink { return newTextSink(out, c, true, threads) }

func newTextSink(out *target, content content, asJSON bool, threads int) *textSink {
	s := &textSink{end: "\n"}
	if asJSON {
		s.end = "}\n"
	}
	var header []string
	for i, c := range content.columns {
		before := ","
		if i == 0 {
			before = ""
		}
		if asJSON {
			before += strconv.Quote(c.name) + ":"
			if i == 0 {
				before = "{" + before
			}
		}
		header = append(header, c.name)
		s.cells = append(s.cells, cell{before, c.formatter(asJSON, content.stamps)})
	}
	s.queue = newOrdered(threads+1, func(b []byte) error {
		_, err := out.Write(b)
		s.free.Put(&b)
		return err
	})
	if !asJSON {
		out.Write([]byte(strings.Join(header, ",") + "\n")) //nolint:errcheck // sticks
	}
	return s
}

// write formats blocks of rows and returns when all are formatted, not written.
func (s *textSink) write(n int) error {
	var formatted sync.WaitGroup
	defer formatted.Wait()
	for first := 0; first < n; first += textRows {
		last := min(n, first+textRows)
		formatted.Add(1)
		if err := s.queue.do(func() ([]byte, error) {
			defer formatted.Done()
			return s.format(first, last), nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func (s *textSink) format(first, last int) []byte {
	var dst []byte
	if b, ok := s.free.Get().(*[]byte); ok {
		dst = (*b)[:0]
	}
	for row := first; row < last; row++ {
		for i := range s.cells {
			dst = s.cells[i].value(append(dst, s.cells[i].before...), row)
		}
		dst = append(dst, s.end...)
	}
	return dst
}

func (s *textSink) finish() error { return s.queue.wait() }

func (s *textSink) abandon() { s.queue.abandon() }

// formatter returns how to write one value of the column.
func (c outColumn) formatter(asJSON, stamps bool) func(dst []byte, row int) []byte {
	switch {
	case c.store != nil && c.store.IntIDs():
		return func(dst []byte, row int) []byte { return strconv.AppendInt(dst, c.store.IntID(int((*c.u32)[row])), 10) }
	case c.store != nil:
		labels := quoteIDs(c.store, asJSON)
		return func(dst []byte, row int) []byte { return append(dst, labels((*c.u32)[row])...) }
	case c.u32 != nil:
		return func(dst []byte, row int) []byte { return strconv.AppendUint(dst, uint64((*c.u32)[row]), 10) }
	case c.open != nil:
		quote := ""
		if asJSON {
			quote = `"`
		}
		return func(dst []byte, row int) []byte {
			return append(append(append(dst, quote...), (*c.open)[row].String()...), quote...)
		}
	case c.time && stamps && asJSON:
		return func(dst []byte, row int) []byte {
			return append(rfc3339.Append(append(dst, '"'), (*c.f64)[row]), '"')
		}
	case c.time && stamps:
		return func(dst []byte, row int) []byte { return rfc3339.Append(dst, (*c.f64)[row]) }
	}
	return func(dst []byte, row int) []byte { return appendFloat(dst, (*c.f64)[row], asJSON) }
}

// quoteIDs returns the names of a store as they stand in the file. Quoted copies
// are kept only if some name needs quotes.
func quoteIDs(s *trajectory.Store, asJSON bool) func(traj uint32) string {
	quoted := make([]string, s.Trajectories())
	some := asJSON
	for i := range quoted {
		id := s.ID(i)
		quoted[i] = id
		if asJSON {
			quoted[i] = quoteJSON(id)
		} else if strings.ContainsAny(id, ",\"\r\n") {
			quoted[i], some = `"`+strings.ReplaceAll(id, `"`, `""`)+`"`, true
		}
	}
	if !some {
		return func(traj uint32) string { return s.ID(int(traj)) }
	}
	return func(traj uint32) string { return quoted[traj] }
}

// quoteJSON quotes as JSON wants it. What is not UTF-8 becomes U+FFFD.
func quoteJSON(id string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(id) //nolint:errcheck // a string and a buffer cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}

// appendFloat appends the shortest text that reads back to v, without exponent
// where it is short enough for that. JSON has no word for what is not finite.
func appendFloat(dst []byte, v float64, asJSON bool) []byte {
	if asJSON && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return append(dst, "null"...)
	}
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(dst, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}
