package serve

import (
	"context"
	"errors"
	"sync"

	"flyby/job"
)

// A database is a data set under its name. A reload puts another reading in place of the one that it has.
type database struct {
	Named
	mutex sync.Mutex
	now   *reading
}

// A reading is a data set as it was read once. It is closed once it is replaced and no request looks at it.
type reading struct {
	base   *job.Base
	stamps []stamp
	free   func() // gives back the memory that it has
	told   func() ([]byte, error)

	users   int // under the mutex of its database
	retired bool
}

// close frees the reading.
func (r *reading) close() error {
	err := r.base.Close()
	r.free()
	return err
}

// take is the reading that a request looks at until it gives it back; nil: the server has ended.
func (d *database) take() *reading {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.now != nil {
		d.now.users++
	}
	return d.now
}

// give gives a reading back.
func (d *database) give(r *reading) error {
	d.mutex.Lock()
	r.users--
	last := r.retired && r.users == 0
	d.mutex.Unlock()
	if last {
		return r.close()
	}
	return nil
}

// swap puts another reading in place of the one that there is. Requests that look at that one go on with it.
func (d *database) swap(next *reading) error {
	d.mutex.Lock()
	old := d.now
	d.now = next
	if old == nil {
		d.mutex.Unlock()
		return nil
	}
	old.retired = true
	last := old.users == 0
	d.mutex.Unlock()
	if last {
		return old.close()
	}
	return nil
}

// room is the memory that is left beside the data sets: what a search can ever have.
func (s *Server) room() uint64 {
	return s.config.Ask.Memory - min(s.config.Ask.Memory, s.resident.Load())
}

// open reads a data set at the start.
func (s *Server) open(ctx context.Context, d *database) error {
	r, err := s.read(ctx, d, s.room())
	if err != nil {
		return err
	}
	if err := s.hold(ctx, r); err != nil {
		return err
	}
	return d.swap(r)
}

// read reads a data set within some memory.
func (s *Server) read(ctx context.Context, d *database, most uint64) (*reading, error) {
	r, ask := &reading{free: func() {}}, s.config.Ask
	var err error
	if r.stamps, err = stampsOf(ask.Read.Folder, d.Files); err != nil {
		return nil, err
	}
	ask.Entries, ask.Memory = d.Files, most
	if r.base, err = job.OpenBase(ctx, ask); err != nil {
		return nil, err
	}
	r.told = sync.OnceValues(func() ([]byte, error) { return told(d.Name, r.base) })
	return r, nil
}

// hold asks for the memory of a reading, for as long as it stays.
func (s *Server) hold(ctx context.Context, r *reading) error {
	bytes := r.base.Data().Bytes()
	place, err := s.queue.Admit(ctx, bytes)
	if err != nil {
		return errors.Join(err, r.base.Close())
	}
	s.resident.Add(bytes)
	r.free = func() {
		s.resident.Add(-bytes)
		place.Leave()
	}
	return nil
}

// find is the data set of a name, nil where there is none.
func (s *Server) find(name string) *database {
	for _, d := range s.databases {
		if d.Name == name {
			return d
		}
	}
	return nil
}
