package reading

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ReadBatches reads trajectories from the batches of a codec, which it closes. It gives columns their meaning: see
// docs/decisions/0131-batches-of-columns.md. Batches are decoded, and their rows made, on o.Threads goroutines.
func ReadBatches(ctx context.Context, src *infile.Source, from codec.Reader, o *Options) (*Parsed, error) {
	defer from.Close() //nolint:errcheck // it was only read
	if tables, several := from.(codec.Tables); several {
		return readTables(ctx, src, tables, o)
	}
	r := newBatchReader(ctx, src, from, o)
	if err := r.fit(); err != nil {
		return nil, err
	}
	return r.parsed("no rows")
}

func newBatchReader(ctx context.Context, src *infile.Source, from codec.Reader, o *Options) *batchReader {
	return &batchReader{ctx: ctx, src: src, codec: from, o: o, columns: slices.Clone(from.Columns())}
}

// parsed reads the rows. empty is the cause of the error of a file without rows.
func (r *batchReader) parsed(empty string) (*Parsed, error) {
	if r.taken.Preset != nil {
		return r.readPreset(empty)
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	if p, err := r.whole(); p != nil || err != nil {
		return p, err
	}
	return r.feed.Finish(r.read(), empty)
}

// A batchReader reads the batches of a codec.
type batchReader struct {
	ctx      context.Context
	src      *infile.Source
	codec    codec.Reader
	o        *Options
	columns  []codec.Column // of the file, and behind them columns that represent a geometry
	geometry *Geometry      // whose well-known binary has the places; nil: columns of numbers have them
	bytes    int            // its column
	layout   FileColumns
	taken    PresetMatch // columns of a preset, instead of the neutral columns
	frame    trajectory.Frame
	times    trajectory.TimeKind
	clock    localtime.Reader // of times in text, which the first ones decide
	first    *firstRead       // nil: no batch was read yet, or it was handed on
	feed     *Feed
	senses   [NumFloats]codec.Sense
	cells    codec.Sense // of cells that conditions and attributes ask for
	named    bool        // ids that are integers are names
	firsts   []int       // of tracks: the number of the first sample of each row that was merged
}

// fail returns an error of the file.
func (r *batchReader) fail(cause string) error { return &format.Error{File: r.src.Name, Cause: cause} }

// find finds the columns to read, and the metadata of the file about them.
func (r *batchReader) find() error {
	if err := CheckNames(r.src.Name, codec.NamesOf(r.columns)); err != nil {
		return err
	}
	found, err := r.findGeometry()
	if err != nil {
		return err
	}
	if !found {
		names, cause := codec.NamesOf(r.columns), ""
		if r.layout, r.taken, cause = r.o.FindTyped(names); cause != "" {
			return r.fail(r.o.Mended(cause, names, r.glances()))
		}
		if err := r.takeCRS(); err != nil {
			return err
		}
		r.o.TakeDegrees(&r.layout, &r.taken)
	}
	cause := r.takeUnits()
	if cause == "" {
		r.frame, cause = r.frameOf()
	}
	if cause != "" {
		return r.fail(cause)
	}
	r.takePieces()
	return nil
}

// takePieces takes the pieces that the file itself has, where Options name none.
func (r *batchReader) takePieces() {
	at := slices.IndexFunc(r.columns, func(c codec.Column) bool { return c.Piece })
	if at < 0 || r.layout.Piece > 0 || r.taken.Preset != nil || slices.Contains(r.layout.At[:], at) || slices.Contains(r.layout.Parts, at) {
		return
	}
	own := *r.o
	own.Pieces = &PieceCodes{}
	r.o, r.layout.Piece = &own, at+1
}

// takeUnits sets the units of columns from the metadata of the file. cause says what is wrong with them.
func (r *batchReader) takeUnits() (cause string) {
	said, ok := r.codec.Note(UnitsKey)
	if !ok {
		return ""
	}
	of := map[string]string{}
	if json.Unmarshal([]byte(said), &of) != nil {
		return fmt.Sprintf("its metadata say %s = %q, which is no JSON object of strings", UnitsKey, infile.Shorten(said))
	}
	for i := range r.columns {
		if r.columns[i].Unit == "" {
			r.columns[i].Unit = of[r.columns[i].Name]
		}
	}
	return ""
}

// frameOf returns the frame that the file names. cause says what is wrong with it, or with reading such positions as degrees.
func (r *batchReader) frameOf() (frame trajectory.Frame, cause string) {
	named, framed := r.codec.Note(FrameKey)
	switch {
	case !framed:
		return trajectory.Plain, ""
	case named != FrameEarthCentred:
		return 0, fmt.Sprintf("its metadata say %s = %q, which this flyby does not know", FrameKey, infile.Shorten(named))
	case r.o.LonLat:
		return 0, fmt.Sprintf("x, y and z are %v already, not longitude, latitude and height", trajectory.EarthCentred)
	}
	return trajectory.EarthCentred, ""
}

// glances shows the first rows, for advice about a file that lacks columns.
func (r *batchReader) glances() GlanceFunc {
	r.takeUnits() // faults of metadata are no matter of advice
	var b codec.Batch
	if r.peek(&b, func(c *codec.Column) bool { return c.Single() }) != nil {
		b.Rows = 0
	}
	sense := codec.Sense{Clock: r.o.Times}
	return func(column int) (g Glance) {
		if column >= len(r.codec.Columns()) { // it represents a geometry, whose numbers have the units of its CRS, and whose M are times
			return Glance{Unit: "m", Timed: r.geometry != nil && r.geometry.IsTrack}
		}
		c := &r.columns[column]
		g.Unit, g.Timed = c.Unit, c.Kind == codec.Stamp && !c.Clocks
		if s := c.Shape; s != nil && s.Axis > 0 && s.CRS.Meaning != geoparquet.Unsaid {
			g.Unit = "m" // or what else the CRS has
		}
		for row := 0; row < min(b.Rows, MostGlanced) && c.Single(); row++ {
			g.Cells = append(g.Cells, sense.Cell(c, &b.Values[column], row).String())
		}
		return g
	}
}

// peek shows the columns that is wants in the first rows. The error is io.EOF where none can be shown.
func (r *batchReader) peek(b *codec.Batch, is func(c *codec.Column) bool) error {
	var wanted []int
	all := r.codec.Columns()
	for i := range all {
		if is(&all[i]) {
			wanted = append(wanted, i)
		}
	}
	return codec.ReadFirst(r.ctx, r.codec, wanted, b)
}

// label returns the name and the unit of a column of a kind.
func (r *batchReader) label(kind int) (name, unit string) {
	if at := r.layout.At[kind]; at >= 0 {
		return r.columns[at].Name, r.columns[at].Unit
	}
	return "", ""
}

// useOf returns the purpose of a kind of columns.
func useOf(kind int) codec.Use {
	switch kind {
	case ColID:
		return codec.AsID
	case ColT:
		return codec.AsTime
	}
	return codec.AsNumber
}

// fit finds the columns to read, and checks their types and units. The error says what is missing or unfit.
func (r *batchReader) fit() error {
	if err := r.find(); err != nil {
		return err
	}
	for _, l := range r.taken.Layouts(r.layout) {
		for kind, at := range l.At {
			if at < 0 || kind == ColT && l.Still {
				continue
			}
			c := &r.columns[at]
			cause := r.unfitFor(kind, c)
			if c.Untyped && kind != ColID {
				c.Kind = untypedKind(kind, c.Kind, r.o)
			}
			if kind == ColT && cause == "" && r.taken.Preset == nil {
				cause = r.openTimes(c)
			}
			if cause != "" && kind == ColID && r.layout.Parts == nil && c.Serves(codec.AsID) != "" {
				return cmp.Or(codec.FloatIDs(r.ctx, r.src.Name, r.codec, at), r.fail(cause))
			}
			if cause != "" {
				return r.fail(cause)
			}
		}
	}
	var cause string
	if r.layout.Units, cause = UnitsOf(r.o, &r.taken, r.label); cause != "" {
		return r.fail(cause)
	}
	return nil
}

// unfitFor returns the reason why a column does not serve as a kind, with the other columns of an id, and the column of pieces; "" where it does.
func (r *batchReader) unfitFor(kind int, c *codec.Column) (cause string) {
	if kind != ColID {
		return c.Serves(useOf(kind))
	}
	texts := r.layout.Parts
	if texts == nil {
		cause = c.Serves(codec.AsID)
	}
	if r.layout.Piece > 0 {
		texts = append(slices.Clone(texts), r.layout.Piece-1)
	}
	for _, at := range texts {
		if c := &r.columns[at]; cause == "" && !c.Single() {
			cause = c.Serves(codec.AsTime)
		}
	}
	return cause
}

// open makes the feed of the rows, and says which columns are wanted.
func (r *batchReader) open() error {
	l, o := &r.layout, r.o
	if at := l.At[ColT]; at >= 0 {
		l.Units.Scale = ScaleOf(r.columns[at].Scale)
	}
	if scale, ok := r.codec.Note(ScaleKey); ok {
		l.Units.Scale = scale
	}
	if err := o.CheckVelocities(r.src.Name, l); err != nil {
		return err
	}
	_, said := r.label(ColZ)
	l.Assumed = o.AssumesHeight(l, said)
	if err := r.begin(); err != nil {
		return err
	}
	return r.convert()
}

// begin makes the feed, and says which columns are wanted.
func (r *batchReader) begin() error {
	l, o, times := &r.layout, r.o, r.times
	if l.Still {
		times = o.Places.Times
	}
	r.feed = NewFeed(r.src, *l, o, times)
	r.feed.Table.Number, r.feed.Table.Frame, r.feed.Cut = r.number, r.frame, l.Piece > 0
	if r.named || r.textIDs() {
		r.feed.NameAll()
	}
	return r.ask()
}

// untypedKind returns the kind of the values of a column without a type, which the file's first rows have, in its use.
func untypedKind(kind int, as codec.Kind, o *Options) codec.Kind {
	switch {
	case kind != ColT:
		return codec.Digits
	case o.Times.Layout != nil && !o.IsUnix():
		return codec.Text
	}
	return as
}

// openTimes finds the kind of the times in a column. cause says why they cannot be read.
func (r *batchReader) openTimes(c *codec.Column) (cause string) {
	if r.clock = r.o.Times; c.Kind == codec.Text || c.Kind == codec.Stamp {
		r.times = trajectory.Timestamp
	}
	if r.layout.Unzoned, cause = r.unzoned(c); cause != "" {
		return cause
	}
	return r.o.UnfitUnix(c.Name, c.Unit, r.times == trajectory.Timestamp)
}

// learnTimes finds out whether times in text are times of day, by the first rows: where no text there is a time, times have dates.
func (r *batchReader) learnTimes() {
	first := &firstRead{}
	if first.err = r.codec.Next(r.ctx, &first.Batch); first.err == nil {
		first.unread = first.Decode()
	}
	r.first = first
	for row := 0; first.err == nil && first.unread == nil && row < first.Rows && !r.clock.Decided(); row++ {
		if v := &first.Values[r.layout.At[ColT]]; !v.Nulls.Has(row) && v.Fault(row) == nil && codec.FaultOf(first.Broken, row) == nil {
			r.clock.Parse(string(v.Text(row))) //nolint:errcheck // a text that is no time leaves the form open
		}
	}
	if !r.clock.Decided() {
		r.clock.Parse("2000-01-01T00:00:00Z") //nolint:errcheck // it decides the form
	}
}

// A firstRead is the first batch, where it was read before the others.
type firstRead struct {
	codec.Batch
	err, unread error // of Next, and of Rest
}

// unzoned returns the name of a column of times that are taken for UTC, "" for another one. cause says that a zone has to be said.
func (r *batchReader) unzoned(c *codec.Column) (name, cause string) {
	if cause = c.UnknownZone(&r.o.Times.Zone, r.o.Flag("tz")); cause != "" || !c.LacksZone() || r.o.Times.Zone.Known() {
		return "", cause
	}
	return c.Name, ""
}

// ask says which columns are wanted.
func (r *batchReader) ask() error {
	file := r.columns[:len(r.codec.Columns())]
	if err := r.feed.Columns(codec.NamesOf(file), func(i int) bool { return file[i].Single() }, nil); err != nil {
		return err
	}
	var tests []codec.Test
	for i, t := range r.o.Tests {
		tests = append(tests, codec.Test{Column: r.feed.asked.at[i], CellTest: t})
	}
	r.codec.Want(r.wanted(), tests)
	return nil
}

// convert finds the factors of columns, for which the first times in text have to be known.
func (r *batchReader) convert() error {
	if at := r.layout.At[ColT]; !r.layout.Still && r.columns[at].Kind == codec.Text && r.o.Times.Layout == nil {
		r.learnTimes()
	}
	for kind := range r.senses {
		r.senses[kind] = codec.Sense{Clock: r.clock, Unix: r.o.UnixUnit(), Counting: kind == ColT && r.o.IsUnix()}
	}
	r.cells = codec.Sense{Clock: r.o.Times}
	if r.clock.OfDay() {
		return r.feed.TakeOfDay(r.o, r.label)
	}
	return r.feed.Convert(r.o, r.label)
}

// wanted returns the columns of the file whose values are used.
func (r *batchReader) wanted() (all []int) {
	for i := range r.codec.Columns() {
		is := r.feed.AsksFor(i) || r.geometry != nil && i == r.bytes
		for kind, at := range r.layout.At {
			is = is || at == i && !(kind == ColT && r.layout.Still)
		}
		is = is || i == r.layout.Piece-1 || slices.Contains(r.layout.Parts, i)
		if is {
			all = append(all, i)
		}
	}
	return all
}

// number turns the number of a row, or of a sample of a track, in an error into its place.
func (r *batchReader) number(e *format.Error) {
	row := e.Line - 1
	if r.isTrack() {
		row, _ = slices.BinarySearch(r.firsts, e.Line+1)
		row = max(0, row-1)
	}
	at := r.codec.Place(row)
	e.Line, e.Row, e.Group, e.Record, e.Index, e.Path = at.Line, at.Row, at.Group, at.Record, at.Index, at.Path
}

// isTrack reports whether each row has a line, whose vertices are samples.
func (r *batchReader) isTrack() bool { return r.geometry != nil && r.geometry.IsTrack }
