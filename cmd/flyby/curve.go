package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// curveFlag is --curve: how far chords may be from the curves that velocities make of samples.
type curveFlag struct {
	quantity
	command *cobra.Command
	unit    string // of lengths in what was read last, where the flag has one
}

func (f *curveFlag) add(c *cobra.Command) {
	f.command = c
	addQuantity(c, &f.quantity, "curve", measure.Length, "samples have velocities (columns vx, vy and in 3-D vz, in the units that the file names for them, else in lengths by times of the data; OEM has them): motion between two of them is the cubic that fits both, and its segment is split evenly in time until its chords stay within `E` of it, in the length unit of the data or with a unit, as 10m. At every instant distances are then within 2E of those of the curves, d_min too, and with --vertical so are horizontal distances and differences of heights; segments count the parts, at most 10,000 each (default: motion is straight)")
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
	case !f.command.Flags().Changed("curve"):
		return nil
	case !(f.number() > 0 && f.number() <= trajectory.MaxMagnitude):
		return cli.Usage(f.command, "--curve %s: must be a number above 0", &f.quantity)
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

// curves is what the summary tells of curves.
type curves struct {
	Within       float64 `json:"within"`       // chords of curves, in the unit of length
	DMinWithin   float64 `json:"d_min_within"` // distances of those of the curves; with heights apart, both are
	EntrySplit   int     `json:"entry_segments_split"`
	EntryAdded   int     `json:"entry_segments_added"`
	QueriesSplit int     `json:"query_segments_split"`
	QueriesAdded int     `json:"query_segments_added"`
}

// curves is nil where motion is straight.
func (j *job) curves() *curves {
	if j.curve == 0 {
		return nil
	}
	e, q := j.entries.Report, j.queries.Report
	if j.command == "join" {
		q = e
	}
	return &curves{j.curve, 2 * j.curve, e.Split, e.Added, q.Split, q.Added}
}

// curved is the line of the summary for people about curves.
func (j *job) curved() string {
	c := j.curves()
	unit := ""
	if u := j.units().Length; u != "" {
		unit = " " + u
	}
	text := "curves: " + became(c.EntrySplit, c.EntryAdded, "entry segment")
	if j.command != "join" {
		text += ", " + became(c.QueriesSplit, c.QueriesAdded, "query segment")
	}
	if j.search.Vertical != nil {
		return text + fmt.Sprintf("; d_min and dz_closest are within %v%s (2E) of those of the curves from t_enter to t_exit", c.DMinWithin, unit)
	}
	return text + fmt.Sprintf("; d_min is within %v%s (2E) of that of the curves", c.DMinWithin, unit)
}

// became says how many segments were split, and into how many.
func became(split, added int, what string) string {
	return fmt.Sprintf("%s split into %s", plural(split, what), hostmemory.Count(split+added))
}
