package rig

import (
	"cmp"
	"context"
	"log/slog"
	"testing"

	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/trajectory"
)

// Must ends the test if err is not nil.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Disc returns a join of a small disc of stars, large enough that lists outgrow
// small buffers.
func Disc(t *testing.T, d float64) (*binindex.Pyramid, kernel.WalkWork) {
	t.Helper()
	s, err := datasets.Disc(150, 100, 3)
	Must(t, err)
	p := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 4, RunLevels: 1}, 2)
	rule := interaction.Rule{Distance: d, Window: interaction.Unbounded(), Join: true}
	return p, kernel.WalkWork{Rule: rule, Queries: kernel.Built(p), Query: kernel.Root(p), Entry: kernel.Root(p)}
}

// Crowd returns a pyramid of stars.
func Crowd(t *testing.T, trajectories, samples int) *binindex.Pyramid {
	t.Helper()
	s, err := datasets.Disc(trajectories, samples, 3)
	Must(t, err)
	return binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 4, RunLevels: 1}, 2)
}

// Load loads a pyramid on any driver.
func Load(t *testing.T, d kernel.Driver, p *binindex.Pyramid) kernel.Walker {
	t.Helper()
	r, err := d.Load(context.Background(), kernel.Database{Store: p.Store, Pyramid: p})
	Must(t, err)
	return r.(kernel.Walker)
}

// OpenRuntime opens a device with guard bytes after every buffer, which Overrun checks,
// and reports whether the device computes in float64.
func OpenRuntime(t testing.TB, dev cl.Device) (d *clrt.Device, finds bool) {
	t.Helper()
	i, err := dev.GetDeviceInfo()
	Must(t, err)
	d, err = clrt.Open(dev, clrt.Setup{
		Name: i.Name, Identity: []string{i.Platform.Name, i.Vendor, i.Name, i.DriverVersion}, MostGroups: 16 * i.ComputeUnits,
		SharesMemory: i.Type&cl.CPU != 0, MaxAlloc: i.MaxAlloc, Log: slog.New(slog.DiscardHandler),
	})
	Must(t, err)
	d.Memory.Canary = 256
	return d, i.Float64
}

// PinnedCopy returns a copy of a store in pinned memory.
func PinnedCopy(t *testing.T, d *clrt.Device, s *trajectory.Store) (c *trajectory.Store, done func()) {
	t.Helper()
	n := s.Samples()
	b, err := d.Pool.Lend(8 * 4 * n)
	Must(t, err)
	floats := cl.View[float64](b.Bytes[:8*4*n])
	z := floats[3*n:]
	if s.Dim() == 2 {
		z = nil
	}
	return s.CopyTo(floats[:n], floats[n:2*n], floats[2*n:3*n], z), b.TakeBack
}

// CompareRows compares hits by their rows.
func CompareRows(a, b interaction.HitRow) int {
	return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Entry, b.Entry))
}
