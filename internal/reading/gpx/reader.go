// Package gpx reads tracks of GPS receivers.
package gpx

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/rfc3339"
	"flyby/internal/xmlscan"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Read reads the tracks of a GPX file, versions 1.0 and 1.1: <trkpt lat="..." lon="..."> with a <time> and perhaps an <ele>,
// in metres, inside of <trkseg> inside of <trk>. A track is a trajectory; there is a gap between its segments. Times without
// zone are UTC, as GPX defines.
func Read(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	own, err := o.FileID(src.Name, []string{".gpx"})
	if err != nil {
		return nil, err
	}
	l := reading.FixedColumns([5]int{0, 1, 2, 3, 4}, [5]string{"time", "lon", "lat", "ele", "trk"}, "m")
	g := &gpxReader{x: xmlscan.Reader{Context: ctx, Source: src, Line: 1}, feed: reading.NewFeed(src, l, o, trajectory.Timestamp), flat: o.Height == format.NoHeight}
	if g.feed.Cut = true; g.flat {
		g.feed.Table.Layout.At[reading.ColZ] = -1
	}
	if err := g.x.Start(); err != nil {
		return nil, err
	}
	g.timed = o.SkipBadRows
	p, err := g.feed.Finish(g.tags(), "no <trkpt> in any <trkseg>: there are no tracks")
	if err != nil {
		return nil, err
	}
	if err := p.Rename(g.ids(own, o.ID != "")); err != nil {
		return nil, src.Outgrown(err)
	}
	return p, nil
}

type gpxReader struct {
	x       xmlscan.Reader
	feed    *reading.Feed
	flat    bool // heights are left out
	heights reading.HeightCheck
	tracks  []gpxTrack // with a point
	track   gpxTrack   // the current one
	kept    bool       // it is the last of tracks
	text    []byte     // of the current element, where it is wanted
	point   gpxPoint   // the current one
	last    gpxEnd
	begun   bool          // a <trkseg> has begun, and has no point yet
	timed   bool          // some point has a time, or bad points are dropped
	untimed *format.Error // the fault of the first point, where no point has a time so far
	cells   [][2][]byte   // names and texts of the track's elements, where conditions or attributes need them
}

// A gpxTrack is a <trk>.
type gpxTrack struct {
	number int // among all tracks of the file, from 1 on; 0: none has begun
	name   string
}

// A gpxPoint is a <trkpt>.
type gpxPoint struct {
	open    bool // it has begun and not ended
	line    int
	v       [reading.NumFloats]float64
	ele     []byte // the text of its height
	hasEle  bool
	hasTime bool
	problem *format.Error // its fault
}

// A gpxEnd is the last point of a track so far.
type gpxEnd struct {
	track int
	piece uint32
	v     [reading.NumFloats]float64
}

// tags reads all tags.
func (g *gpxReader) tags() error {
	for {
		tag, err := g.x.Next()
		if err == io.EOF {
			return g.planned()
		}
		if err == nil {
			err = g.tag(tag)
		}
		if err != nil {
			return err
		}
	}
}

// tag takes one tag.
func (g *gpxReader) tag(tag xmlscan.Tag) error {
	name, inside := xmlscan.LocalName(tag.Name), g.x.Around(tag)
	g.x.OnText = nil
	switch {
	case tag.Closing:
		return g.end(name, inside)
	case inside == "" && name != "gpx":
		return g.x.Fail(tag.Line, fmt.Sprintf("not a GPX file: its root is <%s>", infile.Shorten(name)))
	case name == "trk" && inside == "gpx":
		g.track, g.kept, g.cells = gpxTrack{number: g.track.number + 1}, false, g.cells[:0]
	case name == "trkseg" && inside == "trk":
		g.last.piece, g.begun = g.feed.Piece, true
		g.feed.Piece++
	case name == "trkpt":
		return g.begin(tag, inside)
	case (name == "ele" || name == "time" || g.feed.Asks()) && inside == "trkpt" && g.point.open, (name == "name" || g.feed.Asks()) && inside == "trk":
		g.text, g.x.OnText = g.text[:0], g.collect
		if tag.Empty {
			return g.end(name, inside)
		}
	}
	return nil
}

// keep keeps the current track, which has a point. Tracks without points, of which a small file may have many, take no memory.
func (g *gpxReader) keep() error {
	if g.kept {
		return nil
	}
	g.tracks, g.kept = append(g.tracks, g.track), true
	return g.feed.Table.AffordNames(len(g.tracks))
}

// collect gathers the text of an element.
func (g *gpxReader) collect(chunk []byte) error {
	const most = 64 << 10
	if len(g.text)+len(chunk) > most {
		return g.x.Fail(g.x.Line, fmt.Sprintf("a text longer than %d bytes", most))
	}
	g.text = append(g.text, chunk...)
	return nil
}

// end takes the end of an element, with its text.
func (g *gpxReader) end(name, inside string) error {
	text := bytes.TrimSpace(g.text)
	switch {
	case name == "trkpt" && g.point.open:
		return g.add()
	case inside == "trk" && g.track.number > 0:
		return g.ofTrack(name, text)
	case inside == "trkpt" && g.point.open && g.feed.Asks():
		g.ask(name, text)
	}
	switch {
	case inside == "trkpt" && g.point.open && name == "ele":
		g.point.elevation(text)
	case inside == "trkpt" && g.point.open && name == "time":
		g.point.time(text)
	}
	return nil
}

// ofTrack takes an element of a track; segments come last.
func (g *gpxReader) ofTrack(name string, text []byte) error {
	if name == "name" {
		if !utf8.Valid(text) {
			return &format.Error{File: g.x.Source.Name, Line: g.x.Line, Column: "name", Value: string(text), Cause: reading.NotUTF8}
		}
		if g.track.name = string(text); g.kept {
			g.tracks[len(g.tracks)-1] = g.track
		}
	}
	if name != "trkseg" && g.feed.Asks() && len(g.cells) < xmlscan.MaxAttributes {
		g.cells = append(g.cells, [2][]byte{[]byte(name), bytes.Clone(text)})
	}
	return nil
}

