package kerneltest

import (
	"context"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/trajectory"
)

// CheckEncounters joins hits of the scene, in the defined order, all at once, and in
// parts, the i-th hit in part deal(i), whose encounters it merges. It wants the
// encounters of joining one by one, to the bit, from both.
func (s Scene) CheckEncounters(t testing.TB, hits []Hit, parts int, deal func(i int) int) {
	t.Helper()
	want := s.Encounters(hits)
	rows := make([]interaction.HitRow, len(hits))
	for i, h := range hits {
		rows[i] = interaction.HitRow(h)
	}
	if d := differing(s.join(t, rows), want); d != "" {
		t.Fatalf("at once: %s: %+v", d, s.Rule)
	}
	dealt := make([][]interaction.HitRow, parts)
	for i, h := range rows {
		k := deal(i)
		dealt[k] = append(dealt[k], h)
	}
	all := make([]trajectory.Encounters, 1)
	var left []interaction.HitRow // the hits of all parts that kernel.Joined leaves; their encounters come first
	for _, part := range dealt {
		joined, rest := s.leave(part)
		all, left = append(all, s.join(t, joined)), append(left, rest...)
	}
	slices.SortFunc(left, func(a, b interaction.HitRow) int { return Hit(a).compare(Hit(b)) })
	all[0] = s.join(t, left)
	got, err := encounter.Merge(context.Background(), all, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := differing(got, want); d != "" {
		t.Fatalf("in %d parts: %s: %+v", parts, d, s.Rule)
	}
}

// join returns encounter.Join of hits of the scene.
func (s Scene) join(t testing.TB, hits []interaction.HitRow) trajectory.Encounters {
	t.Helper()
	e, err := encounter.Join(context.Background(), hits, s.Queries, s.Entries, s.Rule, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
