package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	measure "flyby/internal/unit"
	"flyby/trajectory/format"
)

// quantities is a flag that takes one quantity or several with commas between them: 100m,0.5km. Given again, it takes more.
type quantities struct {
	flag string
	dim  measure.Dimension
	all  []quantity
}

// addQuantities adds a flag of quantities of a dimension.
func addQuantities(c *cobra.Command, at *quantities, name string, dim measure.Dimension, usage string) {
	at.flag, at.dim = "--"+name, dim
	c.Flags().Var(at, name, usage)
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
