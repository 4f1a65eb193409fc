package agree_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
)

// plain is a driver from outside with one ability: it compares ranges, pair by pair.
type plain struct{}

func (plain) Device() kernel.Device {
	return kernel.Device{Selector: "plain:1", Name: "Plain", Kind: kernel.Accelerator, Units: 1, Float64: true}
}

func (plain) Load(_ context.Context, db kernel.Database) (kernel.Resident, error) {
	return plainDatabase{db}, nil
}

func (plain) Close() error { return nil }

// plainDatabase is a database in its owner's memory.
type plainDatabase struct{ kernel.Database }

func (plainDatabase) Close() error { return nil }

func (p plainDatabase) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (stats kernel.Stats, err error) {
	var found []interaction.HitRow
	for _, v := range w.Invocations {
		for _, query := range w.Rows[v.Batch.First:v.Batch.Last] {
			if err := ctx.Err(); err != nil {
				return kernel.Stats{}, err
			}
			for _, r := range v.Ranges {
				for _, entry := range p.Order[r.First:r.Last] {
					stats.Interactions++
					h, hit := p.decide(w, query, entry)
					if !hit {
						continue
					}
					if err := out.Budget.Take(24); err != nil {
						return kernel.Stats{}, err
					}
					found = append(found, h)
				}
			}
		}
	}
	stats.Hits = uint64(len(found))
	out.Add(kernel.HitList{List: found})
	return stats, nil
}

// decide computes one interaction.
func (p plainDatabase) decide(w kernel.RangeWork, query, entry uint32) (h interaction.HitRow, hit bool) {
	if w.Join && query > entry || w.Excludes(uint32(w.Queries.Owner(int(query))), uint32(p.Store.Owner(int(entry)))) {
		return h, false
	}
	h = interaction.HitRow{Query: query, Entry: entry}
	h.Enter, h.Exit, hit = w.Window.Decide(w.Queries.Segment(int(query)), p.Store.Segment(int(entry)), w.Distance)
	return h, hit
}

// plainProvider provides two plain devices.
type plainProvider struct{}

func (plainProvider) Name() string { return "plain" }

func (plainProvider) List() ([]flyby.Device, error) {
	one, two := plain{}.Device(), plain{}.Device()
	one.Selector = "plain:0"
	return []flyby.Device{one, two}, nil
}

func (plainProvider) Open(flyby.Device, kernel.OpenOptions) (kernel.Driver, error) {
	return plain{}, nil
}

// TestSuiteOfOneAbility runs the part of the drivers' suite for the ability that plain has.
func TestSuiteOfOneAbility(t *testing.T) {
	tier.Full(t)
	kerneltest.Run(t, func(testing.TB) kernel.Driver { return plain{} }, kerneltest.Ranges)
}

// TestDriverFromOutside: on devices from outside, a method that needs no more than their abilities
// has the hits of the cpu, auto takes it, and a method that needs more is refused by name.
func TestDriverFromOutside(t *testing.T) {
	tier.Full(t)
	entries, queries, err := datasets.Searches()[3].Load(0.01, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := search(t, flyby.Options{Device: "cpu"}, entries, queries, 25)
	joined := search(t, flyby.Options{Device: "cpu"}, entries, nil, 25)
	providers := append(flyby.Providers(), plainProvider{})
	for _, o := range []flyby.Options{
		{Method: flyby.MethodTemporal, Device: "plain"}, {Method: flyby.MethodTemporal, Device: "plain:1"},
		{Method: flyby.MethodTemporal, Device: "plain:all"}, {Device: "plain"}, {Method: flyby.MethodAuto, Device: "plain:all"},
	} {
		o.Providers = providers
		got := search(t, o, entries, queries, 25)
		sameHits(t, want.hits, got.hits)
		sameHits(t, joined.hits, search(t, o, entries, nil, 25).hits)
		if got.stats.Method != flyby.MethodTemporal || !strings.Contains(got.stats.Device, "Plain") {
			t.Errorf("%s on %s: answered by %s on %s", o.Method, o.Device, got.stats.Method, got.stats.Device)
		}
	}
	for _, device := range []string{"plain", "plain:all"} {
		_, err := flyby.Open(t.Context(), entries, flyby.Options{Method: flyby.MethodSpatiotemporal, Device: device, Providers: providers})
		if !errors.Is(err, kernel.ErrAbility) {
			t.Errorf("%s: %v, want that it lacks an ability", device, err)
		}
	}
	for _, device := range []string{"plain:2", "plain:x", "gpu:2"} {
		if _, err := flyby.Open(t.Context(), entries, flyby.Options{Device: device, Providers: providers}); !errors.Is(err, flyby.ErrNoDevice) {
			t.Errorf("%s: %v, want that it is not here", device, err)
		}
	}
}
