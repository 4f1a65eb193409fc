package fileset

import (
	"context"
	"fmt"
	"math"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/radix"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ReadFiles reads the trajectories of several files, as input.ReadFiles does.
func ReadFiles(ctx context.Context, files []File, o format.Options) (*trajectory.Store, format.Report, error) {
	o.Still()
	switch {
	case o.States && o.Places == nil:
		return readStates(ctx, files, o)
	case IsFleet(files, o):
		f, report, err := ReadFleet(ctx, files, o)
		if err != nil {
			return nil, report, err
		}
		store, err := StoreOf(ctx, f)
		return store, report, err
	}
	if len(files) == 1 && !o.SortTimes {
		o.ID = files[0].ID
		store, report, err := Read(ctx, files[0].Path, o)
		report.Files = 1
		return store, report, err
	}
	o, files = o.Steady(), slices.Clone(files)
	slices.SortFunc(files, File.Compare)
	g := &gatheredRows{}
	ids, report, err := ReadFileRows(ctx, files, o, g.take)
	if err != nil {
		return nil, format.Report{}, err
	}
	clashes := &Clashes{Files: files, Options: o, IDs: ids, Report: &report}
	if err := g.merge(ctx, clashes); err != nil {
		return nil, report, err
	}
	p := &reading.Parsed{Columns: g.columns(ids), Tally: report.Tally, Preset: report.Preset, Motion: report.Motion, FileColumns: reading.FileColumns{Units: report.Said, Into: report.Units}}
	o.LonLat = g.lonLat
	store, built, err := p.Build(NameOf(files), &reading.Options{Options: o})
	report.Split, report.Added, report.Curve, report.Degrees, report.Places = built.Split, built.Added, built.Curve, built.Degrees, built.Places
	report.FarApart, report.Jumps = built.FarApart, built.Jumps
	report.LeftOut.Add(built.LeftOut)
	return store, report, err
}

// NameOf returns the name of a data set of some files in errors.
func NameOf(files []File) string {
	if len(files) == 1 {
		return files[0].Shown()
	}
	return fmt.Sprintf("%d files", len(files))
}

// gatheredRows has the rows of several files in memory.
type gatheredRows struct {
	c      trajectory.Columns // with the numbers of ids in ID.Code
	files  []fileStart
	lonLat bool
	ids    int
}

// A fileStart is the beginning of a file's rows.
type fileStart struct {
	first, file int
	held        bool // see Rows.Held
}

// take is a RowsFunc.
func (g *gatheredRows) take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
	n := len(g.c.T)
	if n+len(rows.T) > math.MaxUint32 {
		return &format.Error{File: "the files", Cause: reading.TooManyRows}
	}
	if len(g.files) == 0 || g.files[len(g.files)-1].file != rows.File {
		g.files = append(g.files, fileStart{n, rows.File, rows.Held})
	}
	if n+len(rows.T) > cap(g.c.T) {
		what := fmt.Sprintf("the columns of %d rows so far", n+len(rows.T))
		if err := memory.Need(what, memory.Of(infile.Grown(n, len(rows.T), 0), gatheredBytes(rows))); err != nil {
			return fmt.Errorf("format: read files: %w", err)
		}
	}
	g.lonLat, g.ids = rows.LonLat, rows.Trajectories
	g.c.Times, g.c.Frame, g.c.Loose = rows.Times, rows.Frame, rows.Loose
	from := reading.FloatsOf(&rows.Columns)
	for kind, col := range reading.FloatsOf(&g.c) {
		*col = more(*col, *from[kind])
	}
	g.c.Piece, g.c.ID.Code = more(g.c.Piece, rows.Piece), more(g.c.ID.Code, rows.ID.Code)
	return nil
}

// gatheredBytes returns the memory of a row.
func gatheredBytes(rows *reading.Rows) int {
	n := 4 + 4
	for _, col := range reading.FloatsOf(&rows.Columns) {
		if *col != nil {
			n += 8
		}
	}
	return n
}

// more appends values to a column; a nil column, which the files do not have, stays nil.
func more[T any](col, values []T) []T {
	return append(infile.Reserve(col, len(values), 0), values...)
}

// columns returns the columns of all rows, with their ids.
func (g *gatheredRows) columns(ids reading.IDs) trajectory.Columns {
	c := g.c
	g.c = trajectory.Columns{}
	return withIDs(c, ids)
}

