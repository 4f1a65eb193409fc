package several_test

import (
	"context"
	"testing"

	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/kerneltest"
	"flyby/kernel/several"
)

// all are the abilities of a driver whose devices hold the database each.
func all() []kerneltest.Ability {
	return []kerneltest.Ability{kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins}
}

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
			kerneltest.Run(t, func(testing.TB) kernel.Driver { return several.New("host:all", open()...).Finely() }, all()...)
		})
	}
}

// TestUnprepared is the suite where searches come with the store of the queries.
func TestUnprepared(t *testing.T) {
	kerneltest.Run(t, func(testing.TB) kernel.Driver {
		return unprepared{several.New("host:all", withRoom(20), host.New(1)).Finely()}
	}, all()...)
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
			kerneltest.Run(t, func(testing.TB) kernel.Driver { return several.New("host:all", open()...).Finely() }, all()...)
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
	kerneltest.Run(t, func(testing.TB) kernel.Driver { return open() }, kerneltest.Ranges, kerneltest.Walks)
	kerneltest.Run(t, func(testing.TB) kernel.Driver { return unprepared{open()} }, kerneltest.Ranges, kerneltest.Walks)
}

// unprepared hands searches on with the store of the queries, not their pyramid.
type unprepared struct{ kernel.Driver }

func (u unprepared) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := u.Driver.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	if j, ok := r.(joiner); ok {
		return unpreparedJoiner{unpreparedResident{j}, j}, nil
	}
	return unpreparedResident{r.(able)}, nil
}

type unpreparedResident struct{ able }

func (u unpreparedResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return u.able.Walk(ctx, bare(w), out)
}

// joiner is able, and joins.
type joiner interface {
	able
	kernel.Joiner
}

type unpreparedJoiner struct {
	unpreparedResident
	joiner kernel.Joiner
}

func (u unpreparedJoiner) WalkJoined(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return u.joiner.WalkJoined(ctx, bare(w), out)
}

// bare is a search with the store of the queries in place of their pyramid.
func bare(w kernel.WalkWork) kernel.WalkWork {
	if !w.Whole() && !w.Join && w.Query == kernel.Root(w.Queries.Pyramid()) {
		w.Query, w.More = kernel.Boxes{}, nil
	}
	return w
}
