package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	measure "flyby/internal/unit"
	"flyby/internal/unixtime"
	"flyby/trajectory/format"
)

// unitsFlag is --units: the units of plain numbers in files.
type unitsFlag struct {
	text   string
	length bool // of points, which have no times
	format.Units
	columns map[string]string // as format.Options.ColumnUnits has them

	count *unixtime.Unit // in which the times that were read last count since 1970, nil: not known
	mixed string         // or in which two units
}

// add adds the flag.
func (f *unitsFlag) add(c *cobra.Command) {
	c.Flags().Var(f, "units", "units `LENGTH,TIME` of the numbers in files that name none, such as m,s or kpc,Myr, or one of the two: km or ,mjd; or of single columns, which are converted: t=unix, z=ft (docs/cli.md lists all units)")
}

// Set reads one unit of length and one of time, of which one may be empty, and then units by column.
func (f *unitsFlag) Set(text string) error {
	f.text, f.Units, f.columns = text, format.Units{}, nil
	of := []struct {
		dim measure.Dimension
		at  *string
	}{{measure.Length, &f.Length}, {measure.Time, &f.Time}}
	for i, part := range strings.Split(text, ",") {
		column, name, byColumn := strings.Cut(part, "=")
		switch {
		case byColumn && f.length:
			return fmt.Errorf("%q: points have no units by column", part)
		case byColumn:
			if err := f.setColumn(column, name); err != nil {
				return err
			}
		case i >= len(of) || f.columns != nil:
			return fmt.Errorf("%q: behind LENGTH,TIME units have columns, as z=ft has", part)
		case part != "":
			u, err := measure.Find(part, of[i].dim)
			if err != nil {
				return err
			}
			*of[i].at = u.String()
		}
	}
	if f.Units == (format.Units{}) && f.columns == nil {
		return errors.New("must be a unit of length, a unit of time, or both, such as m,s")
	}
	return nil
}

// setColumn takes the unit of a column.
func (f *unitsFlag) setColumn(column, name string) error {
	if f.columns == nil {
		f.columns = map[string]string{}
	}
	if _, given := f.columns[column]; given {
		return fmt.Errorf("%s has two units", column)
	}
	f.columns[column] = name
	return format.CheckColumnUnits(f.columns)
}

func (f *unitsFlag) String() string { return f.text }

// Type is what help calls the value where the flag has no word for it.
func (f *unitsFlag) Type() string { return "string" }

// look notes what the sizes of times of no known unit tell of it.
func (f *unitsFlag) look(u format.Units, times []float64) {
	f.count, f.mixed = nil, ""
	if u.Time == "" {
		f.count, f.mixed = unixtime.Guess(times...)
	}
}

// addUnits says which --units a command wants for data of some units, by the sizes of the times that were read last.
func addUnits(c *cobra.Command, of format.Units) string {
	f := &unitsFlag{}
	if flag := c.Flags().Lookup("units"); flag != nil {
		f = flag.Value.(*unitsFlag)
	}
	length, time, count := f.Length, f.Time, ""
	if of.Length == "" {
		length = "m"
	}
	switch {
	case f.length || of.Time != "":
	case f.mixed != "":
		return "its times look like " + f.mixed + " since 1970, which no --units fits: mend them"
	case f.count != nil:
		count = f.count.Name
	default:
		time = "s"
	}
	return "add --units " + format.UnitsText(format.Units{Length: length, Time: time}, f.columns, count)
}

// neededUnits returns the dimensions of which flags of a command have units.
func neededUnits(c *cobra.Command) (needs format.Needs) {
	need := func(q *quantity) {
		if q.value.HasUnit() {
			needs.Length, needs.Time = needs.Length || q.dim != measure.Time, needs.Time || q.dim != measure.Length
		}
	}
	c.Flags().Visit(func(flag *pflag.Flag) {
		switch v := flag.Value.(type) {
		case *quantity:
			need(v)
		case *quantities:
			for i := range v.all {
				need(&v.all[i])
			}
		case *heightsFlag:
			need(&v.quantity)
		case *curveFlag:
			need(&v.quantity)
		case *unitsOutFlag:
			needs.Length, needs.Time = true, needs.Time || v.Speed != ""
		}
	})
	return needs
}
