package parquet

import (
	"context"
	"math"
	"os"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/parallel"
	"flyby/internal/parquet"
	"flyby/internal/reading"
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
	o      reading.Options
	groups *parquet.Groups
	opened *reading.Opened
	bounds []valueRange  // [row groups] of times
	box    [3]valueRange // of x, y and z in all row groups
}

// A valueRange is the least and the greatest number of a column by the statistics; NaN where these have none.
type valueRange struct{ least, greatest float64 }

// OpenGroups opens the row groups of a file of Parquet.
func OpenGroups(path string, f reading.Format, asked format.Options) (g *Groups, ok bool) {
	o := reading.Options{Options: asked}
	if o.Columns[infile.PieceKey] != "" || strings.Contains(o.Columns["id"], "+") {
		return nil, false // rows of groups have an id of one column, and no pieces
	}
	if o.Threads < 0 || infile.CheckTrajectoryColumns(o.Columns) != nil || o.CheckColumnUnits(path, f) != nil {
		return nil, false
	}
	o.Threads = parallel.Threads(o.Threads)
	var err error
	if o.Tests, err = infile.NewCellTests(o.Where); err != nil {
		return nil, false
	}
	if o.Times, err = o.TimeReader(); err != nil {
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
	src := g.source(nil)
	if g.groups, err = parquet.OpenGroups(src); err != nil {
		return false
	}
	whole := func() codec.Reader { return g.groups.All(g.o.Threads) }
	if g.opened, err = reading.OpenParts(context.Background(), src, whole, &g.o); err != nil {
		return false
	}
	for group := range g.groups.Len() {
		g.bounds = append(g.bounds, g.rangeOf(reading.ColT, group))
	}
	for k := range g.box {
		g.box[k] = g.wholeRange(reading.ColX + k)
	}
	g.groups.Settle()
	return true
}

// source returns a source of the file's bytes.
func (g *Groups) source(report func(done, total int64)) *infile.Source {
	return &infile.Source{Name: g.name, At: g.file, Total: g.size, Report: report}
}

// wholeRange returns the range of a kind in all row groups with rows, 0 where the file lacks it.
func (g *Groups) wholeRange(kind int) (all valueRange) {
	if !g.opened.Has(kind) {
		return all
	}
	all = valueRange{math.Inf(1), math.Inf(-1)}
	for group := range g.groups.Len() {
		if g.Rows(group) > 0 {
			one := g.rangeOf(kind, group)
			all = valueRange{min(all.least, one.least), max(all.greatest, one.greatest)}
		}
	}
	return all
}

// rangeOf returns the range of a kind in a row group. Local times are in the order of the instants at which clocks show them, but for times that clocks
// show twice or never, of which there is no range.
func (g *Groups) rangeOf(kind, group int) (v valueRange) {
	v.least, v.greatest = g.opened.Range(kind, func(column int) (codec.Values, bool) { return g.groups.Bounds(group, column) })
	return v
}

// Close closes the file.
func (g *Groups) Close() error { return g.file.Close() }

// Len returns the number of row groups.
func (g *Groups) Len() int { return len(g.bounds) }

// Rows returns the number of rows of a row group by the footer.
func (g *Groups) Rows(group int) int { return g.groups.Rows(group) }

// Times returns the least and the greatest time of a row group by the statistics of the file, which may be wrong. known
// is false if there are none.
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
	space := trajectory.Space{Dim: 2, Frame: g.opened.Frame}
	if g.opened.Has(reading.ColZ) {
		space.Dim = 3
	}
	return space
}

// LonLat reports whether positions are degrees, as Rows.LonLat does.
func (g *Groups) LonLat() bool { return g.o.LonLat }

// Units returns the units of the file, as Report has them.
func (g *Groups) Units() format.Units { return g.opened.Layout.Converted() }

// HasRadius reports whether there is a column of radii.
func (g *Groups) HasRadius() bool { return g.opened.Has(reading.ColR) }

// Bytes returns the approximate memory of g.
func (g *Groups) Bytes() uint64 { return g.groups.Bytes() + 16*uint64(len(g.bounds)) }

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
	// Numbers asks for Rows.ID and IDs as in fileset.ReadRows. Otherwise Rows.ID.Int has the integers themselves, and for
	// names ID.Code has indices of ID.Name.
	Numbers bool
	// Ahead is the approximate number of rows that may be decoded before the first of them is handed on; 0 is the number of
	// fileset.ReadRows.
	Ahead int
}

// Read reads some row groups as fileset.ReadRows reads a file. Rows.Group is the row group of the rows. The places of bad
// rows count from the first row group that is read, and numbers of ids from 0.
func (g *Groups) Read(ctx context.Context, part Pick, take reading.RowsFunc) (ids reading.IDs, report format.Report, err error) {
	if err := g.Unchanged(); err != nil {
		return reading.IDs{}, format.Report{}, err
	}
	rows := 0
	for _, group := range part.Groups {
		rows += g.Rows(group)
	}
	if rows == 0 {
		return reading.IDs{}, format.Report{}, nil
	}
	src := g.source(nil)
	if part.Numbers {
		src.Report = g.o.Progress
	}
	p, err := g.opened.Read(ctx, src, g.groups.Pick(src, part.Groups, g.o.Threads, part.most()), reading.Choice{Keys: part.Keys, Bare: !part.Numbers}, take)
	g.before.Wait()
	if err = infile.Settled(err, g.name, g.file, g.before); err != nil {
		return reading.IDs{}, format.Report{}, err
	}
	p.Attributes.Close()
	ids, report, err = p.HandedOn(g.name)
	report.Presumed, report.Assumed, report.Unzoned, report.OfDay = p.IsPresumed(&g.o), p.Assumed, p.Unzoned, p.OfDay
	report.Bytes = g.size
	return ids, report, err
}

// most returns the most rows of a batch: about as many batches are decoded ahead, each column's on its own, or have their rows made.
func (p *Pick) most() int {
	const batches, usual = 6, 1 << 17
	ahead := p.Ahead
	if ahead == 0 {
		ahead = usual
	}
	return max(1, ahead/batches)
}
