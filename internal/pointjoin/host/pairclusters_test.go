package host

import (
	"context"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/dense"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/points"
)

// oneWay is the host with clusters found by pairs alone, which may take room bytes, or by cells alone, where room is 0.
type oneWay struct {
	*Driver
	room uint64
}

func (d oneWay) Cluster(ctx context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	if d.room == 0 {
		return d.cells(ctx, s, within)
	}
	return d.newPairClusters(ctx, s, within, d.room)
}

// TestWaysToClusters: the suite of clusters passes by pairs, by cells, and by pairs that outgrow their room and are replaced by
// cells.
func TestWaysToClusters(t *testing.T) {
	tier.Full(t)
	for name, room := range map[string]uint64{"pairs": 1 << 30, "cells": 0, "outgrown": 1} {
		t.Run(name, func(t *testing.T) {
			pointjointest.RunClusters(t, func(testing.TB) pointjoin.Driver { return oneWay{New(2), room} })
		})
	}
}

// TestPairsAreFoundOnce: the first method finds the pairs, and later ones compare no points; pairs that outgrow their room are
// replaced by cells.
func TestPairsAreFoundOnce(t *testing.T) {
	s, within := even(t, 400, 6), thresholdOf(t, 0.5)
	for _, room := range []uint64{1 << 30, 1} {
		l, err := New(2).newPairClusters(t.Context(), s, within, room)
		if err != nil {
			t.Fatal(err)
		}
		core, lead := make([]bool, s.Len()), make([]uint32, s.Len())
		first, err := l.Cores(t.Context(), 4, core)
		if err != nil || first.Candidates == 0 {
			t.Errorf("room %d: the first method compares %d pairs: %v", room, first.Candidates, err)
		}
		second, err := l.Unite(t.Context(), core, lead)
		if kept := room > 1; err != nil || kept != (second.Candidates == 0) || kept != (l.Clusters == nil) || kept != (l.lists != nil) {
			t.Errorf("room %d: the second method compares %d pairs: %v", room, second.Candidates, err)
		}
	}
}

// TestPrefersPairs: pairs are used in many dimensions where few of them are near, float32 can decide them, and there is room for them.
func TestPrefersPairs(t *testing.T) {
	for name, c := range map[string]struct {
		dimensions int
		eps        float64
		room       uint64
		want       bool
	}{
		"many dimensions":   {30, 1, 1 << 20, true},
		"cells are dense":   {3, 0.01, 1 << 20, false},
		"all near":          {30, 100, 1 << 20, false},
		"room for all near": {30, 100, 1 << 30, true},
		"equal points":      {30, 0, 1 << 20, false},
		"float64 alone":     {30, 1e-7, 1 << 20, false},
	} {
		if got := prefersPairs(even(t, 2000, c.dimensions), thresholdOf(t, c.eps), c.room); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if prefersPairs(even(t, 0, 30), thresholdOf(t, 1), 1<<20) {
		t.Error("pairs of no points")
	}
}

// TestPairRoom: pairs may take the memory that cells would take in excess, and the memory that options allow for buffers.
func TestPairRoom(t *testing.T) {
	const count, dimensions = 1 << 16, 64
	if got, most := pairRoom(count, dimensions), uint64(count*dense.Bytes(dimensions)); got == 0 || got > most {
		t.Errorf("%d bytes for pairs, where cells take %d", got, most)
	}
	for bound, want := range map[uint64]uint64{0: 64 << 20, 1 << 16: 1 << 16, 1 << 40: 64 << 20} {
		d, err := Provider{}.OpenPoints(kernel.Device{}, kernel.OpenOptions{Memory: bound})
		if err != nil || d.(*Driver).pairBytes != want {
			t.Errorf("bound %d: %+v, want %d: %v", bound, d, want, err)
		}
	}
}

// thresholdOf returns pointjoin.NewThreshold of a valid distance.
func thresholdOf(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}
