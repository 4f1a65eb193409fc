package main

import (
	"errors"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/trajectory/format"
)

// quantity is a flag that takes a number as files hold it, with a unit of its dimension behind it
// or without one: 500m, 30min, 0.25. It is parsed at once; in says what it is in the unit of data
// that were read. A number without a unit is in that unit already.
type quantity struct {
	flag  string // "--distance"
	dim   measure.Dimension
	value measure.Quantity
}

// addQuantity adds a flag that takes a quantity of a dimension and is 0 until it is given. Its
// usage is that of cli.AddNumber.
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

// in is the quantity in the unit that the data of a file have, rounded once. Wrong usage of c is
// a quantity with a unit where that of the data is not known.
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
		return 0, cli.Usage(c, "%s %s: %s has %w; add --units %s or give a plain number", q.flag, q.value, shown(file), err, exampleUnits(c))
	}
	return 0, cli.Usage(c, "%s %s: in %s %w; give a plain number", q.flag, q.value, shown(file), err)
}
