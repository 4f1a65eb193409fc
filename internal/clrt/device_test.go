package clrt

import (
	"log/slog"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
)

// single has one work-item a group.
var single = Groups{Size: 1, Block: 128}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// openDevice opens a device that keeps programs in a user's cache directory, "" for
// none.
func openDevice(t testing.TB, dev cl.Device, cache string) *Device {
	t.Helper()
	i, err := dev.GetDeviceInfo()
	must(t, err)
	d, err := Open(dev, Setup{
		Name: i.Name, Identity: []string{i.Platform.Name, i.Vendor, i.Name, i.DriverVersion}, MostGroups: 16,
		CacheDir: cache, Log: slog.New(slog.DiscardHandler),
	})
	must(t, err)
	return d
}

// onEachDevice runs f as a subtest for every device.
func onEachDevice(t *testing.T, cache string, f func(t *testing.T, d *Device)) {
	t.Helper()
	for _, dev := range cltest.Devices(t) {
		d := openDevice(t, dev, cache)
		t.Run(d.Name, func(t *testing.T) {
			defer func() { must(t, d.Close()) }()
			f(t, d)
		})
	}
}
