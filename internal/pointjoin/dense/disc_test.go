package dense

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"unsafe"

	"flyby/internal/pointjoin"
)

// TestRequiredVectors: the processor has the vector instructions that FLYBY_REQUIRE_VECTORS names. No function here is in AVX-512.
func TestRequiredVectors(t *testing.T) {
	want := os.Getenv("FLYBY_REQUIRE_VECTORS")
	switch want {
	case "":
		t.Skip("FLYBY_REQUIRE_VECTORS is not set")
	case "AVX-512":
		want = "AVX2"
	}
	if got := fastest().name; got != want {
		t.Errorf("%s is used here, want %s", got, want)
	}
}

// TestDiscLayout: the fields of a disc have the offsets that the generated code uses.
func TestDiscLayout(t *testing.T) {
	var d disc
	got := []uintptr{unsafe.Offsetof(d.middle), unsafe.Offsetof(d.certainly), unsafe.Offsetof(d.not), unsafe.Offsetof(d.within), unsafe.Offsetof(d.unsure), unsafe.Offsetof(d.leasts)}
	if want := []uintptr{0, 16, 24, 32, 64, 96}; !slices.Equal(got, want) {
		t.Errorf("offsets %v, want %v", got, want)
	}
}

// TestDisc: for any number of points, vector instructions return the same counts and least links as Go, and report borderline points where
// Go does.
func TestDisc(t *testing.T) {
	r := rand.New(rand.NewPCG(66, 2))
	fast := disc{certainly: 1, not: 1.02, use: fastest()}
	slow := disc{certainly: fast.certainly, not: fast.not, use: vectors{name: "Go"}}
	sures, unsures, chosen := 0, 0, 0
	for round := range 4000 {
		others, links := make([]float64, 2*(round%40)), make([]uint32, round%40)
		for i := range others {
			others[i] = float64(r.IntN(200)) / 50
		}
		for i := range links {
			if links[i] = pointjoin.NoLead; r.IntN(3) > 0 {
				links[i] = r.Uint32()
			}
		}
		p := []float64{4 * r.Float64(), 4 * r.Float64()}
		if round%4 == 0 { // on the lattice of the others, so that sums equal the bounds exactly
			p = []float64{float64(r.IntN(200)) / 50, float64(r.IntN(200)) / 50}
		}
		fast.aim(p)
		slow.aim(p)
		within, below := fast.count(others)
		wantWithin, wantBelow := slow.count(others)
		if within != wantWithin || (below != within) != (wantBelow != wantWithin) {
			t.Fatalf("%v in %v: %d within and %d below, want %d and %d", p, others, within, below, wantWithin, wantBelow)
		}
		least, sure := fast.least(others, links)
		if wantLeast, wantSure := slow.least(others, links); least != wantLeast || sure != wantSure {
			t.Fatalf("%v in %v, links %v: %d, %t, want %d, %t", p, others, links, least, sure, wantLeast, wantSure)
		}
		switch {
		case !sure:
			unsures++
		case least != pointjoin.NoLead:
			chosen++
			fallthrough
		default:
			sures++
		}
	}
	if sures < 1000 || unsures < 200 || chosen < 500 {
		t.Errorf("%d sure, %d unsure, %d with a link", sures, unsures, chosen)
	}
}