// withIDs returns columns, which have the numbers of ids, with the ids.
func withIDs(c trajectory.Columns, ids reading.IDs) trajectory.Columns {
	if ids.Int == nil {
		c.ID.Name = ids.Name
		return c
	}
	numbers := c.ID.Code
	c.ID = trajectory.IDColumn{Int: make([]int64, len(numbers))}
	for row, number := range numbers {
		c.ID.Int[row] = ids.Int[number]
	}
	return c
}

// merge sorts the rows of each trajectory by time, rows of one time by file, and drops rows that repeat
// others.
func (g *gatheredRows) merge(ctx context.Context, clashes *Clashes) error {
	if g.follow() {
		return nil
	}
	c := g.c
	const each = 4 + 4 + 2*8 + 4 // an order by time, one by trajectory, keys packed twice, and counts
	if err := memory.Need(fmt.Sprintf("%d rows in another order than that of files", len(c.T)), memory.Of(len(c.T), each)); err != nil {
		return fmt.Errorf("format: read files: %w", err)
	}
	order := g.order()
	var clash []uint32 // pairs of rows
	kept := order[:0]
	for _, row := range order {
		switch before := lastOf(kept); {
		case before < 0 || c.ID.Code[before] != c.ID.Code[row] || c.T[before] != c.T[row]:
		case g.repeats(uint32(before), row):
			clashes.Repeat()
			continue
		default:
			clash = append(clash, uint32(before), row)
			continue
		}
		kept = append(kept, row)
	}
	if err := g.clash(ctx, clash, clashes); err != nil {
		return err
	}
	g.arrange(kept)
	return nil
}

// follow reports whether the rows of each trajectory are already in order of time, as in files of one day
// each.
func (g *gatheredRows) follow() bool {
	last := slices.Repeat([]float64{math.Inf(-1)}, g.ids)
	for row, number := range g.c.ID.Code {
		if !(g.c.T[row] > last[number]) {
			return false
		}
		last[number] = g.c.T[row]
	}
	return true
}

// lastOf returns the last of the given rows, -1 if there are none.
func lastOf(rows []uint32) int {
	if len(rows) == 0 {
		return -1
	}
	return int(rows[len(rows)-1])
}

// repeats reports whether two rows of a trajectory at one time are at one place.
func (g *gatheredRows) repeats(a, b uint32) bool {
	c := &g.c
	for _, col := range c.V {
		if col != nil && !c.Loose && col[a] != col[b] {
			return false
		}
	}
	return c.X[a] == c.X[b] && c.Y[a] == c.Y[b] && (c.Z == nil || c.Z[a] == c.Z[b] || g.startOf(a).held && g.startOf(b).held)
}

// clash adds pairs of rows at one time and two places to clashes, in order of times and, at one time, of
// numbers.
func (g *gatheredRows) clash(ctx context.Context, pairs []uint32, clashes *Clashes) error {
	order := make([]int, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		order = append(order, i)
	}
	c := &g.c
	slices.SortStableFunc(order, func(a, b int) int {
		a, b = int(pairs[a]), int(pairs[b])
		return compareMoments(c.T[a], c.ID.Code[a], c.T[b], c.ID.Code[b])
	})
	for _, i := range order {
		first, second := pairs[i], pairs[i+1]
		if err := clashes.Add(ctx, c.ID.Code[first], c.T[first], g.startOf(first).file, g.startOf(second).file); err != nil {
			return err
		}
	}
	return nil
}

// startOf returns the beginning of a row's file.
func (g *gatheredRows) startOf(row uint32) fileStart {
	i, found := slices.BinarySearchFunc(g.files, int(row), func(r fileStart, row int) int { return r.first - row })
	if !found {
		i--
	}
	return g.files[i]
}

// order returns the rows by trajectory, then by time, then by file.
func (g *gatheredRows) order() []uint32 {
	byTime := make([]uint32, len(g.c.T))
	for i := range byTime {
		byTime[i] = uint32(i)
		g.c.T[i] += 0 // -0 becomes 0: equal times have equal bits
	}
	radix.Index(byTime, g.c.T)
	next := make([]int, g.ids+1)
	for _, number := range g.c.ID.Code {
		next[number+1]++
	}
	for i := range g.ids {
		next[i+1] += next[i]
	}
	order := make([]uint32, len(byTime))
	for _, row := range byTime {
		number := g.c.ID.Code[row]
		order[next[number]] = row
		next[number]++
	}
	return order
}

// arrange reduces the columns to the rows of order, in that order.
func (g *gatheredRows) arrange(order []uint32) {
	c := &g.c
	for _, col := range reading.FloatsOf(c) {
		*col = radix.Ordered(*col, order)
	}
	c.Piece, c.ID.Code = radix.Ordered(c.Piece, order), radix.Ordered(c.ID.Code, order)
}
