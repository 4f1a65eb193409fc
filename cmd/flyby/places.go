package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// readInputs reads the entries and, of a search, the queries.
func (j *job) readInputs(c *cobra.Command, f *searchFlags) (err error) {
	if len(f.inputs) > 1 {
		err = j.readBoth(c.Context(), f)
	} else {
		j.entries, err = j.files.read(c.Context(), &f.entries)
		err = j.refusePlaces(c.Context(), &f.entries, j.files.options, err)
	}
	if err == nil && j.files.options.Columns["t"] == format.NoTimes && j.entries.Places+j.queries.Places == 0 {
		return cli.Usage(c, "--columns t=%s: is for a search with a file without a column t, and there is none", format.NoTimes)
	}
	return j.files.curve.explain(err)
}

// readBoth reads entries and queries. Places are read second, since the other data set tells their instants.
func (j *job) readBoth(ctx context.Context, f *searchFlags) (err error) {
	j.entries, err = j.files.read(ctx, &f.entries)
	j.queries = j.entries
	still := j.arePlaces(ctx, &f.entries, j.files.options, err)
	if err != nil && !still {
		return err
	}
	other := still
	if !f.queries.same(&f.entries) {
		j.queries, err = j.files.read(ctx, &f.queries)
		other = j.arePlaces(ctx, &f.queries, j.files.options, err)
	}
	switch {
	case still && other:
		return fmt.Errorf("%s and %s have no times: places are for search, beside a file with times", f.entries.shown(), f.queries.shown())
	case err != nil && !other:
	case other:
		j.queries, err = j.files.places(ctx, &f.queries, j.entries)
	case still:
		j.entries, err = j.files.places(ctx, &f.entries, j.queries)
	}
	return err
}

// places reads a data set without times, each of whose places is there from the first to the last instant of another.
func (in *files) places(ctx context.Context, of *inputFiles, other loaded) (loaded, error) {
	still := *in
	span := other.Extent()
	still.options.Places = &format.Places{First: span.Start, Last: span.End, Times: other.Times(), Units: other.Units}
	return still.read(ctx, of)
}

// arePlaces reports whether a reading ended in an error since files have no times, all over.
func (a *app) arePlaces(ctx context.Context, of *inputFiles, o format.Options, err error) bool {
	var bad *format.Error
	var curve *format.CurveError // which is told before the first row
	return (errors.As(err, &bad) || errors.As(err, &curve)) && ctx.Err() == nil && input.ArePlaces(ctx, of.files, o)
}

// refusePlaces is the error of a reading by a command that is not for places: where files are such, it says so.
func (a *app) refusePlaces(ctx context.Context, of *inputFiles, o format.Options, err error) error {
	if !a.arePlaces(ctx, of, o, err) {
		return err
	}
	o.Places, o.Progress = &format.Places{}, nil
	_, report, err := input.ReadFiles(ctx, of.files, o)
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %s, without times: places are for search, beside a file with times", of.shown(), plural(report.Places, "place"))
}

// tellPlaces says how many places there are.
func (a *app) tellPlaces(name string, o format.Options, r format.Report) {
	if o.Places != nil {
		a.display.warn("%s: %s, at all times", name, plural(r.Places, "place"))
	}
}

// loadAny reads a data set that may look like degrees, and one of places, of which nobody knows when they are there.
func (a *app) loadAny(ctx context.Context, of *inputFiles, o format.Options) (loaded, error) {
	l, err := a.loadPresumed(ctx, of, o)
	if a.arePlaces(ctx, of, o, err) {
		o.Places = &format.Places{}
		return a.loadPresumed(ctx, of, o)
	}
	return l, err
}

// placesRow is what info says of the times of places.
func (f facts) placesRow() string {
	return fmt.Sprintf("none: %s, at all times of the other file of a search", plural(f.Places, "place"))
}
