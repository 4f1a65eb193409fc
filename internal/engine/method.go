package engine

import (
	"context"

	"flyby/internal/predict"
	"flyby/kernel"
)

// Auto is the name under which an engine takes spatiotemporal, and chooses a device for each search.
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

// methods returns all methods, first the one that auto takes.
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

// Walks reports whether the method of a name walks pyramids, on a device that is able to.
func Walks(name string) bool { return name == Auto || name == spatiotemporal{}.name() }

// OnHost reports whether the method of a name runs on the cores of the host alone.
func OnHost(name string) bool {
	m, _ := find(methods(), name)
	_, ok := m.(host)
	return ok
}
