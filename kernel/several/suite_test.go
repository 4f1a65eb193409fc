package several_test

import (
	"context"
	"testing"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/kerneltest"
	"flyby/kernel/several"
)

// TestDriver is the suite that every driver passes: on two drivers, and on three
// with room for few hits.
func TestDriver(t *testing.T) {
	drivers := map[string]func() []kernel.Driver{
		"two":   func() []kernel.Driver { return []kernel.Driver{host.New(1), host.New(2)} },
		"tight": func() []kernel.Driver { return []kernel.Driver{withRoom(20), host.New(1), withRoom(7)} },
		"takes": func() []kernel.Driver { return []kernel.Driver{taking(30), host.New(1), taking(0)} },
	}
	for name, open := range drivers {
		t.Run(name, func(t *testing.T) {
			kerneltest.Run(t, func(testing.TB) kernel.Driver { return several.New("host:all", open()...).Finely() })
		})
	}
}

// TestUnprepared is the suite where searches come with the store of the queries.
func TestUnprepared(t *testing.T) {
	kerneltest.Run(t, func(testing.TB) kernel.Driver {
		return unprepared{several.New("host:all", withRoom(20), host.New(1)).Finely()}
	})
}

// TestJoining is the suite on drivers that join hits, beside one that does not.
func TestJoining(t *testing.T) {
	for name, open := range map[string]func() []kernel.Driver{
		"two": func() []kernel.Driver {
			return []kernel.Driver{kerneltest.Joining{Driver: host.New(1)}, kerneltest.Joining{Driver: host.New(2)}}
		},
		"tight": func() []kernel.Driver { return []kernel.Driver{kerneltest.Joining{Driver: withRoom(20)}, host.New(1)} },
	} {
		t.Run(name, func(t *testing.T) {
			kerneltest.Run(t, func(testing.TB) kernel.Driver { return several.New("host:all", open()...).Finely() })
		})
	}
}

// withRoom returns a driver with room for a number of hits a call; 0: for all.
func withRoom(hits int) *faulty {
	f := newFaulty()
	f.room = hits
	return f
}

// taking is withRoom of a driver that takes more boxes while there are any.
func taking(hits int) *faulty {
	f := withRoom(hits)
	f.takes = true
	return f
}

// TestSliced is the suite with a slice of the database on each device.
func TestSliced(t *testing.T) {
	open := func() kernel.Driver {
		return several.Slicing{Driver: several.New("host:all", withRoom(50), host.New(1), taking(20), host.New(1)).Finely()}
	}
	kerneltest.Run(t, func(testing.TB) kernel.Driver { return open() })
	kerneltest.Run(t, func(testing.TB) kernel.Driver { return unprepared{open()} })
}

// unprepared hands searches on with the store of the queries, not their pyramid.
type unprepared struct{ kernel.Driver }

func (u unprepared) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := u.Driver.Load(ctx, db)
	return unpreparedResident{r}, err
}

type unpreparedResident struct{ kernel.Resident }

func (u unpreparedResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	if p := w.Queries; p != nil && !w.Join && w.Query == kernel.Root(p) {
		w.Queries, w.Query, w.More = nil, kernel.Boxes{}, nil
		w.Store, w.Pyramid = p.Store, func() *binindex.Pyramid { return p }
	}
	return u.Resident.Walk(ctx, w, out)
}
