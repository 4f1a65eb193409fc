package pointjoin_test

import (
	"context"
	"errors"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/pointjoin/several"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/points"
)

// TestSuite checks two drivers as one against the oracle, on scenes of three numbers of
// dimensions.
func TestSuite(t *testing.T) {
	tier.Full(t)
	suite(t, 3, 6, 70)
}

func suite(t *testing.T, dimensions ...int) {
	pointjointest.RunDefaults(t, func(testing.TB) pointjoin.Driver { return several.New("two", host.New(1), host.New(1)) }, dimensions...)
}

// broken is a driver whose Load or searches fail.
type broken struct {
	pointjoin.Driver
	load, find error
	closed     int
}

func (b *broken) Close() error { b.closed++; return nil }

func (b *broken) Methods() []pointjoin.Method {
	return []pointjoin.Method{{Name: "grid"}, {Name: "other"}}
}

func (b *broken) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	if b.load != nil {
		return nil, b.load
	}
	r, err := b.Driver.Load(ctx, s)
	return &failing{r, b}, err
}

type failing struct {
	pointjoin.Resident
	of *broken
}

func (f *failing) Pairs(context.Context, pointjoin.Work, *pointjoin.Found) (points.Stats, error) {
	return points.Stats{}, f.of.find
}

func (f *failing) Close() error { f.of.closed++; return f.Resident.Close() }

// described is a driver with the description of another device.
type described struct {
	pointjoin.Driver
	device kernel.Device
}

func (d described) Device() kernel.Device { return d.device }

// set returns points on a line.
func set(t *testing.T) pointjoin.Set {
	t.Helper()
	s, err := points.New([][]float64{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, points.RowIDs(10))
	if err != nil {
		t.Fatal(err)
	}
	within, err := pointjoin.NewThreshold(1)
	if err != nil {
		t.Fatal(err)
	}
	return pointjoin.Set{Points: s, Method: "grid", Threshold: within}
}

// TestDevice: devices are described together, and only the methods that all have are offered.
func TestDevice(t *testing.T) {
	one := host.New(1)
	d := several.New("opencl:all", one, &broken{Driver: host.New(1)})
	about := d.Device()
	if about.Selector != "opencl:all" || about.Name != "2 x "+one.Device().Name || about.Units != 2*one.Device().Units {
		t.Errorf("%+v", about)
	}
	big, small := about, about
	big.Name, big.Driver, big.Memory, big.MaxAlloc = "big", "2", 1000, 300
	small.Name, small.Memory, small.MaxAlloc = "small", 100, 0
	both := several.New("gpu:all", described{one, small}, described{one, big}, described{one, small}).Device()
	if both.Name != "2 x small + big" || both.Memory != 100 || both.MaxAlloc != 300 || both.Driver != about.Driver+", 2" {
		t.Errorf("%+v", both)
	}
	if m := d.Methods(); len(m) != 1 || m[0].Name != "grid" {
		t.Errorf("%+v", m)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// TestErrors: an error on one device is the error of all, and everything is closed.
func TestErrors(t *testing.T) {
	s := set(t)
	failed := errors.New("failed")
	b, other := &broken{Driver: host.New(1), load: failed}, &broken{Driver: host.New(1)}
	d := several.New("two", other, b)
	if _, err := d.Load(t.Context(), s); !errors.Is(err, failed) || other.closed != 1 {
		t.Errorf("%v, %d closed", err, other.closed)
	}
	b.load, b.find = nil, failed
	r, err := d.Load(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	w := pointjoin.Work{Threshold: s.Threshold, Last: 10}
	var out pointjoin.Found
	for range 20 { // one device may have done all ranges before the other begins
		if _, err = r.Pairs(t.Context(), w, &out); err != nil {
			break
		}
	}
	if !errors.Is(err, failed) || len(out.Lists) > 0 {
		t.Errorf("%v, %d lists", err, len(out.Lists))
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(failed)
	if _, err := r.Counts(ctx, w, make([]uint32, 10)); !errors.Is(err, failed) {
		t.Errorf("cancelled: %v", err)
	}
	if err := errors.Join(r.Close(), d.Close()); err != nil || b.closed != 2 {
		t.Errorf("%v, closed %d times", err, b.closed)
	}
}
