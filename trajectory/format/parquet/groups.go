package parquet

import (
	"context"
	"math"
	"os"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/parallel"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Groups has the row groups of a Parquet file, which can be read one by one, and more than once. It does not change, and
// several goroutines may read from it.
type Groups struct {
	file   *os.File
	name   string
	size   int64
	before *infile.Stamp // the state of the file at first
	o      format.Options
	reader parquetReader // with the footer and the columns of the file; it reads nothing
	bounds []valueRange  // [row groups] of times
	box    [3]valueRange // of x, y and z in all row groups
}

// A valueRange is the least and the greatest number of a column by the statistics; NaN where these have none.
type valueRange struct{ least, greatest float64 }

// OpenGroups opens the row groups of a file of Parquet.
func OpenGroups(path string, f format.Format, o format.Options) (g *Groups, ok bool) {
	if o.Columns[format.PieceKey] != "" || strings.Contains(o.Columns["id"], "+") {
		return nil, false // rows of groups have an id of one column, and no pieces
	}
	if o.Threads < 0 || format.CheckColumns(o.Columns) != nil || o.CheckColumnUnits(path, f) != nil {
		return nil, false
	}
	o.Threads = parallel.Threads(o.Threads)
	var err error
	if o.Tests, err = infile.NewCellTests(o.Where); err != nil {
		return nil, false
	}
	if o.Times, err = format.TimesOf(o.Zone, o.TimeLayout); err != nil {
		return nil, false
	}
	file, err := os.Open(infile.In(o.Folder, path))
	if err != nil {
		return nil, false
	}
	g = &Groups{file: file, name: path, o: o}
	if !g.open() {
		file.Close() //nolint:errcheck // it was only read
		return nil, false
	}
	return g, true
}

// open reads the footer.
func (g *Groups) open() (ok bool) {
	info, err := g.file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	defer parquet.Recover(g.name, &err)()
	g.size, g.before = info.Size(), g.o.Stamps.OfBytes(g.name, g.file, info)
	r := &g.reader
	r.src, r.o = g.source(nil), &g.o
	if r.openFile(context.Background()) != nil || r.taken.Preset != nil || r.isTrack() || r.listChunks() != nil || r.settleIDs(context.Background()) != nil {
		return false
	}
	for i := range r.file.Groups {
		g.bounds = append(g.bounds, r.types[format.ColT].valueRange(r.file, i))
	}
	for k := range g.box {
		g.box[k] = r.types[format.ColX+k].rangeOf(r.file)
	}
	r.chunks = nil
	r.file.Settle()
	return true
}

// source returns a source of the file's bytes.
func (g *Groups) source(report func(done, total int64)) *infile.Source {
	return &infile.Source{Name: g.name, At: g.file, Total: g.size, Report: report}
}

// rangeOf returns the range of a column in all row groups with rows; a nil t is a column that the file lacks.
func (t *parquetType) rangeOf(f *parquet.File) (all valueRange) {
	if t == nil {
		return all
	}
	all = valueRange{math.Inf(1), math.Inf(-1)}
	for i := range f.Groups {
		if f.Groups[i].Rows > 0 {
			one := t.valueRange(f, i)
			all = valueRange{min(all.least, one.least), max(all.greatest, one.greatest)}
		}
	}
	return all
}

// valueRange returns the range of a column in a row group. Local times are in the order of the instants at which clocks show them, but for times
// that clocks show twice or never, of which there is no range.
func (t *parquetType) valueRange(f *parquet.File, group int) valueRange {
	if least, most := f.Bounds(group, t.Type); t.IsNumber(least) && t.IsNumber(most) {
		var v [2]float64
		if bad := t.floats(v[:], parquet.Values{Fixed: slices.Concat(least, most)}); len(bad) == 0 {
			return valueRange{v[0], v[1]}
		}
	}
	return valueRange{math.NaN(), math.NaN()}
}

// Close closes the file.
func (g *Groups) Close() error { return g.file.Close() }

// Len returns the number of row groups.
func (g *Groups) Len() int { return len(g.bounds) }

// Rows returns the number of rows of a row group by the footer.
func (g *Groups) Rows(group int) int { return int(g.reader.file.Groups[group].Rows) }

// Times returns the least and the greatest time of a row group by the statistics of the file, which may be wrong. known
// is false where there are none.
func (g *Groups) Times(group int) (least, greatest float64, known bool) {
	b := g.bounds[group]
	return b.least, b.greatest, b.least <= b.greatest
}

// SomeTimes returns the times that the statistics of the row groups name.
func (g *Groups) SomeTimes() (times []float64) {
	for _, b := range g.bounds {
		if b.least <= b.greatest {
			times = append(times, b.least, b.greatest)
		}
	}
	return times
}

// Box returns the box of all positions by the statistics of the file, which may be wrong; NaN along an axis for which
// some row group has no statistics.
func (g *Groups) Box() (least, greatest [3]float64) {
	for k, r := range g.box {
		least[k], greatest[k] = r.least, r.greatest
	}
	return least, greatest
}

// Space returns the space of positions.
func (g *Groups) Space() trajectory.Space {
	space := trajectory.Space{Dim: 2, Frame: g.reader.frame}
	if g.reader.types[format.ColZ] != nil {
		space.Dim = 3
	}
	return space
}

// LonLat reports whether positions are degrees, as Rows.LonLat does.
func (g *Groups) LonLat() bool { return g.o.LonLat }

// Units returns the units of the file, as Report has them.
func (g *Groups) Units() format.Units { return g.reader.layout.Converted() }

// HasRadius reports whether there is a column of radii.
func (g *Groups) HasRadius() bool { return g.reader.types[format.ColR] != nil }

// Bytes returns the approximate memory of g.
func (g *Groups) Bytes() uint64 { return g.reader.file.Bytes() + 16*uint64(len(g.bounds)) }

// Unchanged returns an error if the file has changed since it was opened: it has another size, another modification
// time, or other bytes.
func (g *Groups) Unchanged() error { return infile.Settled(nil, g.name, g.file, g.before) }

// Same reports whether path, in the folder of the options, still names the file, unchanged.
func (g *Groups) Same(path string) bool {
	now, err := os.Stat(infile.In(g.o.Folder, path))
	then, err2 := g.file.Stat()
	return err == nil && err2 == nil && os.SameFile(now, then) && g.Unchanged() == nil
}

// Changed returns the error of a file that was read twice and was not the same.
func (g *Groups) Changed() error {
	return &format.Error{File: g.name, Cause: format.ErrChanged.Error(), Err: format.ErrChanged}
}

// Pick selects row groups and columns to read.
type Pick struct {
	Groups []int // ascending
	// Keys leaves x, y and z out: Rows has ids, times and radii.
	Keys bool
	// Numbers asks for Rows.ID and IDs as in input.ReadRows. Otherwise Rows.ID.Int has the integers themselves, and for
	// names ID.Code has indices of ID.Name.
	Numbers bool
	// Ahead is the approximate number of rows that may be decoded before the first of them is handed on; 0 is the number of
	// input.ReadRows.
	Ahead int
}

// Read reads some row groups as input.ReadRows reads a file. Rows.Group is the row group of the rows. The places of bad
// rows count from the first row group that is read, and numbers of ids from 0.
func (g *Groups) Read(ctx context.Context, part Pick, take format.RowsFunc) (ids format.IDs, report format.Report, err error) {
	if err := g.Unchanged(); err != nil {
		return format.IDs{}, format.Report{}, err
	}
	defer parquet.Recover(g.name, &err)()
	o := g.o
	o.Take = take
	if !part.Numbers {
		o.Attributes = nil // the first reading has them
	}
	all, src := &g.reader, g.source(nil)
	r := &parquetReader{
		src: src, o: &o, pace: usualPace, file: all.file.Pick(src, part.Groups), frame: all.frame, layout: all.layout, types: all.types, attributeTypes: all.attributeTypes, names: all.names,
		picked: part.Groups, bare: !part.Numbers,
	}
	r.where = all.where.Of(r.file)
	if part.Numbers {
		r.src.Report = o.Progress
	}
	if r.pace.ahead > 1 && part.Ahead > 0 {
		r.pace.step = max(1, part.Ahead/r.pace.ahead)
	}
	if r.file.Rows() == 0 {
		return format.IDs{}, format.Report{}, nil
	}
	r.passOn()
	if part.Keys {
		for _, kind := range []int{format.ColX, format.ColY, format.ColZ, format.ColVX, format.ColVY, format.ColVZ} {
			r.types[kind] = nil
		}
	}
	p, err := r.readChunks(ctx)
	g.before.Wait()
	if err = infile.Settled(err, g.name, g.file, g.before); err != nil {
		return format.IDs{}, format.Report{}, err
	}
	p.Attributes.Close()
	ids, report, err = p.HandedOn(g.name)
	report.Presumed, report.Assumed, report.Unzoned, report.OfDay = p.IsPresumed(&g.o), p.Assumed, p.Unzoned, p.OfDay
	report.Bytes = g.size
	return ids, report, err
}
