// Package oem reads ephemerides of CCSDS, in key-value notation and in XML.
package oem

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/internal/lines"
	"flyby/internal/rfc3339"
	"flyby/internal/xmlscan"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// oemMagic is the text at the beginning of an OEM in KVN.
const oemMagic = "CCSDS_OEM_VERS"

// Read reads an Orbit Ephemeris Message of CCSDS, in key-value notation segments of a header between
// META_START and META_STOP and of lines "epoch x y z vx vy vz", kilometres, in XML the same in elements. OBJECT_ID is the id.
// Segments are pieces of their trajectories, but a segment that begins where and when the segment
// before it of the same object ended continues its piece. Velocities are read where o.Curve or
// o.OrbitCurve asks for them; accelerations and covariances are ignored.
func Read(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	if o.LonLat {
		return nil, &format.Error{File: src.Name, Cause: "an OEM has kilometres: --lonlat needs degrees"}
	}
	l := reading.FixedColumns([5]int{0, 1, 2, 3, 4}, [5]string{"epoch", "X", "Y", "Z", "OBJECT_ID"}, "km")
	if l.Loose = o.CurvesOrbits(); l.Loose || o.Curve > 0 {
		l.At[reading.ColVX], l.At[reading.ColVY], l.At[reading.ColVZ] = 5, 6, 7
		l.Name[reading.ColVX], l.Name[reading.ColVY], l.Name[reading.ColVZ] = "X_DOT", "Y_DOT", "Z_DOT"
	}
	if o.Height == format.NoHeight {
		l.At[reading.ColZ], l.At[reading.ColVZ] = -1, -1
	}
	m := &oemReader{source: src, o: o, feed: reading.NewFeed(src, l, o, trajectory.Number), last: map[string]oemSample{}}
	if l.Loose {
		m.motion = &oemMotion{}
	}
	read, what, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	own := *o
	own.Into.Time = "" // epochs are dates
	if err := m.feed.Convert(&own, func(kind int) (name, unit string) { return l.Name[kind], "" }); err != nil {
		return nil, err
	}
	m.feed.Cut = true
	p, err := m.feed.Finish(read(), "no "+what)
	if err != nil {
		return nil, err
	}
	if m.motion != nil {
		p.Motion = &m.motion.Motion
	}
	return p, nil
}

// begin begins to read a source in the notation in which it is. What names what has positions.
func (m *oemReader) begin(ctx context.Context) (read func() error, what string, err error) {
	head, err := m.source.Head()
	if err != nil {
		return nil, "", err
	}
	if isXML(head) {
		d := &document{oemReader: m, x: xmlscan.Reader{Context: ctx, Source: m.source, Line: 1}}
		m.inside = "in the <metadata>"
		return d.tags, "<stateVector> after any <metadata>", d.x.Start()
	}
	k := &kvn{oemReader: m, lines: lines.Reader{Context: ctx, Source: m.source}}
	m.inside = "between META_START and META_STOP"
	return k.read, "ephemeris lines after any META_STOP", k.lines.Start()
}

// An oemReader takes segments and samples of either notation.
type oemReader struct {
	source *infile.Source
	line   int     // the current one
	inside string  // where metadata stand, for messages
	lacks  bool    // the sample in XML has numbers with one missing before them, or too few
	at     [10]int // lines of a sample's numbers; 0: the current one
	o      *reading.Options
	feed   *reading.Feed
	meta   map[string]string    // of the current segment
	common map[string]string    // values in which all segments must agree, nil before the first with a row
	last   map[string]oemSample // of each object
	state  oemState
	id     []byte
	pairs  [][2][]byte // of the current segment, in order of keys
	fresh  bool        // no row of the segment was taken yet
	stop   int         // the line of its META_STOP
	begins bool        // the next line is the first of its segment
	clock  []byte
	v      [reading.NumFloats]float64
	motion *oemMotion // nil: velocities are not o.OrbitCurve's
}

