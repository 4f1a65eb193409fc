package flyby

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/source"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Source is a data set: a *trajectory.Store, or files of any size (input.Open). What is not known before rows are read is zero until then.
type Source interface {
	// Space says what positions are.
	Space() trajectory.Space
	// Times says what times are.
	Times() trajectory.TimeKind
	// IntIDs reports whether the ids of trajectories are integers.
	IntIDs() bool
	// ID returns the id of a trajectory by its number in results.
	ID(traj int) string
	// Size returns the number of samples, about, as far as it is known.
	Size() (samples uint64, known bool)
}

// filed is the ability of a source to be read from files, which input.Data has.
type filed interface {
	Files() []input.File
	ReadOptions() format.Options
	Learn(named *trajectory.Store)
	Err() error
}

// isNothing reports whether a source is none: nil, or an interface that holds a nil store.
func isNothing(s Source) bool {
	store, ok := s.(*trajectory.Store)
	return s == nil || ok && store == nil
}

// inputOf is a source that is read from files.
func inputOf(s filed) source.Input {
	files := s.Files()
	return source.Input{Files: files, Read: s.ReadOptions(), Name: input.NameOf(files)}
}

// open takes over the entries: a store as it is, files once they are read.
func (db *Database) open(ctx context.Context, entries Source) (err error) {
	reading := db.options.reading()
	switch s := entries.(type) {
	case *trajectory.Store:
		db.entries = source.Held(s)
		db.reader, err = source.NewReader(reading)
	case *source.Set:
		db.entries, db.reader = s, s.Reader()
	case filed:
		if err = s.Err(); err != nil {
			return err
		}
		db.source = s
		if db.reader, err = source.NewReader(reading, inputOf(s)); err != nil {
			return err
		}
		db.own = true
		db.entries, err = db.read(ctx, db.reader, s)
	default:
		err = fmt.Errorf("flyby: open: a source of type %T hands out no rows: it is no *trajectory.Store and has no files", s)
	}
	return err
}

// read reads the rows of files.
func (db *Database) read(ctx context.Context, r *source.Reader, s filed) (*source.Set, error) {
	in := inputOf(s)
	in.Read.Progress = db.options.follow("read")
	set, err := r.Read(ctx, in)
	if err == nil {
		s.Learn(set.Store)
	}
	return set, err
}

// follow tells Progress of a phase that counts bytes.
func (o Options) follow(phase string) func(done, total int64) {
	if o.Progress == nil {
		return nil
	}
	return func(done, total int64) {
		o.Progress(Progress{Phase: phase, Done: float64(done), Total: float64(total)})
	}
}

// pair is the data sets of a search. Queries in files are read first, with the database's turn: those that outgrow memory stay read
// until the database is closed.
func (db *Database) pair(ctx context.Context, s Search) (p source.Pair, err error) {
	p.Entries = db.entries
	switch q := s.Queries.(type) {
	case nil:
		p.Queries, p.Join = db.entries, true
		return p, nil
	case *trajectory.Store:
		p.Queries, p.Join = source.Held(q), false
		if q == nil {
			p.Queries, p.Join = db.entries, true
		}
	case *source.Set:
		p.Queries = q
	case filed:
		if p.Queries, err = db.readQueries(ctx, q); err != nil {
			return p, err
		}
	default:
		return p, fmt.Errorf("flyby: search: queries of type %T hand out no rows: they are no *trajectory.Store and have no files", q)
	}
	return p, nil
}

// readQueries reads queries in files, or returns what they were read to before.
func (db *Database) readQueries(ctx context.Context, q filed) (*source.Set, error) {
	if err := q.Err(); err != nil {
		return nil, err
	}
	for _, known := range db.queries {
		if known.of == q {
			return known.set, nil
		}
	}
	r, err := db.reader.Beside(inputOf(q))
	if err != nil {
		return nil, err
	}
	set, err := db.read(ctx, r, q)
	if err == nil && set.Outgrows() {
		db.queries = append(db.queries, readSet{q, set})
	}
	return set, err
}

// readSet is queries that outgrew memory, and what they were read to.
type readSet struct {
	of  filed
	set *source.Set
}

// closeSets frees what data sets were read to, and the devices that wait for that.
func (db *Database) closeSets() (err error) {
	for _, q := range db.queries {
		err = errors.Join(err, q.set.Close())
	}
	if db.own && db.entries != nil {
		err = errors.Join(err, db.entries.Close())
	}
	if db.own && db.reader != nil {
		err = errors.Join(err, db.reader.Close())
	}
	if db.ownQuota {
		db.quota.Close()
	}
	return err
}
