package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/door"
	"flyby/internal/memory"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/serve/internal/backlog"
	"flyby/serve/internal/queue"
)

// Config has the data sets of a server, and its limits.
type Config struct {
	Databases []Named
	Ask       job.Ask       // how files are read, methods, devices, threads, memory and Tmp; requests bring the search
	Door      door.Config   // who may ask
	MaxRows   uint64        // most rows of an answer; 0: 10^7
	Timeout   time.Duration // for an answer, from the end of the request's body; 0: 60 s
	Queue     int           // most searches that wait; 0: 64
	Grace     time.Duration // for running requests when the server ends; 0: 10 s
	Version   string
	Logger    *slog.Logger // nil: slog.Default

	// TakenZones is told how zones were read, with the name of their database.
	TakenZones func(name string, z flyby.Zones)
}

// patience is how long a search waits for its client, all in all.
const patience = 30 * time.Second

// Named is a data set and its name in addresses.
type Named struct {
	Name  string
	Files []string // as input.List takes them, of points as points/format.Options.List does, of zones by their names
	Of    string   // "points" and "zones", of which other questions are asked; "" is "trajectories"
}

// What a data set is of.
const (
	ofTrajectories = "trajectories"
	ofPoints       = "points"
	ofZones        = "zones"
)

// CheckName returns an error if a data set cannot have the name.
func (n Named) CheckName() error {
	for i := range len(n.Name) {
		switch c := n.Name[i]; {
		case c|' ' >= 'a' && c|' ' <= 'z', c >= '0' && c <= '9', c == '_', c == '-', c == '.' && n.Name != "." && n.Name != "..":
		default:
			return fmt.Errorf("serve: name %q: must have only letters, digits and the signs _ - . in it", n.Name)
		}
	}
	if n.Name == "" {
		return errors.New("serve: an empty name")
	}
	return nil
}

// check returns an error if there can be no such data set beside others.
func (n Named) check(others []Named) error {
	if err := n.CheckName(); err != nil {
		return err
	}
	for _, other := range others {
		if other.Name == n.Name {
			return fmt.Errorf("serve: two data sets are called %s", n.Name)
		}
	}
	switch n.Of {
	case "", ofTrajectories, ofPoints, ofZones:
		return nil
	}
	return fmt.Errorf("serve: %s is of %q: must be %s, %s or %s", n.Name, n.Of, ofTrajectories, ofPoints, ofZones)
}

// filled is the configuration with defaults.
func (c Config) filled() Config {
	c.MaxRows = cmp.Or(c.MaxRows, 10_000_000)
	c.Timeout = cmp.Or(c.Timeout, time.Minute)
	c.Queue = cmp.Or(c.Queue, 64)
	c.Grace = cmp.Or(c.Grace, 10*time.Second)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	c.Door.Logger = cmp.Or(c.Door.Logger, c.Logger)
	if c.Ask.Machine.Memory == 0 {
		c.Ask.Machine.Memory = memory.Share()
	}
	return c
}

// A Server answers questions to data sets. Its methods may be called from several goroutines.
type Server struct {
	config    Config
	databases []*database // in the order of Config

	parameters map[kind][]asking.Field
	queue      *queue.Queue
	metrics    metrics
	resident   atomic.Uint64 // bytes of memory of the data sets
	ending     atomic.Bool
	running    running
	reloading  chan struct{} // of capacity 1: one reload at a time
	folder     *spill.Folder // of Ask.Tmp: answers and the rows of pages
	held       int           // bytes of an answer that are held back
	patience   time.Duration // for which a search waits for its client where folder has no room
	timed      func(context.Context) (context.Context, context.CancelFunc)
}