// An oemSample is the last sample of an object.
type oemSample struct {
	v     [reading.NumFloats]float64
	piece uint32
}

// joins reports whether a sample is at the same time and place.
func (s *oemSample) joins(v *[reading.NumFloats]float64) bool {
	return [3]float64(s.v[reading.ColX:reading.ColZ+1]) == [3]float64(v[reading.ColX:reading.ColZ+1]) && s.v[reading.ColT] == v[reading.ColT]
}

// An oemState is the kind of the current lines.
type oemState uint8

const (
	oemHead oemState = iota
	oemMeta
	oemData
	oemCovariance
)

// segment begins the lines of a segment.
func (m *oemReader) segment() error {
	for _, key := range []string{"OBJECT_ID", "CENTER_NAME", "REF_FRAME", "TIME_SYSTEM"} {
		if m.meta[key] == "" {
			return m.fail("no " + key + " " + m.inside)
		}
	}
	m.state, m.fresh = oemData, true
	m.stop, m.pairs = m.line, m.pairs[:0]
	for _, key := range slices.Sorted(maps.Keys(m.meta)) {
		m.pairs = append(m.pairs, [2][]byte{[]byte(key), []byte(m.meta[key])})
	}
	if m.common == nil {
		m.feed.Table.Layout.Units.Scale = reading.ScaleOf(m.meta["TIME_SYSTEM"])
	}
	if len(m.o.Tests) > 0 {
		return nil
	}
	return m.agree()
}

// agree begins the rows of a segment. All segments of a file must be about the same centre, in the
// same frame and scale of time: distances between others mean nothing. Segments without a wanted row
// are exempt.
func (m *oemReader) agree() error {
	if m.common == nil {
		m.feed.Table.Layout.RefFrame = strings.ToUpper(m.meta["REF_FRAME"]) + " about " + strings.ToUpper(m.meta["CENTER_NAME"])
		if m.common = m.meta; m.feed.Table.Layout.Units.Scale == "" {
			m.feed.SetTimes(trajectory.Timestamp)
		}
	}
	for _, key := range []string{"CENTER_NAME", "REF_FRAME", "TIME_SYSTEM"} {
		if m.meta[key] != m.common[key] {
			return &format.Error{File: m.source.Name, Line: m.stop, Cause: fmt.Sprintf("%s is %s, and %s in a segment before: give each a file of its own", key, infile.Shorten(m.meta[key]), infile.Shorten(m.common[key]))}
		}
	}
	m.id = append(m.id[:0], m.meta["OBJECT_ID"]...)
	m.fresh, m.begins = false, true
	m.feed.Piece++
	m.motion.begin(m.meta)
	return nil
}

// lineOf returns the line of a number of the current sample.
func (m *oemReader) lineOf(number int) int { return cmp.Or(m.at[number], m.line) }

// fail returns an error of the current line.
func (m *oemReader) fail(cause string) error {
	return &format.Error{File: m.source.Name, Line: m.line, Cause: cause}
}

// oemColumns returns the names of a line's numbers.
func oemColumns() []string {
	return []string{"epoch", "X", "Y", "Z", "X_DOT", "Y_DOT", "Z_DOT", "X_DDOT", "Y_DDOT", "Z_DDOT"}
}

// gather takes the cells of a line, and of its segment.
func (m *oemReader) gather(fields [][]byte) {
	m.feed.Begin()
	for _, pair := range m.pairs {
		m.feed.Add(pair[0], infile.TextCell(pair[1]))
	}
	for i, name := range oemColumns()[:len(fields)] {
		m.feed.Add([]byte(name), infile.TextCell(fields[i]))
	}
}

