package agree_test

import (
	"fmt"
	"testing"

	"flyby"
	"flyby/internal/several"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/kernel/opencl"
	"flyby/trajectory"
)

// sideBySide returns objects that drive side by side for a number of steps: every segment of one
// hits up to three of each other, and two runs have more hits than tiny buffers hold.
func sideBySide(t *testing.T, objects, steps int) *trajectory.Store {
	paths := make([]path, objects)
	for i := range paths {
		for k := range steps {
			paths[i] = append(paths[i], [3]float64{float64(k) + 0.25*float64(i%3), float64(k), 0.1 * float64(i)})
		}
	}
	return store2D(t, trajectory.BuildOptions{}, paths...)
}

// tinyRooms returns options whose devices have room for room hits at a time: a fake
// one, two of them at once, and every OpenCL device.
func tinyRooms(t *testing.T, room int) map[string]func() flyby.Options {
	tiny := func() kernel.Driver { f := newFake(); f.room = room; return f }
	all := map[string]func() flyby.Options{
		"fake": func() flyby.Options { return withDriver(flyby.Options{}, tiny()) },
		"two":  func() flyby.Options { return withDriver(flyby.Options{}, several.New("two", tiny(), tiny())) },
	}
	for _, device := range devices(t)[1:] {
		all[device] = func() flyby.Options {
			return withLimits(flyby.Options{Device: device}, opencl.Options{HitCapacity: room, PairCapacity: 1})
		}
	}
	return all
}

// TestTinyHitBuffers: drivers with room for 1, 2 and 7 hits lose none, by either method, in
// searches and joins, as hits and as encounters, though two runs have more.
func TestTinyHitBuffers(t *testing.T) {
	tier.Full(t)
	s := sideBySide(t, 5, 20)
	cpu := flyby.Options{Device: "cpu"}
	join, others := flyby.Search{Distance: 2}, flyby.Search{Queries: s, Distance: 2, ExcludeSameID: true}
	joined, found := ask(t, cpu, s, join).hits, ask(t, cpu, s, others).hits
	encounters, _ := askEncounters(t, cpu, s, join)
	if joined.Len() < 200 {
		t.Fatal(joined.Len())
	}
	for _, room := range []int{1, 2, 7} {
		for name, options := range tinyRooms(t, room) {
			for _, method := range []flyby.Method{flyby.MethodTemporal, flyby.MethodSpatiotemporal} {
				t.Run(fmt.Sprint(name, " ", room, " ", method), func(t *testing.T) {
					with := func() flyby.Options {
						o := options()
						o.Method = method
						return o
					}
					sameHits(t, joined, ask(t, with(), s, join).hits)
					sameHits(t, found, ask(t, with(), s, others).hits)
					got, _ := askEncounters(t, with(), s, join)
					sameEncounters(t, encounters, got)
				})
			}
		}
	}
}
