package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// unitsFlag is --units: what plain numbers of files are.
type unitsFlag struct {
	text   string
	length bool // of points, which have no times
	format.Units
	columns map[string]string // as format.Options.ColumnUnits has them
}

// add adds the flag.
func (f *unitsFlag) add(c *cobra.Command) {
	c.Flags().Var(f, "units", "numbers are in `LENGTH,TIME` in files that do not say so, such as m,s or kpc,Myr; one of the two may be left out, as in km or ,mjd. Lengths: "+
		measure.Names(measure.Length)+". Times: "+measure.Names(measure.Time)+" (jd and mjd are dates). No number is converted for that. Behind these, or alone, units of columns: t=unix or t=unixms, whose numbers are seconds or milliseconds since 1970 and timestamps then; z=ft, so t, x, y, r, vx, vy and vz, and columns of --with, as speed=kn: they are converted to the units of the data, metres with --lonlat, each number rounded once. A file that says otherwise is an error")
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

// exampleUnits is what --units of a command may be.
func exampleUnits(c *cobra.Command) string {
	if f := c.Flags().Lookup("units"); f != nil && f.Value.(*unitsFlag).length {
		return "m"
	}
	return "m,s"
}

// adapt returns what sets the options of reading that depend on the units of a file.
func (f *readFlags) adapt(c *cobra.Command) func(file string, u format.Units, o *format.Options) error {
	return func(file string, u format.Units, o *format.Options) (err error) {
		if o.MaxGap, err = f.maxGap.in(c, file, u); err != nil {
			return err
		}
		if o.MaxSpeed, err = f.maxSpeed.in(c, file, u); err != nil {
			return err
		}
		o.Radius, err = f.radius.in(c, file, u)
		if err == nil && o.Radius > trajectory.MaxMagnitude {
			return cli.Usage(c, "--radius %s: must be at most 2^1000 in the unit of the data", &f.radius)
		}
		if err == nil {
			o.Curve, err = f.curve.of(file, u)
		}
		return err
	}
}
