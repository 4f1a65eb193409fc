package several_test

import (
	"testing"

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
	}
	for name, open := range drivers {
		t.Run(name, func(t *testing.T) {
			kerneltest.Run(t, func(testing.TB) kernel.Driver { return several.New("host:all", open()...).Finely() })
		})
	}
}

// withRoom returns a driver with room for so many hits a call.
func withRoom(hits int) *faulty {
	f := newFaulty()
	f.room = hits
	return f
}

// TestSliced is the suite with a slice of the database on each device.
func TestSliced(t *testing.T) {
	kerneltest.Run(t, func(testing.TB) kernel.Driver {
		return several.Slicing{Driver: several.New("host:all", withRoom(50), host.New(1), withRoom(20), host.New(1)).Finely()}
	})
}
