package fileset

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// errTimes ends the search for times once there is one.
var errTimes = errors.New("format: a time")

// ArePlaces reports whether files that cannot be read, since they have no times, are files of places: whether t is empty in every row that
// passes Options.Where, or with NoTimes there is no column t. It reads the files, which have to be regular ones, up to the first time.
func ArePlaces(ctx context.Context, files []File, o format.Options) bool {
	for _, file := range files {
		if file.Size() == 0 {
			return false
		}
	}
	o.Places, o.SkipBadRows, o.Progress, o.Attributes = &format.Places{}, true, nil, nil
	o.Still()
	timed := o
	timed.SkipBadRows = false // a bad row with a time decides, too
	timed.Where = append(slices.Clip(o.Where), format.Condition{Column: o.TimesName(), Operator: "!="})
	found := func(*reading.Rows, func(*trajectory.RowError) error) error { return errTimes }
	_, _, err := ReadFileRows(ctx, files, timed, found)
	switch {
	case errors.Is(err, format.ErrNoCell):
		return o.NoTimes() // a row that is no place has its own error
	case !errors.Is(err, trajectory.ErrEmpty):
		return false
	}
	_, _, err = ReadFileRows(ctx, files, o, found)
	return errors.Is(err, errTimes)
}

// EndedByPlaces reports whether a reading ended in an error because no file has times.
func EndedByPlaces(ctx context.Context, files []File, o format.Options, err error) bool {
	var bad *format.Error
	var curve *format.CurveError // which comes before the first row
	return (errors.As(err, &bad) || errors.As(err, &curve)) && ctx.Err() == nil && ArePlaces(ctx, files, o)
}

// PlacesUnits returns the units of files of places, as far as they are known. It reads their beginning.
func PlacesUnits(ctx context.Context, files []File, o format.Options) (u format.Units) {
	o.Places, o.SkipBadRows, o.Progress, o.Attributes = &format.Places{}, true, nil, nil
	found := func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		u = rows.Units
		return errTimes
	}
	ReadFileRows(ctx, files, o, found) //nolint:errcheck // the reading of all rows returns the fault of the files
	return u
}

// RefusePlaces returns the error of a reading for work that cannot use places: where the files of the data set name are places, the error
// says so.
func RefusePlaces(ctx context.Context, files []File, o format.Options, name string, err error) error {
	if !EndedByPlaces(ctx, files, o, err) {
		return err
	}
	o.Places, o.Progress = &format.Places{}, nil
	_, report, err := ReadFiles(ctx, files, o)
	if err != nil {
		return err
	}
	places := "1 place"
	if report.Places != 1 {
		places = memory.Count(report.Places) + " places"
	}
	return fmt.Errorf("%s: %s, without times: places are for search, beside a file with times", name, places)
}
