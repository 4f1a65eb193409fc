package source

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/reading/fileset"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Filed is implemented by sources that are read from files, such as input.Data.
type Filed interface {
	Files() []input.File
	ReadOptions() format.Options
	Learn(named *trajectory.Store)
	Size() (rows uint64, known bool)
	Err() error
}

// Sources has the data sets of one database: its entries, and queries that outgrow memory, which stay read until it is closed. It is for one
// goroutine at a time, but for Err.
type Sources struct {
	Reader  *Reader
	Entries *Set

	progress func(done, total int64) // of reading; nil: not reported
	filed    Filed                   // the entries' source; nil: a store
	borrowed bool                    // entries and quota are closed by their owner
	queries  []readSet
}

// readSet is queries that outgrew memory, and the set that has them.
type readSet struct {
	of  Filed
	set *Set
}

// Open takes over entries: a *trajectory.Store and a *Set as they are, a Filed once its rows are read. The caller closes the sources, after
// an error too.
func Open(ctx context.Context, c Config, entries any, progress func(done, total int64)) (s *Sources, err error) {
	s = &Sources{progress: progress}
	switch of := entries.(type) {
	case *trajectory.Store:
		s.Entries = SetOf(of)
		s.Reader, err = NewReader(c)
	case *Set:
		s.Entries, s.Reader, s.borrowed = of, of.reader, true
	case Filed:
		s.filed = of
		if err = of.Err(); err != nil {
			return s, err
		}
		if s.Reader, err = NewReader(c, inputOf(of)); err == nil {
			s.Entries, err = s.read(ctx, s.Reader, inputOf(of), of)
		}
	default:
		err = fmt.Errorf("source: a %T hands out no rows: it is no *trajectory.Store, and has no files", of)
	}
	return s, err
}

// inputOf returns the input of a source that is read from files.
func inputOf(of Filed) Input {
	files := of.Files()
	return Input{Files: files, Read: of.ReadOptions(), Name: fileset.NameOf(files), Size: of.Size}
}

// read reads the rows of files.
func (s *Sources) read(ctx context.Context, r *Reader, in Input, of Filed) (*Set, error) {
	in.Read.Progress = s.progress
	set, err := r.Read(ctx, in)
	if err == nil {
		of.Learn(set.Store)
	}
	return set, err
}

// Err returns an error once entries in files are closed.
func (s *Sources) Err() error {
	if s.filed == nil {
		return nil
	}
	return s.filed.Err()
}

// Pair returns the entries with queries, which are read first where they are in files; nil queries, and a nil store, make a join.
func (s *Sources) Pair(ctx context.Context, queries any) (p Pair, err error) {
	p = Pair{Entries: s.Entries, Queries: s.Entries, Join: true}
	switch of := queries.(type) {
	case nil:
		return p, nil
	case *trajectory.Store:
		if of == nil {
			return p, nil
		}
		p.Queries = SetOf(of)
	case *Set:
		p.Queries = of
	case Filed:
		p.Queries, err = s.readQueries(ctx, of)
	default:
		err = fmt.Errorf("source: queries: a %T hands out no rows: it is no *trajectory.Store, and has no files", of)
	}
	p.Join = false
	return p, err
}

// readQueries reads queries in files, in the units of the entries, or returns the set of an earlier call.
func (s *Sources) readQueries(ctx context.Context, of Filed) (*Set, error) {
	if err := of.Err(); err != nil {
		return nil, err
	}
	for _, known := range s.queries {
		if known.of == of {
			return known.set, nil
		}
	}
	in := inputOf(of)
	if o := &in.Read; o.States && o.Now == nil && o.NowOf == nil {
		return nil, errors.New("source: queries: States need Now, which is one instant for entries and queries")
	}
	in.Read.IntoUnits(s.Entries.Report.Units, s.Entries.Times())
	r, err := s.Reader.Beside(in)
	if err != nil {
		return nil, err
	}
	set, err := s.read(ctx, r, in, of)
	if err == nil && set.Outgrows() {
		s.queries = append(s.queries, readSet{of, set})
	}
	return set, err
}

// Close frees the data sets, then the devices, which wait for that.
func (s *Sources) Close() (err error) {
	for _, q := range s.queries {
		err = errors.Join(err, q.set.Close())
	}
	if s.borrowed {
		return err
	}
	if s.Entries != nil {
		err = errors.Join(err, s.Entries.Close())
	}
	if s.Reader != nil {
		err = errors.Join(err, s.Reader.Close())
		s.Reader.Quota.Close()
	}
	return err
}
