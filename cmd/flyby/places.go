package main

import (
	"context"
	"errors"
	"fmt"

	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

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
