package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/inventory"
)

// quantity is a flag that takes a number as files hold it, with a unit of its dimension behind it
// or without one: 500m, 30min, 0.25. It is parsed at once; in converts it to the unit of data
// that were read. A number without a unit is in that unit already.
type quantity struct {
	flag  string // "--distance"
	dim   measure.Dimension
	value measure.Quantity
}

// addQuantity adds a flag that takes a quantity of a dimension and is 0 until it is given.
// usage is its help, as for cli.AddNumber.
func addQuantity(c *cobra.Command, at *quantity, name string, dim measure.Dimension, usage string) {
	at.flag, at.dim = "--"+name, dim
	c.Flags().Var(at, name, usage)
}

func (q *quantity) Set(text string) (err error) {
	q.value, err = measure.Parse(text, q.dim)
	return err
}

func (q *quantity) String() string { return q.value.String() }

// Type is what help calls the value where the flag has no word for it.
func (q *quantity) Type() string { return "number" }

// number is the quantity without its unit, for checks of its sign.
func (q *quantity) number() float64 { return q.value.Plain() }

// in is the quantity in the unit that the data of a file have, rounded once. A quantity with a
// unit is wrong usage of c where the unit of the data is not known.
func (q *quantity) in(c *cobra.Command, file string, of format.Units) (float64, error) {
	if !q.value.HasUnit() {
		return q.number(), nil
	}
	u, err := of.Unit(q.dim)
	if err == nil {
		var v float64
		if v, err = q.value.In(u); err == nil {
			return v, nil
		}
		return 0, cli.Usage(c, "%s %w", q.flag, err)
	}
	if missing := (format.UnnamedError{}); errors.As(err, &missing) {
		return 0, cli.Usage(c, "%s %s: %s has %w; %s or give a plain number", q.flag, q.value, shown(file), err, addUnits(c, of))
	}
	return 0, cli.Usage(c, "%s %s: in %s %w; give a plain number", q.flag, q.value, shown(file), err)
}

// unitsFlag is --units: the units of plain numbers in files.
type unitsFlag struct {
	text   string
	length bool // of points, which have no times
	format.Units
	columns map[string]string // as format.Options.ColumnUnits has them

	count string // unit in which the times that were read last count since 1970, "": not known
	mixed string // or in which two units
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
	f.count, f.mixed = "", ""
	if u.Time == "" {
		f.count, f.mixed = format.GuessUnix(times...)
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
	case f.count != "":
		count = f.count
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

// adapt returns a function that sets the options of reading that depend on the units of a file.
func (f *readFlags) adapt(c *cobra.Command) func(file string, u format.Units, o *format.Options) error {
	return func(file string, u format.Units, o *format.Options) (err error) {
		f.units.look(u, o.SomeTimes)
		if o.MaxGap, err = f.maxGap.in(c, file, u); err != nil {
			return err
		}
		if o.MaxGap == 0 && c.Flags().Changed("max-gap") {
			o.MaxGap = math.Inf(1) // --max-gap 0 means no limit
		}
		if o.MaxSpeed, err = f.maxSpeed.in(c, file, u); err != nil {
			return err
		}
		if o.MaxSpeed == 0 && c.Flags().Changed("max-speed") {
			o.MaxSpeed = math.Inf(1) // --max-speed 0 means no limit
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

// quantities is a flag that takes one quantity or several with commas between them: 100m,0.5km. Given again, it takes more.
type quantities struct {
	flag string
	dim  measure.Dimension
	all  []quantity
}

func (f *quantities) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		q := quantity{flag: f.flag, dim: f.dim}
		if err := q.Set(part); err != nil {
			return err
		}
		f.all = append(f.all, q)
	}
	return nil
}

func (f *quantities) String() string {
	var all []string
	for _, q := range f.all {
		all = append(all, q.String())
	}
	return strings.Join(all, ",")
}

// Type is what help calls the value where the flag has no word for it.
func (f *quantities) Type() string { return "numbers" }

// in are the quantities in the unit of data, as quantity.in has one.
func (f *quantities) in(c *cobra.Command, file string, of format.Units) (all []float64, err error) {
	for _, q := range f.all {
		v, err := q.in(c, file, of)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// wholeNumbers is a flag that takes one whole number from 1 on, or several with commas between them. Given again, it takes more.
type wholeNumbers []int

func (f *wholeNumbers) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseUint(part, 10, 32)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return errors.New("is too large")
		case err != nil:
			return errors.New("not a whole number")
		case n == 0:
			return errors.New("is too small")
		}
		*f = append(*f, int(n))
	}
	return nil
}

func (f *wholeNumbers) String() string {
	var all []string
	for _, n := range *f {
		all = append(all, strconv.Itoa(n))
	}
	return strings.Join(all, ",")
}

// Type is what help calls the value where the flag has no word for it.
func (f *wholeNumbers) Type() string { return "whole numbers" }

// plural writes a number with its noun: "1 hit", "2 hits".
func plural[N int | int64 | uint64](n N, one string) string { return inventory.Plural(n, one) }

// seconds writes a duration to three digits.
func seconds(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 0.001:
		return fmt.Sprintf("%.0f µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	default:
		return fmt.Sprintf("%.3g s", s)
	}
}

// number writes a value for people, to six digits.
func number(v float64) string { return inventory.Number(v) }

// degrees writes an angle in degrees for people, to a tenth of a metre on the Earth.
func degrees(v float64) string {
	const digits = 1e6
	return strconv.FormatFloat(math.Round(v*digits)/digits+0, 'f', -1, 64)
}

// instant writes a time of a store for people.
func instant(kind trajectory.TimeKind, t float64) string {
	if kind == trajectory.Timestamp {
		return kind.Format(t)
	}
	return number(t)
}
