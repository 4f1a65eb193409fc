// Package fcd reads floating-car data of the traffic simulator SUMO.
package fcd

import (
	"fmt"
	"io"
	"maps"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/reading"
	"flyby/internal/xmlscan"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ReadTags reads floating-car data of SUMO from its root on, or returns the fault of the root: <vehicle>,
// <person> and <container> elements with attributes id, x, y and perhaps z, inside of <timestep time="...">.
func ReadTags(x xmlscan.Reader, root xmlscan.Tag, err error, o *reading.Options) (*reading.Parsed, error) {
	if o.Curve > 0 {
		return nil, reading.NoVelocities(x.Source.Name)
	}
	if o.Places != nil { // before rows that fail conditions are passed over, which may be all
		return nil, &format.Error{File: x.Source.Name, Cause: "floating-car data have times, and no places"}
	}
	own := *o
	own.Columns = map[string]string{"id": "id", "t": "time"}
	maps.Copy(own.Columns, o.Columns)
	if o.NoTimes() {
		own.Columns["t"] = "time"
	}
	f := &fcdReader{o: &own, x: x, feed: reading.NewFeed(x.Source, reading.FileColumns{}, o, trajectory.Number)}
	if err == nil {
		err = f.tag(root)
	}
	if err == nil {
		err = f.steps()
	}
	return f.finish(err)
}

// finish ends a reading with an error; io.EOF is none.
func (f *fcdReader) finish(err error) (*reading.Parsed, error) {
	if err == io.EOF {
		err = nil
	}
	return f.feed.Finish(err, "no <vehicle> or <person> in any <timestep>: not floating-car data of SUMO")
}

type fcdReader struct {
	o     *reading.Options
	x     xmlscan.Reader
	feed  *reading.Feed
	know  bool    // the layout is known, from the first vehicle
	first string  // words for the first object: its element and its line
	time  float64 // of the timestep
	times clockTimes
	inner bool                     // inside of a timestep
	late  *format.Error            // fault of the timestep's time
	value [reading.NumKinds][]byte // of the vehicle's attributes, nil where absent
	v     [reading.NumFloats]float64
	clock []byte // the text of the timestep's time
}

// steps reads all tags.
func (f *fcdReader) steps() error {
	for {
		if err := f.step(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// step reads one tag.
func (f *fcdReader) step() error {
	tag, err := f.x.Next()
	if err != nil {
		return err
	}
	return f.tag(tag)
}

// tag takes a tag.
func (f *fcdReader) tag(tag xmlscan.Tag) error {
	switch string(tag.Name) {
	case "timestep":
		f.inner = !tag.Closing
		if f.inner {
			return f.timestep(tag)
		}
	case "vehicle", "person", "container":
		if !tag.Closing {
			return f.object(tag)
		}
	}
	return nil
}

// timestep reads the time of the vehicles inside of it.
func (f *fcdReader) timestep(tag xmlscan.Tag) error {
	name := f.o.Columns["t"]
	f.late, f.clock = &format.Error{Line: tag.Line, Column: name, Cause: "missing"}, f.clock[:0]
	for _, a := range tag.Attributes {
		if string(a.Name) == name {
			f.late, f.clock = nil, append(f.clock[:0], a.Value...)
			var bad string
			if f.time, bad = f.times.seconds(a.Value); bad != "" {
				f.late = &format.Error{Line: tag.Line, Column: name, Value: string(a.Value), Cause: bad}
			}
		}
	}
	if f.late != nil && !f.feed.Table.Skip {
		return f.feed.Table.Placed(f.late)
	}
	return nil
}

// clockTimes reads the times of timesteps: numbers of seconds, or with SUMO's --human-readable-time times of day.
type clockTimes struct {
	reader  localtime.Reader
	numbers bool
}

// seconds reads a time. cause says what is wrong with it.
func (c *clockTimes) seconds(text []byte) (sec float64, cause string) {
	sec, cause = infile.ParseFloat(text)
	if cause == "" && c.reader.OfDay() {
		return 0, "a number among times of day"
	}
	if cause == "" {
		c.numbers = true
		return sec, ""
	}
	own := c.reader // a time of another form decides nothing
	at, err := own.Parse(infile.TextOf(infile.Trim(text)))
	switch {
	case err == nil && own.OfDay() && c.numbers:
		return 0, "a time of day among numbers"
	case err == nil && own.OfDay():
		c.reader = own
		return at, ""
	case c.reader.OfDay():
		return 0, infile.Inner(err)
	}
	return 0, cause
}

// object reads the row of a vehicle.
func (f *fcdReader) object(tag xmlscan.Tag) error {
	if !f.inner {
		return f.x.Fail(tag.Line, fmt.Sprintf("a <%s> outside of any <timestep>", tag.Name))
	}
	if f.feed.Asks() {
		f.gather(tag)
	}
	if f.feed.Misses() {
		return nil
	}
	if !f.know {
		if err := f.learn(tag); err != nil {
			return err
		}
	}
	clear(f.value[:])
	for _, a := range tag.Attributes {
		for kind := range f.value {
			if f.feed.Table.Layout.Name[kind] == string(a.Name) && kind != reading.ColT {
				f.value[kind] = a.Value
			}
		}
	}
	if e := f.row(tag); e != nil {
		return f.feed.Bad(e.Line, e)
	}
	f.feed.Kind = reading.KindOf(tag.Name)
	return f.feed.Named(tag.Line, &f.v, f.value[reading.ColID])
}

// gather takes the cells of a vehicle.
func (f *fcdReader) gather(tag xmlscan.Tag) {
	f.feed.Begin()
	f.feed.Add([]byte(f.o.Columns["t"]), infile.TextCell(f.clock))
	told := false
	for _, a := range tag.Attributes {
		f.feed.Add(a.Name, infile.TextCell(a.Value))
		told = told || string(a.Name) == reading.KindColumn
	}
	if !told {
		f.feed.Add([]byte(reading.KindColumn), infile.TextCell(tag.Name))
	}
}

// learn takes the columns from the first vehicle's attributes.
func (f *fcdReader) learn(tag xmlscan.Tag) error {
	names := []string{f.o.Columns["t"]}
	for _, a := range tag.Attributes {
		names = append(names, string(a.Name))
	}
	l, lacks, cause := f.o.Look(names)
	if cause == "" && len(lacks) > 0 {
		cause = f.o.LackOf(names, lacks)
	}
	if cause != "" {
		return f.x.Fail(tag.Line, cause)
	}
	l.Units, l.Presumed = format.Units{Length: "m", Time: "s"}, true
	if cause := f.o.UnfitUnix(l.Name[reading.ColT], l.Units.Time, f.times.reader.OfDay()); cause != "" {
		return &format.Error{File: f.x.Source.Name, Cause: cause}
	}
	f.feed.Table.Layout, f.know = l, true
	if err := f.feed.Convert(f.o, func(kind int) (name, unit string) { return l.Name[kind], fcdUnit(kind) }); err != nil {
		return err
	}
	f.first = fmt.Sprintf("the first <%s>, of line %d,", tag.Name, tag.Line)
	return nil
}

// fcdUnit returns SUMO's unit of a kind of column.
func fcdUnit(kind int) string {
	if kind == reading.ColT {
		return "s"
	}
	return "m"
}

// row reads the numbers of the row in f.value.
func (f *fcdReader) row(tag xmlscan.Tag) *format.Error {
	if f.late != nil {
		late := *f.late
		return &late
	}
	if e := f.mixed(tag); e != nil {
		return e
	}
	l := &f.feed.Table.Layout
	v := &f.v
	v[reading.ColT] = f.time
	for kind := range f.value {
		if l.At[kind] < 0 || kind == reading.ColT {
			continue
		}
		cause := ""
		if kind == reading.ColID {
			if len(f.value[kind]) == 0 {
				cause = "missing"
			}
		} else {
			v[kind], cause = infile.Number(f.value[kind])
		}
		if cause != "" {
			return &format.Error{Line: tag.Line, Column: l.Name[kind], Value: string(f.value[kind]), Cause: cause}
		}
	}
	return nil
}

// mixed refuses a vehicle that has a height or a radius where the first vehicle has none, or
// has none where the first has one.
func (f *fcdReader) mixed(tag xmlscan.Tag) *format.Error {
	for _, kind := range []int{reading.ColZ, reading.ColR} {
		here, there := f.value[kind] != nil, f.feed.Table.Layout.At[kind] >= 0
		if here == there {
			continue
		}
		e := &format.Error{Line: tag.Line, Column: f.feed.Table.Layout.Name[kind], Value: string(f.value[kind])}
		if e.Cause = fmt.Sprintf("missing in <%s> %q, but %s has it", tag.Name, infile.Shorten(string(f.value[reading.ColID])), f.first); here {
			e.Cause = fmt.Sprintf("<%s> %q has it, but %s has not", tag.Name, infile.Shorten(string(f.value[reading.ColID])), f.first)
		}
		return e
	}
	return nil
}
