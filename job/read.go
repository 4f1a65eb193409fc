package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"flyby/internal/memory"
	"flyby/internal/reading/fileset"
	"flyby/internal/source"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// inputs returns the data sets to read: the entries and, for a search, the queries.
func (j *Job) inputs(ctx context.Context) (all []source.Input, err error) {
	sets := []struct {
		data  *input.Data
		names []string
		read  *format.Options
	}{{j.ask.EntryData, j.ask.Entries, &j.ask.Read}, {j.ask.QueryData, j.ask.Queries, j.ask.queryRead()}}
	for _, s := range sets {
		if s.data == nil && len(s.names) == 0 {
			continue
		}
		if s.data == nil {
			if s.data, err = input.Open(ctx, s.names, input.Options{Read: *s.read}); err != nil {
				return nil, err
			}
		}
		read := s.data.ReadOptions()
		read.Stamps = cmp.Or(read.Stamps, s.read.Stamps)
		read.Feet, read.Upright, read.Attributes, read.FirstValues, read.OrbitCurve = j.ask.Read.Feet, j.ask.Read.Upright, j.ask.Read.Attributes, j.ask.Read.FirstValues, s.read.OrbitCurve
		files := s.data.Files()
		all = append(all, source.Input{Files: files, Read: read, Name: NameOf(namesOf(s.names, s.data), files), Size: s.data.Size, Apart: j.ask.QueryRead != nil})
	}
	switch {
	case len(all) < 2 || all[0].Same(&all[1]):
	case listedIn(&all[1]) != nil:
		return all, j.takeNumbers(&all[0], &all[1])
	default:
		fileset.Beside(ctx, [2][]input.File{all[0].Files, all[1].Files}, [2]*format.Options{&all[0].Read, &all[1].Read}, j.base != nil)
	}
	return all, nil
}

// namesOf returns the names that files were found by: from the ask, otherwise from the data.
func namesOf(names []string, data *input.Data) []string {
	if len(names) > 0 {
		return names
	}
	return data.Names()
}

// read reads the entries and, for a search, the queries.
func (j *Job) read(ctx context.Context, inputs []source.Input) (err error) {
	if err := settleNow(ctx, inputs); err != nil {
		return err
	}
	if len(inputs) > 1 {
		err = j.readBoth(ctx, &inputs[0], &inputs[1])
	} else {
		j.entries, err = j.readOne(ctx, &inputs[0])
		err = fileset.RefusePlaces(ctx, inputs[0].Files, inputs[0].Read, inputs[0].Name, err)
		j.queries = j.entries
	}
	if err != nil || j.reader.Held { // read for a base: its jobs bring the search
		return err
	}
	return j.agree()
}

// agree refuses data sets that cannot be compared, and options for files that are not there.
func (j *Job) agree() error {
	if entries, queries := j.entries.Input().Read, j.queries.Input().Read; (entries.NoTimes() || queries.NoTimes()) && j.entries.Report.Places+j.queries.Report.Places == 0 {
		return wrong("Read.Columns", "t=%s: is for a search with a file without a column t, and there is none", format.NoTimes)
	}
	if j.ask.searches() {
		return cmp.Or(comparable(j.Entries(), j.Queries()), j.unsaid())
	}
	return nil
}

// readOne reads a data set, calls Taken with it, and refuses one whose metres look like degrees.
func (j *Job) readOne(ctx context.Context, in *source.Input) (*source.Set, error) {
	defer j.ask.Progress(Progress{})
	one := *in
	one.Read.Progress = j.reads(in.Name)
	s, err := j.reader.ReadPresumed(ctx, one)
	if missing := j.opening.Listed(ctx); missing != nil {
		if err == nil {
			err = s.Close()
		}
		return nil, cmp.Or(missing, err)
	}
	if err != nil {
		return nil, err
	}
	j.ask.Progress(Progress{})
	if j.ask.Taken != nil {
		j.ask.Taken(dataOf(s), &in.Read)
	}
	if err := s.Check(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// readBoth reads entries, and queries in their units. A data set without times is read second, since its places last for the time of the other.
func (j *Job) readBoth(ctx context.Context, entries, queries *source.Input) (err error) {
	j.entries, err = j.readOne(ctx, entries)
	j.queries = j.entries
	same, still := queries.Same(entries), fileset.EndedByPlaces(ctx, entries.Files, entries.Read, err)
	switch {
	case err != nil && !still, err == nil && same:
		return err
	case err == nil:
		return j.readQueries(ctx, queries)
	}
	if !same {
		queries.Read.IntoUnits(fileset.PlacesUnits(ctx, entries.Files, entries.Read), trajectory.Timestamp)
		j.queries, err = j.readOne(ctx, queries)
	}
	switch {
	case same, fileset.EndedByPlaces(ctx, queries.Files, queries.Read, err):
		return fmt.Errorf("%s and %s have no times: places are for search, beside a file with times", entries.Name, queries.Name)
	case err == nil:
		j.entries, err = j.places(ctx, entries, j.queries)
	}
	return err
}

// readQueries reads queries in the units of the entries.
func (j *Job) readQueries(ctx context.Context, queries *source.Input) (err error) {
	if isOrigin(queries) {
		j.queries, err = j.origin(ctx, queries, j.entries)
		return err
	}
	if numbers := listedIn(queries); numbers != nil {
		j.queries, err = j.own(ctx, queries, numbers)
		return err
	}
	queries.Read.IntoUnits(j.entries.Report.Units, j.entries.Times())
	j.queries, err = j.readOne(ctx, queries)
	if fileset.EndedByPlaces(ctx, queries.Files, queries.Read, err) {
		j.queries, err = j.places(ctx, queries, j.entries)
	}
	return err
}

// places reads a data set without times, each of whose places is there from the first to the last instant of another.
func (j *Job) places(ctx context.Context, in *source.Input, other *source.Set) (*source.Set, error) {
	span := other.Extent()
	in.Read.Places = &format.Places{First: span.Start, Last: span.End, Times: other.Times(), Units: other.Report.Units}
	return j.readOne(ctx, in)
}

// plural returns a number and the word for what it counts, in the plural unless it is 1.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return memory.Count(n) + " " + what + "s"
}
