package opencl

import (
	"strings"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/testing/cltest"
	"flyby/kernel"
)

// TestPrograms: the programs of a device's description are the ones that a driver of the device compiles, and the device's compiler takes them.
func TestPrograms(t *testing.T) {
	for _, dev := range cltest.Devices(t) {
		d, err := newOn(dev, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		rangers, walkers := programsOf(t, Provider{}.RangerPrograms, d.device), programsOf(t, Provider{}.WalkerPrograms, d.device)
		same(t, rangers[0], d.ranger.Source())
		walks := d.walker.Sources()
		for i, s := range walks {
			same(t, walkers[i], s)
		}
		if d.list.Orders() {
			same(t, rangers[1], d.list.OrderSource())
			same(t, walkers[len(walks)], d.list.OrderSource())
			same(t, walkers[len(walks)+1], d.list.JoinSource())
		}
		for _, p := range append(rangers, walkers...) {
			compile(t, dev, p)
		}
	}
}

// programsOf calls f, and fails the test on an error.
func programsOf(t *testing.T, f func(kernel.Device) ([]Program, error), d kernel.Device) []Program {
	t.Helper()
	all, err := f(d)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d programs (%v)", len(all), err)
	}
	return all
}

// same wants a program to be a source's.
func same(t *testing.T, p Program, s clrt.Source) {
	t.Helper()
	text, err := s.Text()
	if err != nil || p.Name != s.Label || p.Options != s.Groups.Options() || p.Text != text {
		t.Errorf("program %s with %q is not %s with %q (%v)", p.Name, p.Options, s.Label, s.Groups.Options(), err)
	}
}

// compile wants the device's compiler to take a program.
func compile(t *testing.T, dev cl.Device, p Program) {
	t.Helper()
	c, err := dev.CreateContext()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	built, err := c.CreateProgramWithSource(p.Name, p.Text)
	if err != nil {
		t.Fatal(err)
	}
	defer built.Release()
	if err := built.BuildProgram(p.Options); err != nil {
		t.Errorf("%s: %v", p.Name, err)
	}
}

// TestProgramsByKind: GPUs order hits, and join them after walks; CPUs leave both to the host. Walks on GPUs end in pairs of runs only where pairs of segments have no room.
func TestProgramsByKind(t *testing.T) {
	for kind, want := range map[kernel.Kind][2]string{
		kernel.GPU: {"interact order", "walk queries refine order join"},
		kernel.CPU: {"interact", "walk queries"},
	} {
		d := kernel.Device{Kind: kind, Units: 2, Float64: true}
		for k, all := range [][]Program{programsOf(t, Provider{}.RangerPrograms, d), programsOf(t, Provider{}.WalkerPrograms, d)} {
			var names []string
			for _, p := range all {
				names = append(names, p.Name)
			}
			if got := strings.Join(names, " "); got != want[k] {
				t.Errorf("%s: %q, want %q", kind, got, want[k])
			}
		}
	}
}
