package output

import (
	"bytes"
	"errors"
	"time"

	"flyby/internal/outfile"
)

// Lines adds the paths of each row to GeoJSON: one feature for the query and one for the entry, behind the row's feature with its point,
// with the same properties and "path", which is "query", "entry" and, in the row's own feature, null
// (docs/decisions/0104-paths-are-features.md).
type Lines struct {
	// Draw draws the lines of a row of the written chunk, rows counted from 0: first the query's lines, then the entry's, row after row. It
	// calls begin once to say whether there are several lines, and whether positions are longitudes and latitudes alone, 2 axes, or have
	// heights. begins is true for the first position of each line.
	Draw func(row int, ofEntry bool, begin func(several bool, axes int) error, to func(at [3]float64, begins bool) error) error
}

// The fixed parts of features of lines.
const (
	lineStart     = ",\n" + `{"geometry":{"coordinates":[`
	lineMiddle    = `],"type":"LineString"},"type":"Feature","properties":{`
	severalMiddle = `],"type":"MultiLineString"},"type":"Feature","properties":{`
	pathOfRow     = `,"path":null}}`
	pathOfQuery   = `,"path":"query"}}`
	pathOfEntry   = `,"path":"entry"}}`
)

// lineBuffer is about how many bytes of text are buffered.
const lineBuffer = 1 << 16

// A lineSink writes rows one by one, since lines may be of any length: no more than lineBuffer of one is in memory.
type lineSink struct {
	columns []outColumn
	lines   Lines
	format  *rowFormatter
	row     rowBlock
	feature []byte // of a row
	to      *commaLess
	failed  func(error)
	busy    time.Duration

	text    []byte
	several bool
	axes    int
	count   int // positions of the line
	last    [3]float64
}

// writeLines writes the features of rows and their lines.
func writeLines(out *outfile.File, c content, m means) sink {
	style := newTextStyle(c, true, len(c.point))
	return &lineSink{columns: c.columns, lines: *c.lines, format: newRowFormatter(c, style), to: &commaLess{to: out}, failed: m.failed}
}

func (s *lineSink) write(n int) error {
	begun := time.Now()
	defer func() { s.busy += time.Since(begun) }()
	for row := range n {
		if err := s.writeRow(row); err != nil {
			if s.failed != nil {
				s.failed(err)
				s.failed = nil
			}
			return err
		}
	}
	return nil
}

// writeRow writes a row's three features.
func (s *lineSink) writeRow(row int) error {
	if _, err := s.row.take(s.columns, row, row+1, 1); err != nil {
		return err
	}
	s.row.turn(s.columns)
	s.feature = s.format.format(s.feature[:0], &s.row)
	s.row.empty()
	s.feature = s.feature[:len(s.feature)-len(featureEnd)]
	s.text = append(append(s.text, s.feature...), pathOfRow...)
	at := bytes.IndexByte(s.feature, ']') + len(featureMiddle) // behind the numbers of the point
	properties := s.feature[at:]
	for _, ofEntry := range []bool{false, true} {
		if err := s.writeLine(row, ofEntry, properties); err != nil {
			return err
		}
	}
	return nil
}

// writeLine writes the feature of the query's lines, or of the entry's.
func (s *lineSink) writeLine(row int, ofEntry bool, properties []byte) error {
	s.text = append(s.text, lineStart...)
	s.several, s.count = false, 0
	begin := func(several bool, axes int) error {
		s.several, s.axes = several, axes
		return nil
	}
	if err := s.lines.Draw(row, ofEntry, begin, s.add); err != nil {
		return err
	}
	if s.count == 0 {
		return errors.New("format: write: a path without a position") // our own bug
	}
	s.endLine()
	middle, path := lineMiddle, pathOfQuery
	if s.several {
		middle = "]" + severalMiddle
	}
	if ofEntry {
		path = pathOfEntry
	}
	s.text = append(append(append(s.text, middle...), properties...), path...)
	return s.flush(lineBuffer)
}

// add writes a position of a line.
func (s *lineSink) add(at [3]float64, begins bool) error {
	switch {
	case begins && s.count > 0:
		s.endLine()
		s.text = append(s.text, `],[`...)
		s.count = 0
	case begins && s.several:
		s.text = append(s.text, '[')
	case s.count > 0:
		s.text = append(s.text, ',')
	}
	s.last = at
	s.count++
	s.position()
	return s.flush(lineBuffer)
}

// endLine ends a line. A line has two positions at least: a single position is written twice.
func (s *lineSink) endLine() {
	if s.count == 1 {
		s.text = append(s.text, ',')
		s.position()
	}
}

// position writes the last position.
func (s *lineSink) position() {
	for axis, v := range s.last[:s.axes] {
		s.text = append(s.text, "[,,"[axis])
		s.text = appendFloat(s.text, v)
	}
	s.text = append(s.text, ']')
}

// flush writes the buffered text if it has at least most bytes.
func (s *lineSink) flush(most int) error {
	if len(s.text) < most {
		return nil
	}
	_, err := s.to.Write(s.text)
	s.text = s.text[:0]
	return err
}

func (s *lineSink) finish() error { return s.flush(0) }

func (s *lineSink) abandon() {}

func (s *lineSink) atWork() time.Duration { return s.busy }

func (s *lineSink) memory() uint64 { return 2 * lineBuffer }
