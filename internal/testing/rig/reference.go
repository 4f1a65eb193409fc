package rig

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// Hit is one hit with the bits of its times.
type Hit struct {
	query, entry uint32
	enter, exit  uint64
}

func compareHits(a, b Hit) int {
	return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.entry, b.entry), cmp.Compare(a.enter, b.enter), cmp.Compare(a.exit, b.exit))
}

// Reference returns the hits by brute force: it decides every pair that the rule
// admits.
func Reference(queries, entries *trajectory.Store, r interaction.Rule) []Hit {
	var hits []Hit
	for qrow, q := range queries.Rows() {
		qt := queries.Owner(qrow)
		for erow, e := range entries.Rows() {
			et := entries.Owner(erow)
			if r.Join && (qt == et || qrow > erow) || r.Excluded != nil && leavesOut(r, r.Excluded[qt], uint32(et)) {
				continue
			}
			if enter, exit, ok := r.Window.Decide(q, e, r.Distance); ok {
				hits = append(hits, Hit{uint32(qrow), uint32(erow), math.Float64bits(enter), math.Float64bits(exit)})
			}
		}
	}
	slices.SortFunc(hits, compareHits)
	return hits
}

// leavesOut reports whether a query trajectory with the given excluded one is not compared with an
// entry trajectory.
func leavesOut(r interaction.Rule, excluded, entry uint32) bool {
	if excluded == interaction.NoneExcluded {
		return false
	}
	return entry == excluded || r.Later && entry < excluded
}

// Settled decides the borderline hits of a driver and returns all hits, sorted.
func Settled(h kernel.Hits, queries, entries *trajectory.Store, r interaction.Rule) []Hit {
	var hits []Hit
	for _, f := range h.List() {
		enter, exit, ok := f.Enter, f.Exit, true
		if f.Borderline() {
			enter, exit, ok = r.Window.Exact(queries.Segment(int(f.Query)), entries.Segment(int(f.Entry)), r.Distance)
		}
		if ok {
			hits = append(hits, Hit{f.Query, f.Entry, math.Float64bits(enter), math.Float64bits(exit)})
		}
	}
	slices.SortFunc(hits, compareHits)
	return hits
}

// SameHits fails the test unless two sorted lists of hits are equal.
func SameHits(t *testing.T, got, want []Hit) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%d hits, want %d; the first that differs is %s, want %s", len(got), len(want), show(got, i), show(want, i))
		}
	}
}

func show(h []Hit, i int) string {
	if i >= len(h) {
		return "none"
	}
	return fmt.Sprintf("(%d, %d) [%v, %v]", h[i].query, h[i].entry, math.Float64frombits(h[i].enter), math.Float64frombits(h[i].exit))
}
