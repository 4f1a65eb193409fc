package calibrate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/estimate"
	"flyby/internal/predict"
	"flyby/internal/testing/modeltest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/trajectory"
)

// calibrated calibrates a fake device.
func calibrated(t *testing.T, l law) (*predict.Model, *fakeDriver) {
	t.Helper()
	f := newFakeDriver(l)
	m, err := Calibrate(context.Background(), f, Options{Quick: true, Now: f.clock})
	if err != nil {
		t.Fatal(err)
	}
	if f.open != 0 {
		t.Errorf("%d databases left on the device", f.open)
	}
	return m, f
}

// workload makes a workload of a search.
func workload(entries, queries *trajectory.Store, r interaction.Rule) *estimate.Workload {
	bins := binindex.NewBins(entries, 200)
	return estimate.NewEntries(entries, bins).NewWorkload(queries, r)
}

// truth returns the true time of a search in batches of s.
func (l law) truth(w *estimate.Workload, s int) float64 {
	sum := 0.0
	for first := 0; first < w.Queries(); first += s {
		b := batching.Batch{First: first, Last: min(first+s, w.Queries())}
		c, m := w.Mix(b)
		if c == 0 {
			continue
		}
		q := float64(b.Len())
		i := float64(c) * q
		n := outcome{overlaps: i * (m.Alpha + m.Gamma), hits: i * m.Alpha, grazing: i * m.Grazing}
		sum += l.kernelTime(float64(c), q, n) + l.hostTime(q, n.hits)
	}
	return sum
}

// A model has the steps of a device that runs 3000 candidates at once: it takes longer from the 3001st
// candidate on, and again from the 6001st on.
func TestStepsOfAFullDevice(t *testing.T) {
	l := gpu()
	l.lanes = 3000
	m, _ := calibrated(t, l)
	for _, c := range []float64{2500, 2980, 3150, 5900, 6300} {
		for _, q := range []float64{64, 500} {
			want := l.kernelTime(c, q, outcome{})
			modeltest.Near(t, fmt.Sprintf("%v candidates, %v query segments", c, q), m.Kernel.Time(c, q, estimate.Mix{Beta: 1}), want, 0.06) // the coarse grid scales all by 4 %
		}
	}
}

// The model of a device that follows a law must pick the best batch size by that law.
func TestModelPicksTheBestSizeOfALaw(t *testing.T) {
	tier.Full(t)
	laws := map[string]law{"gpu": gpu(), "cpu": cpu()}
	for _, name := range []string{"gpu", "cpu"} {
		l := laws[name]
		l.quantum = 32
		laws[name+" in quanta"] = l
	}
	told := gpu()
	told.idle = true
	laws["gpu that can idle"] = told
	for name, l := range laws {
		t.Run(name, func(t *testing.T) {
			m, _ := calibrated(t, l)
			if m.Kernel.Quantum != l.quantum {
				t.Errorf("quantum %d, want %d", m.Kernel.Quantum, l.quantum)
			}
			w := workload(modeltest.Rush(400, 60, 1), modeltest.Rush(100, 60, 2), modeltest.Rule(3))
			w.EstimateHits(estimate.Sampling{Error: 1e-9})
			best, least := 0, math.Inf(1)
			for s := 1; s <= w.Queries(); s++ {
				if v := l.truth(w, s); v < least {
					best, least = s, v
				}
			}
			got := m.Best(w)
			t.Logf("s %d (best %d), predicted %v (true %.3g s), form %s, %s, %v lanes", got.Size, best, got.Time(), l.truth(w, got.Size), m.Kernel.Form, m.Kernel.Overhead, m.Kernel.Lanes)
			modeltest.Near(t, "time of the chosen size", l.truth(w, got.Size), least, 0.02)
			modeltest.Near(t, "predicted time", got.Time().Seconds(), l.truth(w, got.Size), 0.05)
		})
	}
}

