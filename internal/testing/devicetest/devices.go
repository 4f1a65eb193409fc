// Package devicetest opens OpenCL devices for the tests of methods.
package devicetest

import (
	"log/slog"
	"testing"

	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/cltest"
	"flyby/kernel"
)

// Each calls test with every device that computes in float64, launched in single work-items and in groups. It checks
// that bytes behind buffers stay unchanged.
func Each(t *testing.T, cuts device.Cuts, test func(t *testing.T, d *device.Device)) {
	t.Helper()
	for _, dev := range cltest.Devices(t) {
		i, err := dev.GetDeviceInfo()
		if err != nil {
			t.Fatal(err)
		}
		if !i.Float64 {
			continue
		}
		for name, groups := range map[string]clrt.Groups{"items": {Size: 1, Block: 64, Every: true}, "groups": {Size: 16, Block: 16, Every: true}} {
			t.Run(i.Name+" "+name, func(t *testing.T) {
				opened, err := clrt.Open(dev, clrt.Setup{
					Name: i.Name, Identity: []string{i.Platform.Name, i.Vendor, i.Name, i.DriverVersion}, MostGroups: 16 * i.ComputeUnits,
					MaxAlloc: i.MaxAlloc, Log: slog.New(slog.DiscardHandler),
				})
				if err != nil {
					t.Fatal(err)
				}
				opened.Queues.Time(false)
				opened.Memory.Canary = 64
				d := &device.Device{Device: opened, About: kernel.Device{Name: i.Name, Kind: kernel.CPU}, Groups: groups, Host: 2, Cuts: cuts}
				test(t, d)
				if err := opened.Memory.Overrun(); err != nil {
					t.Error(err)
				}
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
