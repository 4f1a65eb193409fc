package orbits

import (
	"context"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/internal/lines"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ReadOMM reads the element sets of an OMM in the notation in which it begins.
func ReadOMM(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	return read(ctx, src, o, unknown)
}

// ReadTLE reads two-line element sets, each perhaps below a line with a name. A file that begins as an OMM is read as one.
func ReadTLE(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	return read(ctx, src, o, tle)
}

// read reads the element sets of a file, which has a notation where its beginning does not say one.
func read(ctx context.Context, src *infile.Source, o *reading.Options, otherwise notation) (*reading.Parsed, error) {
	head, err := src.Head()
	if err != nil {
		return nil, err
	}
	if cause := Excuse(head); cause != "" {
		return nil, &format.Error{File: src.Name, Cause: cause}
	}
	in := notationOf(head)
	if in == unknown {
		in = otherwise
	}
	switch in {
	case csvNotation, jsonNotation:
		t, err := openTable(ctx, src, o, in)
		if err != nil {
			return nil, err
		}
		return ReadTable(ctx, src, t, o)
	case unknown:
		return nil, &format.Error{File: src.Name, Cause: "no element sets: an OMM is CSV or JSON with EPOCH, MEAN_MOTION and ECCENTRICITY, XML with <omm>, or text that begins with " + kvnMagic}
	}
	r, err := newReader(src, o)
	if err != nil {
		return nil, err
	}
	l := &lines.Reader{Context: ctx, Source: src}
	switch in {
	case xmlNotation:
		return r.finish(r.tags(ctx, src))
	case kvn:
		return r.finish(r.pairs(l))
	}
	return r.finish(r.lines(l))
}

// newReader returns a reader for the element sets of a source.
func newReader(src *infile.Source, o *reading.Options) (*reader, error) {
	for _, refused := range []struct {
		is           bool
		field, cause string
	}{
		{o.LonLat, "lonlat", "element sets of orbits have kilometres, no degrees"},
		{o.Height == format.NoHeight, "height", "orbits are in three dimensions, and what passes above or below another would meet it"},
	} {
		if refused.is {
			return nil, &reading.SetsError{File: src.Name, Field: refused.field, Cause: refused.cause}
		}
	}
	for key := range o.Columns {
		if key != "id" {
			return nil, &reading.SetsError{File: src.Name, Field: "columns", Cause: "element sets of orbits have names of their own, " + key + " too; only the id may be named"}
		}
	}
	l := reading.FileColumns{At: [reading.NumKinds]int{reading.ColT: 0, reading.ColX: 1, reading.ColY: 2, reading.ColZ: 3, reading.ColR: -1, reading.ColVX: -1, reading.ColVY: -1, reading.ColVZ: -1, reading.ColID: 4}}
	r := &reader{message: message{names: fieldNames()}}
	if name, named := o.Columns["id"]; named {
		r.names[idField] = name
	}
	r.numbered = r.names[idField] == catalogueNumber
	l.Name = [reading.NumKinds]string{reading.ColT: "EPOCH", reading.ColID: r.names[idField]}
	l.Units, l.RefFrame = format.Units{Length: "km", Time: "s"}, "TEME about EARTH"
	r.feed = reading.NewFeed(src, l, o, trajectory.Timestamp)
	own := *o
	own.Into.Time = "" // epochs are dates
	return r, r.feed.Convert(&own, func(kind int) (name, unit string) { return l.Name[kind], "" })
}

// finish ends a reading.
func (r *reader) finish(err error) (*reading.Parsed, error) {
	return r.feed.Finish(err, "no element sets")
}
