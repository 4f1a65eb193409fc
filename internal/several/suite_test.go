package several_test

import (
	"context"
	"testing"

	"flyby/internal/several"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/kernel/host"
)

// all returns the abilities of a driver whose devices each hold the whole database.
func all() []kerneltest.Ability {
	return []kerneltest.Ability{kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins}
}

// telling returns the names of the scenes in which ways to distribute work differ. The other scenes differ in
// the computations of a device: TestDriver has all scenes.
func telling() []string {
	return []string{
		"lattice with gaps", "middle of lattice with gaps", "relays", "events and lattice", "long and short", "equal starts",
		"later", "window [2, 5]", "window [2.5, 2.5]",
		"join of lattice 2-D", "join of lattice with gaps", "join of middle of lattice 2-D", "join of one place", "join of relays",
		"join of window [3, 3]",
	}
}

// setting is a way to distribute work among devices.
type setting struct {
	name    string
	devices func() []kernel.Driver
	around  func(d *several.Driver) kernel.Driver // nil: nothing
	sliced  bool
}

// open makes the driver of a setting.
func (s setting) open(testing.TB) kernel.Driver {
	d := several.New("host:all", s.devices()...).Finely()
	if s.around == nil {
		return d
	}
	return s.around(d)
}

// abilities returns the abilities of the setting's residents.
func (s setting) abilities() []kerneltest.Ability {
	if s.sliced {
		return []kerneltest.Ability{kerneltest.Ranges, kerneltest.Walks}
	}
	return all()
}

// settings returns the settings besides TestDriver's: devices with room for all hits, devices that take several
// jobs in a call, devices that join hits, queries as a store, and a slice of the database on each device.
func settings() []setting {
	joins := func(d kernel.Driver) kernel.Driver { return kerneltest.Joining{Driver: d} }
	bare := func(d *several.Driver) kernel.Driver { return unprepared{d} }
	slicing := func(d *several.Driver) kernel.Driver { return several.Slicing{Driver: d} }
	bareSlices := func(d *several.Driver) kernel.Driver { return unprepared{slicing(d)} }
	four := func() []kernel.Driver { return []kernel.Driver{withRoom(50), host.New(1), taking(20), host.New(1)} }
	return []setting{
		{name: "two", devices: func() []kernel.Driver { return []kernel.Driver{host.New(1), host.New(2)} }},
		{name: "takes", devices: func() []kernel.Driver { return []kernel.Driver{taking(30), host.New(1), taking(0)} }},
		{name: "unprepared", around: bare, devices: func() []kernel.Driver { return []kernel.Driver{withRoom(20), host.New(1)} }},
		{name: "joining", devices: func() []kernel.Driver { return []kernel.Driver{joins(host.New(1)), joins(host.New(2))} }},
		{name: "joining, tight", devices: func() []kernel.Driver { return []kernel.Driver{joins(withRoom(20)), host.New(1)} }},
		{name: "sliced", around: slicing, sliced: true, devices: four},
		{name: "sliced, unprepared", around: bareSlices, sliced: true, devices: four},
	}
}

// TestDriver runs the suite of drivers on three devices, two of them with room for few hits.
func TestDriver(t *testing.T) {
	tier.Full(t)
	tight := func() []kernel.Driver { return []kernel.Driver{withRoom(20), host.New(1), withRoom(7)} }
	kerneltest.Run(t, setting{devices: tight}.open, all()...)
}

// TestSettings runs the suite in each setting, on the scenes in which it may differ from TestDriver's.
func TestSettings(t *testing.T) {
	tier.Full(t)
	for _, s := range settings() {
		t.Run(s.name, func(t *testing.T) { kerneltest.RunOn(t, telling(), s.open, s.abilities()...) })
	}
}

// withRoom returns a driver with room for a number of hits per call; 0: for all.
func withRoom(hits int) *faulty {
	f := newFaulty()
	f.room = hits
	return f
}

// taking is withRoom of a driver that takes all boxes of WalkWork.More.
func taking(hits int) *faulty {
	f := withRoom(hits)
	f.takes = true
	return f
}

// unprepared runs searches with the store of the queries in place of their pyramid.
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

// joiner is able with the ability to join hits.
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

// bare returns a search with the store of the queries in place of their pyramid.
func bare(w kernel.WalkWork) kernel.WalkWork {
	if !w.Whole() && !w.Join && w.Query == kernel.Root(w.Queries.Pyramid()) {
		w.Query, w.More = kernel.Boxes{}, nil
	}
	return w
}
