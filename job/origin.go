package job

import (
	"context"
	"errors"

	"flyby/internal/infile"
	"flyby/internal/reading/fileset"
	"flyby/internal/source"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// isOrigin reports whether a data set is the place infile.Origin.
func isOrigin(in *source.Input) bool { return len(in.Files) == 1 && in.Files[0].IsOrigin() }

// origin reads the place where all coordinates are 0, in the space and the units of another data set.
func (j *Job) origin(ctx context.Context, in *source.Input, other *source.Set) (*source.Set, error) {
	space := other.Space()
	if space.Frame != trajectory.Plain {
		return nil, wrong("Queries", "%s: is for plain coordinates, and positions are %v: a file says which place is meant", infile.Origin, space.Frame)
	}
	if in.Read.Units.Length = other.Report.Units.Length; space.Dim == 2 {
		in.Read.Height = format.NoHeight
	}
	return j.places(ctx, in, other)
}

// listedIn returns the catalogue numbers that a data set is a list of; nil: it is none.
func listedIn(in *source.Input) []int64 {
	if len(in.Files) != 1 {
		return nil
	}
	return in.Files[0].Numbers()
}

// takeNumbers prepares queries that are a list of objects of the entries, none of which is searched for itself.
func (j *Job) takeNumbers(entries, queries *source.Input) error {
	if !fileset.HaveSets(entries.Files, entries.Read) {
		return notOfSets(queries.Name, entries.Name)
	}
	j.ask.Search.ExcludeSameID = true
	return nil
}

// notOfSets refuses a list of objects of entries without element sets.
func notOfSets(queries, entries string) error {
	return wrong("Queries", "%s: no such file, and numbers of the catalogue are for entries that are element sets, which %s is not", queries, entries)
}

// own returns the objects of the entries that queries list, whose element sets are not read again.
func (j *Job) own(ctx context.Context, in *source.Input, numbers []int64) (*source.Set, error) {
	entries := j.entries.Input()
	of, bare, missing, err := j.reader.Objects(ctx, j.entries, in.Name, numbers)
	switch {
	case errors.Is(err, source.ErrNoSets) && entries.Read.Columns["id"] != "":
		return nil, wrong("Queries", "%s: are numbers of the catalogue, and ids of %s are of its column %s", in.Name, entries.Name, entries.Read.Columns["id"])
	case errors.Is(err, source.ErrNoSets):
		return nil, notOfSets(in.Name, entries.Name)
	case err != nil:
		return nil, err
	case len(missing) > 0:
		return nil, wrong("Queries", "%s: %s has no object %s", in.Name, entries.Name, infile.ListNumbers(missing))
	case of == nil:
		return nil, &format.Error{File: in.Name, Cause: "no object of these has a position in the span of time", Err: trajectory.ErrEmpty}
	}
	if j.ask.Taken != nil {
		told := *in.Files[0].Body()
		told.Of, told.Bare, in.Read.Stdin = entries.Name, bare, &told
		j.ask.Taken(dataOf(of), &in.Read)
	}
	return of, nil
}
