package agree_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// spliced2D is store2D for one path, in which two samples at one time are a splice.
func spliced2D(t *testing.T, p path) *trajectory.Store {
	t.Helper()
	c, piece := trajectory.Columns{Splices: true}, uint32(0)
	for i, s := range p {
		if i > 0 && s[0] == p[i-1][0] {
			piece++
		}
		c.ID.Int, c.Piece = append(c.ID.Int, 0), append(c.Piece, piece)
		c.T, c.X, c.Y = append(c.T, s[0]), append(c.X, s[1]), append(c.Y, s[2])
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSplicedEncounter: hits that touch at a splice are one encounter, which is not open there; the earlier piece has its end, but does not own the instant.
func TestSplicedEncounter(t *testing.T) {
	still := path{{0, 0, 0}, {10, 0, 0}}
	for _, test := range []struct {
		name         string
		query, entry path
		want         string
	}{
		{"near on both sides", path{{0, 4, 0}, {5, 1, 0}, {5, 2, 0}, {10, 2, 0}}, still, "[0 10 5 1 both]"},
		{"near before it", path{{0, 9, 0}, {5, 4, 0}, {5, 20, 0}, {10, 20, 0}}, still, "[4 5 5 4 ]"},
		{"near behind it", path{{0, 20, 0}, {5, 20, 0}, {5, 4, 0}, {10, 9, 0}}, still, "[5 6 5 4 ]"},
		{"near at its end alone", path{{0, 10, 0}, {5, 5, 0}, {5, 20, 0}, {10, 20, 0}}, still, "[5 5 5 5 ]"},
		{"met by an event", path{{0, 1, 0}, {5, 1, 0}, {5, 2, 0}, {10, 2, 0}}, path{{5, 0, 0}}, "[5 5 5 2 both]"},
		{"where the other begins", path{{0, 1, 0}, {5, 1, 0}, {5, 2, 0}, {10, 2, 0}}, path{{5, 0, 0}, {10, 0, 0}}, "[5 10 5 2 both]"},
		{"where the other ends", path{{0, 1, 0}, {5, 1, 0}, {5, 2, 0}, {10, 2, 0}}, path{{0, 0, 0}, {5, 0, 0}}, "[0 5 0 1 both]"},
		{"with the splice of the other", path{{0, 1, 0}, {5, 1, 0}, {5, 2, 0}, {10, 2, 0}}, path{{0, 3, 0}, {5, 0, 0}, {5, 0.5, 0}, {10, 0.5, 0}}, "[0 10 3 0 both]"},
	} {
		s := flyby.Search{Queries: spliced2D(t, test.query), Distance: 5}
		e := encounters(t, spliced2D(t, test.entry), s)
		if got := joinedText(e); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// joinedText returns the times, the least distances and the open ends of encounters.
func joinedText(e trajectory.Encounters) string {
	var all []string
	for i := range e.Len() {
		all = append(all, fmt.Sprint([]any{e.Enter[i], e.Exit[i], math.Round(e.Closest[i]), e.Distance[i], e.Open[i].String()}))
	}
	return strings.Join(all, " ")
}

// TestSplicesAgree: trajectories with splices have the hits and the encounters of the definition, by every method on every device.
func TestSplicesAgree(t *testing.T) {
	tier.Full(t)
	for _, s := range kerneltest.Scenes(t) {
		if s.Join || s.Excluded != nil || !s.Queries.HasSplices() || !s.Entries.HasSplices() {
			continue
		}
		found := s.BruteForce()
		want := s.Encounters(found)
		ask := flyby.Search{Queries: s.Queries, Distance: s.Distance}
		if !math.IsInf(s.Window.From, 0) {
			ask.From, ask.To = &s.Window.From, &s.Window.To
		}
		for w, o := range encounterWays(t) {
			if a := search(t, o, s.Entries, s.Queries, s.Distance); ask.From == nil && a.hits.Len() != len(found) {
				t.Errorf("%s: %v: %d hits, want %d", s.Name, w, a.hits.Len(), len(found))
			}
			if e, _ := askEncounters(t, o, s.Entries, ask); joinedText(e) != joinedText(want) {
				t.Errorf("%s: %v: encounters %s, want %s", s.Name, w, joinedText(e), joinedText(want))
			}
		}
	}
}
