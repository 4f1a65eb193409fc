package serve

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/memory"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/question"
	"flyby/serve/internal/queue"
)

// A database is a data set under its name. A reload replaces its reading.
type database struct {
	Named
	mutex sync.Mutex
	now   *reading
}

// A reading is a data set as it was read once. It is closed once it is replaced and no request uses it.
type reading struct {
	base   *job.Base // nil: of zones
	stamps []stamp

	surveying sync.Mutex // locked while facts is computed
	facts     []byte     // the facts of the database; nil: not asked for yet

	places  []*queue.Place      // its memory; under the mutex of its database, as all fields below
	bytes   uint64              // its bytes among the server's resident bytes
	views   map[string]zoneView // of trajectories: zones that are ready for them, by the name of their database
	users   int
	retired bool
}

// name returns the name of the data in messages.
func (r *reading) name() string {
	if r.base == nil {
		return ""
	}
	if points := r.base.Points(); points != nil {
		return points.Name
	}
	return r.base.Data().Name
}

// size returns the bytes of memory of the data. The caller has the mutex of their database.
func (r *reading) size() (bytes uint64) {
	if r.base == nil {
		return 0 // databases of trajectories have the zones
	}
	for _, v := range r.views {
		bytes += v.zones.Opened().Bytes()
	}
	return bytes + r.base.Bytes()
}

// kinds returns the kinds of requests to the data.
func (d *database) kinds() []kind {
	if d.Of == ofZones {
		return nil
	}
	return slices.DeleteFunc(kinds(), func(k kind) bool { return k.asks().OfPoints() != (d.Of == ofPoints) })
}

// refuse refuses a kind of requests that the data are not asked.
func (d *database) refuse(k kind) error {
	of := d.kinds()
	switch {
	case slices.Contains(of, k):
		return nil
	case len(of) == 0:
		return wrongStatus(http.StatusNotFound, "%s is not asked of %s, a database of zones: visits of a database of trajectories, with zones=%s", k, d.Name, d.Name)
	}
	return wrongStatus(http.StatusNotFound, "%s is not asked of %s, a database of %s: there is %s", k, d.Name, d.Of, cli.Listed(words(of), "and"))
}

// take returns the reading for a request, which gives it back; nil: the server has ended.
func (d *database) take() *reading {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.now != nil {
		d.now.users++
	}
	return d.now
}

// give gives a reading back.
func (s *Server) give(d *database, r *reading) error {
	d.mutex.Lock()
	r.users--
	last := r.retired && r.users == 0
	d.mutex.Unlock()
	if last {
		return s.close(r)
	}
	return nil
}

// close frees a reading that no request uses.
func (s *Server) close(r *reading) error {
	var err error
	if r.base != nil {
		err = r.base.Close()
	}
	for _, p := range r.places {
		p.Leave()
	}
	s.resident.Add(-r.bytes)
	return err
}

// keep gives a reading the part of a place's memory by which the reading has grown, and gives back the rest. A reading grows by a search that is the first to need a view, a column or zones.
func (s *Server) keep(d *database, r *reading, p *queue.Place) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	more := max(r.size(), r.bytes) - r.bytes
	if more == 0 {
		p.Leave()
		return
	}
	p.Keep(more)
	r.places = append(r.places, p)
	r.bytes += more
	s.resident.Add(more)
}

// swap replaces the reading by another. Requests that use the old reading go on with it.
func (s *Server) swap(d *database, next *reading) error {
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
		return s.close(old)
	}
	return nil
}

// room returns the memory that the data sets leave: the most that a search can have.
func (s *Server) room() uint64 {
	return s.config.Ask.Machine.Memory - min(s.config.Ask.Machine.Memory, s.resident.Load())
}

// admit waits for memory that the data sets leave. It refuses a need of more memory than there is, which would wait for ever.
func (s *Server) admit(ctx context.Context, need uint64) (*queue.Place, error) {
	if room := s.room(); need > room {
		return nil, wrongStatus(http.StatusUnprocessableEntity, "more memory than there is: %s, and beside the databases --memory leaves %s", memory.Size(need), memory.Size(room))
	}
	return s.queue.Admit(ctx, need)
}

// beside reads a data set while others are there, in memory that it waits for as a search does. Where need is too little it tries again with as much as the reading's error says is enough.
func (s *Server) beside(ctx context.Context, d *database, need uint64) (*reading, error) {
	for {
		most := min(need, s.room())
		place, err := s.queue.Admit(ctx, most)
		if err != nil {
			return nil, err
		}
		r, err := s.read(ctx, d, most)
		if err == nil {
			s.keep(d, r, place)
			return r, nil
		}
		place.Leave()
		var little *flyby.MemoryError
		if !errors.As(err, &little) || little.Least <= most || little.Least > s.room() {
			return nil, err
		}
		need = little.Least
	}
}

// read reads a data set within some memory.
func (s *Server) read(ctx context.Context, d *database, most uint64) (*reading, error) {
	r, ask := &reading{}, s.config.Ask
	var err error
	if r.stamps, err = s.stampsOf(d); err != nil {
		return nil, err
	}
	if ask.Entries, ask.Machine.Memory = d.Files, most; d.Of == ofPoints {
		ask.Kind, ask.Machine.Method, ask.Machine.Settings, ask.Machine.Providers = question.SelfJoins, "", nil, nil // a server's are for trajectories
	}
	if r.base, err = job.OpenBase(spill.WithFolder(ctx, s.folder), ask); err != nil {
		return nil, err
	}
	return r, nil
}

// find returns the data set of a name, nil if there is none.
func (s *Server) find(name string) *database {
	for _, d := range s.databases {
		if d.Name == name {
			return d
		}
	}
	return nil
}