// Open reads the data sets. The caller closes the server.
func Open(ctx context.Context, c Config) (*Server, error) {
	s := &Server{config: c.filled(), reloading: make(chan struct{}, 1), held: heldBytes, patience: patience, parameters: parametersOf(fieldsOf)}
	var err error
	if s.folder, err = shared(&s.config.Ask); err != nil {
		return nil, err
	}
	s.queue = queue.New(s.config.Queue, s.config.Ask.Machine.Memory)
	s.timed = func(ctx context.Context) (context.Context, context.CancelFunc) {
		return context.WithTimeoutCause(ctx, s.config.Timeout, errLate)
	}
	s.metrics.begin()
	if err = s.readAll(ctx); err == nil {
		err = s.checkRoom()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// readAll reads the data sets, zones last, as they are made ready for trajectories.
func (s *Server) readAll(ctx context.Context) (err error) {
	for i, n := range s.config.Databases {
		if err := n.check(s.config.Databases[:i]); err != nil {
			return err
		}
		n.Of = cmp.Or(n.Of, ofTrajectories)
		s.databases = append(s.databases, &database{Named: n})
	}
	if of := s.namesOf(ofZones); len(of) > 0 && len(of) == len(s.databases) {
		return errors.New("serve: zones alone: visits are of trajectories, and there are none")
	}
	for _, d := range s.databases {
		if d.Of == ofZones {
			continue
		}
		if d.now, err = s.beside(ctx, d, s.room()); err != nil {
			return err
		}
	}
	for _, d := range s.databases {
		if d.Of != ofZones {
			continue
		}
		if d.now, err = s.readZones(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// shared opens the folder of Ask.Tmp for all requests together. Without a limit it is half of what is free.
func shared(ask *job.Ask) (*spill.Folder, error) {
	folder, err := spill.Open(ask.Machine.Tmp, ask.Machine.TmpLimit)
	if err != nil || ask.Machine.TmpLimit > 0 {
		return folder, err
	}
	ask.Machine.TmpLimit = max(1, folder.Room()/2)
	return spill.Open(ask.Machine.Tmp, ask.Machine.TmpLimit)
}

// checkRoom refuses memory in which no join of a data set could ever begin.
func (s *Server) checkRoom() error {
	for _, d := range s.databases {
		if d.Of == ofZones {
			continue
		}
		if need := s.needOf(d.now.base.Need(job.Request{})); need > s.room() {
			return &memory.LittleError{What: "the data in memory, and a join of " + d.Name + " beside them, take", Bytes: s.config.Ask.Machine.Memory, Least: s.resident.Load() + need}
		}
	}
	return nil
}

// needOf returns the memory of a request that job bytes are needed for: the bytes that an answer holds back come on top.
func (s *Server) needOf(job uint64) uint64 { return job + s.ownBytes() }

// ownBytes is the memory of an answer: the bytes held back, one piece that is not full, and one of the bytes in files.
func (s *Server) ownBytes() uint64 { return uint64(s.held) + 2*backlog.PieceBytes }

// Close frees the data sets, each once no request uses it.
func (s *Server) Close() error {
	s.ending.Store(true)
	s.queue.Shut()
	var errs []error
	for _, d := range s.databases {
		errs = append(errs, s.swap(d, nil))
	}
	return errors.Join(errs...)
}

// Serve answers until ctx ends. Then no request is begun any more, and running requests are cut after Config.Grace. The error is nil unless the listener fails.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := s.config.Door.Server(s.Handler())
	failed := make(chan error, 1)
	go func() {
		if s.config.Door.TLS != nil {
			failed <- server.ServeTLS(l, "", "")
		} else {
			failed <- server.Serve(l)
		}
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.ending.Store(true)
	s.queue.Shut()
	grace, stop := context.WithTimeout(context.WithoutCancel(ctx), s.config.Grace)
	defer stop()
	if server.Shutdown(grace) != nil {
		server.Close() //nolint:errcheck // running requests are cut
		s.awaitCut(ctx)
	}
	<-failed
	return nil
}

// awaitCut waits for requests that were cut: each ends soon, unless a device does not.
func (s *Server) awaitCut(ctx context.Context) {
	soon, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer stop()
	s.running.wait(soon)
}

// Handler returns the handler of all routes, behind the door.
func (s *Server) Handler() http.Handler { return s.running.counted(s.config.Door.Handler(s.routes())) }
