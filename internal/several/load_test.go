package several_test

import (
	"errors"
	"testing"

	"flyby/binindex"
	"flyby/internal/several"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// TestLoad: every device has a replica if all have the room; else every device has a
// slice; where a slice does not fit either, Load fails and leaves nothing resident.
func TestLoad(t *testing.T) {
	s := kerneltest.Scenes(t)[0]
	n := s.Entries.Segments()
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		memory [2]int
		broken error
		used   int // segments on both devices together; 0: Load fails
		want   error
	}{
		"replicas":          {memory: [2]int{n, n}, used: 2 * n},
		"slices":            {memory: [2]int{n, n - 1}, used: n},
		"slices of both":    {memory: [2]int{n - 1, n - 1}, used: n},
		"no room":           {memory: [2]int{n, n / 4}, want: kernel.ErrMemory},
		"no room on both":   {memory: [2]int{1, 1}, want: kernel.ErrMemory},
		"a broken device":   {memory: [2]int{n, n}, broken: broken, want: broken},
		"a broken and full": {memory: [2]int{n / 4, n}, broken: broken, want: broken},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := newFaulty(), newFaulty()
			a.memory, b.memory, b.broken = c.memory[0], c.memory[1], c.broken
			d := several.New("fake:all", a, b)
			p := binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: 4}, 1)
			r, err := d.Load(t.Context(), kernel.Database{Store: s.Entries, Pyramid: p})
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Fatalf("%v, want %v", err, c.want)
			}
			if a.used+b.used != c.used {
				t.Errorf("%d and %d segments resident, want %d", a.used, b.used, c.used)
			}
			if err == nil {
				if err := r.Close(); err != nil {
					t.Error(err)
				}
			} else if r != nil {
				t.Error("a database and an error")
			}
			if a.open.Load() != 0 || b.open.Load() != 0 {
				t.Errorf("%d and %d databases left", a.open.Load(), b.open.Load())
			}
		})
	}
}

// TestOneInstant: a database that cannot be split in time is refused.
func TestOneInstant(t *testing.T) {
	c := trajectory.Columns{}
	for id := range int64(100) {
		c.ID.Int = append(c.ID.Int, id)
		c.T, c.X, c.Y = append(c.T, 1), append(c.X, float64(id)), append(c.Y, 0)
	}
	entries, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := newFaulty(), newFaulty()
	a.memory, b.memory = 99, 99
	db := kernel.Database{Store: entries, Order: binindex.NewBins(entries, 0).Rows}
	if _, err := several.New("fake:all", a, b).Load(t.Context(), db); !errors.Is(err, kernel.ErrMemory) || a.open.Load()+b.open.Load() != 0 {
		t.Error(err)
	}
}

// described is a driver with a given description of its device.
type described struct {
	kernel.Driver
	device kernel.Device
}

func (d described) Device() kernel.Device { return d.device }

// TestDevice: several devices are described as one.
func TestDevice(t *testing.T) {
	gpu := kernel.Device{Selector: "opencl:0", Name: "G", Vendor: "V", Platform: "P", Driver: "1", Kind: kernel.GPU, Units: 10, ClockMHz: 2000, Memory: 100, MaxAlloc: 25, Float64: true}
	small := kernel.Device{Selector: "opencl:2", Name: "S", Vendor: "V", Platform: "P", Driver: "2", Kind: kernel.GPU, Units: 2, Memory: 10, MaxAlloc: 5}
	h := host.New(1)
	got := several.New("gpu:all", described{h, gpu}, described{h, small}, described{h, gpu}).Device()
	want := kernel.Device{Selector: "gpu:all", Name: "2 x G + S", Vendor: "V", Platform: "P", Driver: "1, 2", Kind: kernel.GPU, Units: 22, ClockMHz: 2000, Memory: 210, MaxAlloc: 5}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	same := several.New("gpu:all", described{h, gpu}, described{h, gpu}).Device()
	if same.Name != "2 x G" || same.Driver != "1" || !same.Float64 {
		t.Errorf("%+v", same)
	}
}
