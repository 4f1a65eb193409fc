package engine

import (
	"context"
	"time"

	"flyby/internal/predict"
	"flyby/kernel"
	"flyby/perfmodel"
)

// Auto is the name under which an engine chooses a method for each search.
const Auto = "auto"

// method is one way to find the hits of a query set in entries. All give the same
// hits.
type method interface {
	name() string
	// index returns the method's index of a store, or refuses it for want of memory.
	index(x *indexes) (index, error)
}

// index is a method's index of a part of the entries.
type index interface {
	// run adds the hits of a task to out. Rows and trajectories of entries are numbers
	// within the part.
	run(ctx context.Context, t task, on stage, out *kernel.Hits) (kernel.Stats, error)
}

// stage is the place where an index is run.
type stage struct {
	device   kernel.Device
	resident kernel.Resident // the part as the device holds it; nil: the method runs on the host
	model    *predict.Model  // of the device; nil: none
	parts    int             // of the entries, searched one after another
}

// loader is an index that is loaded on a device.
type loader interface {
	index
	database() kernel.Database
}

// candidate is a method that auto chooses from.
type candidate interface {
	method
	// pays is the least predicted time of the best other way at which planning this
	// one pays; 0 where planning costs next to nothing.
	pays() time.Duration
	// floor is a lower bound of the method's time, found without an index; 0 where
	// nothing is known.
	floor(x *indexes, t task, m *predict.Model) time.Duration
}

// planner is the index of a candidate.
type planner interface {
	index
	// plan predicts a task by the model of a device.
	plan(t task, m *predict.Model) perfmodel.Prediction
}

// methods returns all methods; first the candidates of auto, its default first.
func methods() []method {
	return []method{spatiotemporal{}, temporal{}, rtree{}, bruteForce{}}
}

// find returns the method of a name.
func find(all []method, name string) (method, bool) {
	for _, m := range all {
		if m.name() == name {
			return m, true
		}
	}
	return nil, false
}

// Methods returns the names of all methods, Auto first.
func Methods() []string {
	names := []string{Auto}
	for _, m := range methods() {
		names = append(names, m.name())
	}
	return names
}

// host is a method that needs no device.
type host interface{ onHost() }

// OnHost reports whether the method of a name runs on the cores of the host alone.
func OnHost(name string) bool {
	m, _ := find(methods(), name)
	_, ok := m.(host)
	return ok
}
