package format

import (
	"fmt"
	"io"
	"maps"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
	"flyby/trajectory"
)

// ReadFCDTags reads floating-car data of SUMO from its root on, or what is wrong with that: <vehicle>, <person>
// and <container> elements with attributes id, x, y and perhaps z, inside of <timestep time="...">.
func ReadFCDTags(x xmlscan.Reader, root xmlscan.Tag, err error, o *Options) (*Parsed, error) {
	if o.Curve > 0 {
		return nil, noVelocities(x.Source.Name)
	}
	if o.Places != nil { // before rows that hold no condition are passed over, all of the file
		return nil, &Error{File: x.Source.Name, Cause: "floating-car data have times, and no places"}
	}
	own := *o
	own.Columns = map[string]string{"id": "id", "t": "time"}
	maps.Copy(own.Columns, o.Columns)
	if o.NoTimes() {
		own.Columns["t"] = "time"
	}
	f := &fcdReader{o: &own, x: x, feed: newFeed(x.Source, FileColumns{}, o, trajectory.Number), where: newCellFinder(o)}
	f.where.tell(f.feed)
	if err == nil {
		err = f.tag(root)
	}
	if err == nil {
		err = f.steps()
	}
	return f.finish(err)
}

// finish ends a reading with an error, io.EOF where it is none.
func (f *fcdReader) finish(err error) (*Parsed, error) {
	if err == io.EOF {
		err = nil
	}
	err = f.where.finish(f.x.Source.Name, f.feed.Table.attributes, err)
	return f.feed.finish(err, "no <vehicle> or <person> in any <timestep>: not floating-car data of SUMO")
}

type fcdReader struct {
	o     *Options
	x     xmlscan.Reader
	feed  *feed
	know  bool             // the layout, from the first vehicle
	first string           // what that was
	time  float64          // of the timestep
	inner bool             // inside of a timestep
	late  *Error           // what is wrong with the timestep's time
	value [NumKinds][]byte // of the vehicle's attributes, nil where absent
	v     [NumFloats]float64
	where *cellFinder
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
	f.late, f.clock = &Error{Line: tag.Line, Column: name, Cause: "missing"}, f.clock[:0]
	for _, a := range tag.Attributes {
		if string(a.Name) == name {
			f.late, f.clock = nil, append(f.clock[:0], a.Value...)
			var bad string
			if f.time, bad = infile.ParseFloat(a.Value); bad != "" {
				f.late = &Error{Line: tag.Line, Column: name, Value: string(a.Value), Cause: bad}
			}
		}
	}
	if f.late != nil && !f.feed.Table.skip {
		return f.feed.Table.placed(f.late)
	}
	return nil
}

// object reads the row of a vehicle.
func (f *fcdReader) object(tag xmlscan.Tag) error {
	if !f.inner {
		return f.x.Fail(tag.Line, fmt.Sprintf("a <%s> outside of any <timestep>", tag.Name))
	}
	if f.where.asks() && !f.holds(tag) {
		f.feed.b.missed++
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
			if f.feed.Table.layout.Name[kind] == string(a.Name) && kind != ColT {
				f.value[kind] = a.Value
			}
		}
	}
	if e := f.row(tag); e != nil {
		return f.feed.bad(e.Line, e)
	}
	f.feed.kind = kindOf(tag.Name)
	return f.feed.named(tag.Line, &f.v, f.value[ColID])
}

// holds takes the cells of a vehicle, and reports whether it holds the conditions.
func (f *fcdReader) holds(tag xmlscan.Tag) bool {
	f.where.begin()
	f.where.add([]byte(f.o.Columns["t"]), f.clock)
	told := false
	for _, a := range tag.Attributes {
		f.where.add(a.Name, a.Value)
		told = told || string(a.Name) == KindColumn
	}
	if !told {
		f.where.add([]byte(KindColumn), tag.Name)
	}
	return f.where.holds()
}

// learn takes the columns from the first vehicle's attributes.
func (f *fcdReader) learn(tag xmlscan.Tag) error {
	names := []string{f.o.Columns["t"]}
	for _, a := range tag.Attributes {
		names = append(names, string(a.Name))
	}
	l, lacks, cause := f.o.look(names)
	if cause == "" && len(lacks) > 0 {
		cause = f.o.lackOf(names, lacks)
	}
	if cause != "" {
		return f.x.Fail(tag.Line, cause)
	}
	l.Units, l.presumed = Units{Length: "m", Time: "s"}, true
	if cause := f.o.UnfitUnix(l.Name[ColT], l.Units.Time, false); cause != "" {
		return &Error{File: f.x.Source.Name, Cause: cause}
	}
	var err error
	if f.feed.factors, err = f.o.Factors(f.x.Source.Name, l.Units, f.feed.rules.Times, &l, func(kind int) (name, unit string) { return l.Name[kind], fcdUnit(kind) }); err != nil {
		return err
	}
	f.feed.Table.layout, f.know = l, true
	f.first = fmt.Sprintf("the first <%s>, of line %d,", tag.Name, tag.Line)
	return nil
}

// fcdUnit is the unit of a kind of column, as SUMO has it.
func fcdUnit(kind int) string {
	if kind == ColT {
		return "s"
	}
	return "m"
}

// row reads the numbers of the row in f.value.
func (f *fcdReader) row(tag xmlscan.Tag) *Error {
	if f.late != nil {
		late := *f.late
		return &late
	}
	if e := f.mixed(tag); e != nil {
		return e
	}
	l := &f.feed.Table.layout
	v := &f.v
	v[ColT] = f.time
	for kind := range f.value {
		if l.At[kind] < 0 || kind == ColT {
			continue
		}
		cause := ""
		if kind == ColID {
			if len(f.value[kind]) == 0 {
				cause = "missing"
			}
		} else {
			v[kind], cause = infile.Number(f.value[kind])
		}
		if cause != "" {
			return &Error{Line: tag.Line, Column: l.Name[kind], Value: string(f.value[kind]), Cause: cause}
		}
	}
	return nil
}

// mixed refuses a vehicle that has a height or a radius where the first vehicle has none, or
// has none where the first has one.
func (f *fcdReader) mixed(tag xmlscan.Tag) *Error {
	for _, kind := range []int{ColZ, ColR} {
		here, there := f.value[kind] != nil, f.feed.Table.layout.At[kind] >= 0
		if here == there {
			continue
		}
		e := &Error{Line: tag.Line, Column: f.feed.Table.layout.Name[kind], Value: string(f.value[kind])}
		if e.Cause = fmt.Sprintf("missing in <%s> %q, but %s has it", tag.Name, infile.Shorten(string(f.value[ColID])), f.first); here {
			e.Cause = fmt.Sprintf("<%s> %q has it, but %s has not", tag.Name, infile.Shorten(string(f.value[ColID])), f.first)
		}
		return e
	}
	return nil
}