// ask takes a cell of the point if conditions or attributes need it.
func (g *gpxReader) ask(name string, text []byte) {
	g.feed.Add([]byte(name), infile.TextCell(bytes.Clone(text)))
}

// begin takes the attributes of a point.
func (g *gpxReader) begin(tag xmlscan.Tag, inside string) error {
	if inside != "trkseg" || g.track.number == 0 {
		return g.x.Fail(tag.Line, "a <trkpt> outside of any <trkseg> of a <trk>")
	}
	p := &g.point
	*p = gpxPoint{open: true, line: tag.Line, ele: p.ele[:0]}
	if g.feed.Asks() {
		g.feed.Begin()
		g.ask("name", nil)
		for _, cell := range g.cells {
			g.feed.Add(cell[0], infile.TextCell(cell[1]))
		}
		for _, a := range tag.Attributes {
			g.ask(string(a.Name), a.Value)
		}
	}
	for _, c := range []struct {
		name string
		kind int
	}{{"lat", reading.ColY}, {"lon", reading.ColX}} {
		p.coordinate(tag, c.name, c.kind)
	}
	if tag.Empty {
		return g.add()
	}
	return nil
}

// coordinate takes an attribute.
func (p *gpxPoint) coordinate(tag xmlscan.Tag, name string, kind int) {
	value, cause := []byte(nil), "missing"
	for _, a := range tag.Attributes {
		if string(a.Name) == name {
			value = a.Value
			p.v[kind], cause = infile.Number(a.Value)
		}
	}
	if cause != "" {
		p.fault(name, value, cause)
	}
}

// fault notes the first fault of a point.
func (p *gpxPoint) fault(column string, value []byte, cause string) {
	if p.problem == nil {
		p.problem = &format.Error{Column: column, Value: string(value), Cause: cause}
	}
}

func (p *gpxPoint) elevation(text []byte) {
	var cause string
	if p.v[reading.ColZ], cause = infile.ParseFloat(text); cause == "" && p.hasEle {
		cause = "twice in one <trkpt>"
	}
	if p.hasEle = true; cause != "" {
		p.fault("ele", text, cause)
	}
	p.ele = append(p.ele[:0], text...)
}

func (p *gpxPoint) time(text []byte) {
	if p.hasTime {
		p.fault("time", text, "twice in one <trkpt>")
	}
	p.hasTime = true
	sec, err := rfc3339.Parse(utc(text))
	if err != nil {
		p.fault("time", text, infile.Inner(err))
	}
	p.v[reading.ColT] = sec
}

// utc adds the Z of UTC to a time without a zone.
func utc(text []byte) string {
	const clock = len("2006-01-02T15:04:05")
	if len(text) < clock || bytes.ContainsAny(text[clock:], "Zz+-") {
		return string(text)
	}
	return string(text) + "Z"
}

// add hands the point on.
func (g *gpxReader) add() error {
	p := &g.point
	if p.open = false; g.feed.Misses() {
		return nil
	}
	if err := g.keep(); err != nil {
		return err
	}
	if !p.hasTime {
		p.fault("time", nil, "missing")
	}
	if p.problem == nil && !g.flat {
		if e := g.heights.Take(p.hasEle, p.line, &g.feed.Table.Layout); e != nil {
			p.fault(e.Column, p.ele, e.Cause)
		}
	}
	if p.problem != nil || g.untimed != nil {
		return g.bad()
	}
	g.timed = true
	if g.begun && g.last.track == len(g.tracks) && g.last.v == p.v { // no gap: the segments touch
		g.feed.Piece = g.last.piece
	}
	g.begun, g.last = false, gpxEnd{len(g.tracks), g.feed.Piece, p.v}
	return g.feed.Numbered(p.line, &p.v, int64(len(g.tracks)))
}

// bad deals with a point that has a fault. As long as no point has a time, the fault of the first is kept: the file may be a planned route.
func (g *gpxReader) bad() error {
	p := &g.point
	switch {
	case g.untimed != nil && p.hasTime:
		return g.feed.Bad(g.untimed.Line, g.untimed)
	case g.timed || p.hasTime || p.problem.Column != "time":
		return g.feed.Bad(p.line, p.problem)
	case g.untimed == nil:
		g.untimed = p.problem
		g.untimed.Line = p.line
	}
	return nil
}

// planned returns the error of a file whose points all lack a time.
func (g *gpxReader) planned() error {
	if g.untimed == nil {
		return nil
	}
	return &format.Error{File: g.x.Source.Name, Line: g.untimed.Line, Column: "time", Cause: "missing, as in every <trkpt>: a planned route has no times", Err: trajectory.ErrEmpty}
}

// ids returns the ids of the tracks with points, in their order. A single track has the file's id. Several have their names
// where these differ and none is empty, after the file's id where the caller gave one; otherwise the file's id and their numbers
// among all tracks.
func (g *gpxReader) ids(file string, given bool) []string {
	all, seen, distinct := make([]string, len(g.tracks)), map[string]bool{}, true
	for _, t := range g.tracks {
		distinct = distinct && t.name != "" && !seen[t.name]
		seen[t.name] = true
	}
	for i, t := range g.tracks {
		switch {
		case len(g.tracks) == 1:
			all[i] = file
		case !distinct:
			all[i] = fmt.Sprintf("%s-%d", file, t.number)
		case given:
			all[i] = file + "/" + t.name
		default:
			all[i] = t.name
		}
	}
	return all
}
