package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/job"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/geo"
	"flyby/trajectory/inventory"
)

// curveFlag is --curve: how far chords may be from the curves that velocities make of samples.
type curveFlag struct {
	quantity
	command *cobra.Command
	none    bool   // it is the word noCurve
	unit    string // of lengths in what was read last, where the flag has one
}

// noCurve is the value of --curve for straight motion, whatever files declare.
const noCurve = "none"

// orbitCurve is the default of --curve for ephemerides, in km.
const orbitCurve = format.DefaultOrbitCurve

func (f *curveFlag) add(c *cobra.Command) {
	f.command, f.flag, f.dim = c, "--curve", measure.Length
	c.Flags().Var(f, "curve", "follow the velocities in the file (vx, vy, vz) to within `E`, in the length unit of the data or with a unit, as 10m; none: straight lines (default as a rule 10m for OEM with velocities, else none)")
	complete(c, "curve", noCurve)
}

// Set takes a length, or none.
func (f *curveFlag) Set(text string) error {
	if f.none = text == noCurve; f.none {
		f.value = measure.Quantity{}
		return nil
	}
	return f.quantity.Set(text)
}

func (f *curveFlag) String() string {
	if f.none {
		return noCurve
	}
	return f.quantity.String()
}

// orbits is format.Options.OrbitCurve.
func (f *curveFlag) orbits() float64 {
	if f.command.Flags().Changed("curve") {
		return 0
	}
	return orbitCurve
}

// obeyed returns the options of reading for a job, which takes an OrbitCurve of 0 for the default.
func obeyed(read format.Options) format.Options {
	if read.OrbitCurve == 0 {
		read.OrbitCurve = job.Straight
	}
	return read
}

// given reports whether motion is to be curved.
func (f *curveFlag) given() bool { return f.number() > 0 }

// check refuses distances that are none, and flags that curves have no part in.
func (f *curveFlag) check(lonLat bool, columns map[string]string) error {
	for _, key := range []string{"vx", "vy", "vz"} {
		if name, named := columns[key]; named && !f.given() {
			return cli.Usage(f.command, "--columns %s=%s: velocities are read with --curve alone", key, name)
		}
	}
	switch {
	case !f.command.Flags().Changed("curve") || f.none:
		return nil
	case !(f.number() > 0 && f.number() <= trajectory.MaxMagnitude):
		return cli.Usage(f.command, "--curve %s: must be a number above 0, or %s", &f.quantity, noCurve)
	case lonLat:
		return cli.Usage(f.command, "--curve and --lonlat: degrees have no velocities, and are split along great circles")
	}
	return nil
}

// of is the flag in the units of a file.
func (f *curveFlag) of(file string, u format.Units) (float64, error) {
	if f.unit = ""; f.value.HasUnit() {
		f.unit = u.Length
	}
	v, err := f.in(f.command, file, u)
	if err == nil && f.given() && !(v > 0 && v <= trajectory.MaxMagnitude) {
		return 0, cli.Usage(f.command, "--curve %s: must be above 0 and at most 2^1000 in the unit of the data", &f.quantity)
	}
	return v, err
}

// explain makes wrong usage of an error that says why there are no curves in a file.
func (f *curveFlag) explain(err error) error {
	var refused *format.CurveError
	if !errors.As(err, &refused) {
		return err
	}
	if refused.Fits > 0 {
		return cli.Usage(f.command, "--curve %s: %s: %s; --curve %v%s is enough for all", &f.quantity, shown(refused.File), refused.Cause, refused.Fits, f.unit)
	}
	return cli.Usage(f.command, "--curve %s: %s: %s", &f.quantity, shown(refused.File), refused.Cause)
}

// curves is the part of the summary about curves.
type curves struct {
	Within       float64 `json:"within"`       // chords of curves, in the unit of length
	DMinWithin   float64 `json:"d_min_within"` // d_min from the d_min of the curves; with --vertical dz_closest, too
	EntrySplit   int     `json:"entry_segments_split"`
	EntryAdded   int     `json:"entry_segments_added"`
	QueriesSplit int     `json:"query_segments_split"`
	QueriesAdded int     `json:"query_segments_added"`
}

// curves is nil where motion is straight.
func (t *task) curves() *curves {
	e, q := &t.entries.Report, &t.queries.Report
	if t.command == "join" {
		q = e
	}
	entries, queries := curveOf(e), curveOf(q)
	if entries+queries == 0 {
		return nil
	}
	c := curves{Within: max(entries, queries), DMinWithin: entries + queries}
	if entries > 0 {
		c.EntrySplit, c.EntryAdded = e.Split, e.Added
	}
	if queries > 0 {
		c.QueriesSplit, c.QueriesAdded = q.Split, q.Added
	}
	return &c
}

// curved is the line of the summary for people about curves.
func (t *task) curved() string {
	c := t.curves()
	unit := ""
	if u := t.report.Units.Length; u != "" {
		unit = " " + u
	}
	text := "curves: " + inventory.Became(c.EntrySplit, c.EntryAdded, "entry segment")
	if t.command != "join" {
		text += ", " + inventory.Became(c.QueriesSplit, c.QueriesAdded, "query segment")
	}
	if t.asked().Search.Rule().HasHeights() {
		return text + fmt.Sprintf("; d_min and dz_closest are within %v%s (%s) of those of the curves from t_enter to t_exit", c.DMinWithin, unit, c.sum())
	}
	return text + fmt.Sprintf("; d_min is within %v%s (%s) of that of the curves", c.DMinWithin, unit, c.sum())
}

// sum says how DMinWithin comes of E, which one side may have alone.
func (c *curves) sum() string {
	switch c.DMinWithin {
	case 2 * c.Within:
		return "2E"
	case c.Within:
		return "E"
	}
	return "the E of both"
}

// inMetres returns data that stayed in degrees as a search has them: in earth-centred metres, with long
// segments split.
func (a *app) inMetres(name string, l loaded) (loaded, error) {
	store, err := trajectory.New(unbuilt(l.Store), trajectory.BuildOptions{Path: geo.GreatCircles()})
	if err != nil {
		return loaded{}, fmt.Errorf("%s: %w", name, err)
	}
	l.Store, l.Report.Degrees = store, false
	l.Report.Split, l.Report.Added = store.Split()
	a.tellSplit(name, alongCircles, l.Report)
	return l, nil
}

// unbuilt returns the columns of a store, its pieces among them, from which New makes the same store.
func unbuilt(s *trajectory.Store) trajectory.Columns {
	n := s.Samples()
	c := trajectory.Columns{T: slices.Clone(s.T()), X: slices.Clone(s.X()), Y: slices.Clone(s.Y()), Z: slices.Clone(s.Z()), Times: s.Times()}
	c.Piece = make([]uint32, 0, n)
	piece := uint32(0)
	for p := range s.Pieces() {
		c.Piece = append(c.Piece, slices.Repeat([]uint32{piece}, p.Samples)...)
		piece++
	}
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		if s.IntIDs() {
			c.ID.Int = append(c.ID.Int, slices.Repeat([]int64{s.IntID(traj)}, last-first)...)
		} else {
			c.ID.Code = append(c.ID.Code, slices.Repeat([]uint32{uint32(traj)}, last-first)...)
			c.ID.Name = append(c.ID.Name, s.ID(traj))
		}
		if s.HasRadius() {
			c.R = append(c.R, slices.Repeat([]float64{s.Radius(traj)}, last-first)...)
		}
	}
	return c
}