func TestCalibrationFindsTheLaw(t *testing.T) {
	l := gpu()
	m, _ := calibrated(t, l)
	modeltest.Near(t, "rate to the host", m.Host.SecondsPerByte*predict.HitBytes, l.perHit, 0.01)
	modeltest.Near(t, "grazing", m.Kernel.Grazing, (l.grazing-l.apart)/(l.hit-l.apart), 0.05)
	if m.Kernel.Lanes != 1 || m.Kernel.HitLanes != 1 {
		t.Errorf("%v and %v lanes", m.Kernel.Lanes, m.Kernel.HitLanes)
	}
	for _, c := range m.Host.Curves {
		if c.Law.R2 < 0.9999 {
			t.Errorf("|Q| = %d: R² %v", c.Queries, c.Law.R2)
		}
		modeltest.Near(t, "T1_CPU", c.Law.At(20), float64(c.Queries)*(l.invocation/20+l.query), 0.02)
	}
	var report Report
	err := json.Unmarshal(m.Report, &report)
	if err != nil || len(report.Mixed) == 0 || len(report.HeldOut) == 0 || len(report.Walks) == 0 || len(report.Rehearsals) == 0 {
		t.Fatalf("report %+v, %v", report, err)
	}
	for _, p := range report.Mixed {
		modeltest.Near(t, "mixed", p.Predicted, p.Seconds, 0.03)
	}
	for _, h := range report.HeldOut {
		if h.Linear > 0.02 || h.Chosen == "" {
			t.Errorf("held out: %+v", h)
		}
	}
	modeltest.Near(t, "box test", m.Walk.BoxTest, l.walk.BoxTest, 0.03)
	modeltest.Near(t, "interaction", m.Walk.Interaction, l.walk.Interaction, 0.03)
	modeltest.Near(t, "query", m.Walk.Query, l.walk.Query, 0.03)
	if m.Walk.Stride != 1 {
		t.Errorf("stride %d", m.Walk.Stride)
	}
}

// TestRehearsals: costs that only whole searches have are found, and searches predicted with them.
func TestRehearsals(t *testing.T) {
	l := gpu()
	l.crowded, l.rest = 2e-9, 5e-8
	m, _ := calibrated(t, l)
	modeltest.Near(t, "a hit among others", m.Kernel.HitSeconds, l.crowded, 0.1)
	modeltest.Near(t, "scale", m.Kernel.Scale, 1, 0.05)
	modeltest.Near(t, "rest a query segment", m.Host.RestQuery, l.rest, 0.2)
}

func TestCalibrationFindsTheStride(t *testing.T) {
	if m, _ := calibrated(t, cpu()); m.Walk.Stride != 2 {
		t.Errorf("stride %d", m.Walk.Stride)
	}
}

// A device that refuses hits past its room is calibrated within the room, and batches past it cost more.
func TestCalibrationWithLittleRoom(t *testing.T) {
	l := gpu()
	l.room = 5000
	m, _ := calibrated(t, l)
	if m.Kernel.Room != l.room {
		t.Errorf("room %d, want %d", m.Kernel.Room, l.room)
	}
	all := estimate.Mix{Alpha: 1}
	if fits, split := m.Kernel.Time(1000, 4, all), m.Kernel.Time(1000, 8, all); split < 2*fits {
		t.Errorf("%v seconds for 4000 hits, %v for 8000", fits, split)
	}
}

// A device without memory for the largest database is calibrated on a smaller one.
func TestCalibrationWithLittleMemory(t *testing.T) {
	l := gpu()
	l.reach = 20_000
	f := newFakeDriver(l)
	p := Options{Quick: true, Now: f.clock}
	c := newCalibrator(f, p)
	c.candidates = doubling(256, 8, 4)
	if err := c.loadEntries(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := len(c.candidates); n != 3 {
		t.Errorf("%d sizes left of 4", n)
	}
	l.reach = 100
	f = newFakeDriver(l)
	if _, err := Calibrate(context.Background(), f, p); !errors.Is(err, kernel.ErrMemory) {
		t.Errorf("no room at all: %v", err)
	}
}

func TestCalibrationTimesWhatTheCallerDoesWithHits(t *testing.T) {
	f := newFakeDriver(gpu())
	m, err := Calibrate(context.Background(), f, Options{Quick: true, Now: f.clock, finish: func(h *kernel.Hits, queries int) {
		f.pass(1e-4 + 2e-8*float64(h.Len()))
	}})
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Near(t, "finish", m.Host.Finish, 2e-8, 0.01)
}

// The cost of waking the device up after a pause counts as a cost of walks, and the pause itself does not.
func TestCalibrationPausesBetweenWalks(t *testing.T) {
	f := newFakeDriver(gpu())
	f.waking = 1e-3
	m, err := Calibrate(context.Background(), f, Options{Quick: true, Now: f.clock, Pause: func() {
		f.pass(1)
		f.asleep = true
	}})
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Near(t, "search", m.Walk.Search, f.walk.Search+f.waking, 0.1)
}

// A coarse grid is enough for this test: the law is the paper's formula.
func TestCalibrationReportsItsProgress(t *testing.T) {
	f := newFakeDriver(gpu())
	var steps []float64
	_, err := Calibrate(context.Background(), f, Options{Quick: true, Now: f.clock, Progress: func(done, total float64) {
		steps = append(steps, done/total)
	}})
	if err != nil || len(steps) == 0 || steps[len(steps)-1] != 1 {
		t.Errorf("progress %v, error %v", steps, err)
	}
}
