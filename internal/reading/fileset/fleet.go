package fileset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"flyby/internal/elements"
	"flyby/internal/fleet"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/sgp4"
)

// ReadFleet reads files of element sets: the objects of all files, whose positions are made when asked, in the span of Options.Window.
func ReadFleet(ctx context.Context, files []File, o format.Options) (*fleet.Fleet, format.Report, error) {
	if from, to := o.Window[0], o.Window[1]; !(from <= to && to-from <= math.MaxFloat64) {
		return nil, format.Report{}, fmt.Errorf("format: read files: window from %v to %v: must be a span of time", from, to)
	}
	o.Sets, o.SortTimes = true, true
	g := &gatheredSets{o: o, name: NameOf(files)}
	ids, report, err := ReadFileRows(ctx, files, o, g.take)
	if err != nil {
		return nil, report, err
	}
	if err := g.adapt(&report); err != nil {
		return nil, report, err
	}
	f := &fleet.Fleet{From: o.Window[0], To: o.Window[1], Radius: g.o.Radius, Threads: o.Threads}
	order := ids.Order(len(g.sets), func(number uint32) bool { return len(g.sets[number]) > 0 })
	f.IDs = ids.Of(order)
	paths := make([]fleet.Path, len(order))
	tallies, errs := make([]elements.Tally, len(order)), make([]error, len(order))
	parallel.Each(ctx, len(order), parallel.Threads(o.Threads), func(_, i int) {
		of := elements.Order(g.sets[order[i]], &tallies[i])
		paths[i], errs[i] = elements.New(of, f.From, f.To, g.within, &tallies[i])
	})
	f.Paths = paths
	if err := cmp.Or(ctx.Err(), errors.Join(errs...)); err != nil {
		return nil, report, fmt.Errorf("format: read files: %w", err)
	}
	report.Elements = &elements.Tally{}
	for i := range tallies {
		report.Elements.Add(&tallies[i])
	}
	return f, report, g.checkPaths(f, report.Elements)
}

// checkPaths refuses objects that all have no position in the span.
func (g *gatheredSets) checkPaths(f *fleet.Fleet, of *elements.Tally) error {
	for _, path := range f.Paths {
		for range path.Legs(f.From) {
			return nil
		}
	}
	cause := "no object has a position in the span of time"
	for reason, n := range of.Ended {
		if n > 0 {
			cause += fmt.Sprintf("; SGP4 ends %d with: %s", n, sgp4.Failure(reason).Reason())
		}
	}
	return &format.Error{File: g.name, Cause: cause, Err: trajectory.ErrEmpty}
}

// IsFleet reports whether ReadFleet reads files: they have element sets, and there is a span of time.
func IsFleet(files []File, o format.Options) bool { return o.Window != nil && HaveSets(files, o) }

// StoreOf makes the store of a fleet.
func StoreOf(ctx context.Context, f *fleet.Fleet) (*trajectory.Store, error) {
	all := make([]int, len(f.Paths))
	for object := range all {
		all[object] = object
	}
	if err := memory.Need("the segments of element sets", memory.Of(int(f.Estimate()), storedBytes)); err != nil {
		return nil, fmt.Errorf("format: read files: %w", err)
	}
	return f.Store(ctx, all)
}

// storedBytes is the bytes of a sample in memory.
const storedBytes = 4 * 8

// gatheredSets has the element sets of files.
type gatheredSets struct {
	o      format.Options // adapted to the units of the files, once these are known
	name   string         // of the files
	sets   [][]elements.Set
	within float64 // greatest distance of chords from the paths, in km
}

// take is a RowsFunc.
func (g *gatheredSets) take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
	if rows.Sets == nil {
		return &format.Error{File: g.name, Cause: "some files have element sets of orbits, and others have samples: search these as entries and queries"}
	}
	for len(g.sets) < rows.Trajectories {
		g.sets = append(g.sets, nil)
	}
	for row, number := range rows.ID.Code {
		g.sets[number] = append(g.sets[number], rows.Sets[row])
	}
	return nil
}

// adapt learns the values of options that are in the units of the data.
func (g *gatheredSets) adapt(report *format.Report) error {
	if err := reading.Adapt(&g.o, g.name, report.Units, nil); err != nil {
		return err
	}
	switch g.within = cmp.Or(g.o.Curve, g.o.OrbitCurve); {
	case !(g.within > 0):
		return &format.CurveError{File: g.name, Cause: "element sets have no samples that straight motion could join"}
	case report.Units.Length != elementsLength:
		return &format.Error{File: g.name, Cause: fmt.Sprintf("element sets have positions in %s, and the other data set has %s", elementsLength, report.Units.Length)}
	case g.o.Upright:
		return &format.Error{File: g.name, Cause: "positions of element sets have no height z, which a vertical threshold needs", Err: format.ErrNoHeights}
	}
	report.Curve = g.within
	return nil
}

// elementsLength is the unit of positions.
const elementsLength = "km"