// row takes the numbers of a sample.
func (m *oemReader) row(fields [][]byte) error {
	n := len(fields)
	if m.feed.Asks() {
		m.gather(fields)
	}
	if m.feed.Misses() {
		return nil
	}
	if m.fresh {
		if err := m.agree(); err != nil {
			return err
		}
	}
	l := &m.feed.Table.Layout
	if m.lacks {
		return m.feed.Bad(m.line, &format.Error{Column: oemColumns()[n], Cause: "missing"})
	}
	if n != 4 && n != 7 && n != 10 {
		return m.feed.Bad(m.line, &format.Error{Cause: fmt.Sprintf("%d columns: an ephemeris line has an epoch, a position and perhaps velocities", n)})
	}
	var cause string
	if m.v[reading.ColT], cause = m.epoch(fields[0]); cause != "" {
		return m.feed.Bad(m.lineOf(0), &format.Error{Column: "epoch", Value: string(fields[0]), Cause: cause})
	}
	for i, kind := range []int{reading.ColX, reading.ColY, reading.ColZ, reading.ColVX, reading.ColVY, reading.ColVZ} {
		if l.At[kind] < 0 || m.motion != nil && reading.IsVelocity(kind) {
			continue
		}
		if 1+i >= n {
			return m.feed.Bad(m.line, &format.Error{Column: l.Name[kind], Cause: "missing: curves need velocities"})
		}
		if m.v[kind], cause = infile.Number(fields[1+i]); cause != "" {
			return m.feed.Bad(m.lineOf(1+i), &format.Error{Column: l.Name[kind], Value: string(fields[1+i]), Cause: cause})
		}
	}
	if m.motion != nil {
		m.motion.velocity(fields[4:], &m.v, l.At[reading.ColZ] >= 0)
	}
	return m.add()
}

// add hands the sample on, unless it repeats the last sample of its object at the beginning of a
// segment, which then continues the segment before.
func (m *oemReader) add() error {
	last, known := m.last[string(m.id)]
	if m.begins && known && last.joins(&m.v) {
		m.begins, m.feed.Piece = false, last.piece
		if m.motion != nil {
			m.motion.turn(&last.v, &m.v, m.line)
			return nil
		}
		if last.v != m.v {
			return m.feed.Bad(m.line, &format.Error{Cause: "another velocity than at the end of the segment before, at the same time and place: curves have one"})
		}
		return nil
	}
	if !known {
		if err := m.feed.Table.AffordNames(len(m.last) + 1); err != nil {
			return err
		}
	}
	m.begins = false
	if err := m.motion.leave(&m.v, func(line int, v *[reading.NumFloats]float64) error { return m.feed.Named(line, v, m.id) }); err != nil {
		return err
	}
	m.last[string(m.id)] = oemSample{m.v, m.feed.Piece}
	return m.feed.Named(m.line, &m.v, m.id)
}

// epoch reads a time: year-month-day or year-day, T, and the time of day. cause says what is wrong
// with it.
func (m *oemReader) epoch(field []byte) (sec float64, cause string) {
	const ordinal, calendar = len("2006-002"), len("2006-01-02")
	m.clock = m.clock[:0]
	if at := bytes.IndexByte(field, 'T'); at == ordinal {
		year, err := strconv.Atoi(string(field[:4]))
		day, err1 := strconv.Atoi(string(field[5:at]))
		date := time.Date(year, 1, day, 0, 0, 0, 0, time.UTC)
		if err != nil || err1 != nil || field[4] != '-' || day < 1 || date.Year() != year {
			return 0, "no such date"
		}
		m.clock = date.AppendFormat(m.clock, "2006-01-02")
		field = field[at:]
	} else if at != calendar {
		return 0, "no epoch such as 2006-01-02T15:04:05.5 or 2006-002T15:04:05.5"
	}
	m.clock = append(append(m.clock, bytes.TrimSuffix(field, []byte("Z"))...), 'Z')
	sec, err := rfc3339.Parse(infile.TextOf(m.clock))
	if err != nil {
		return 0, infile.Inner(err)
	}
	return sec, ""
}
