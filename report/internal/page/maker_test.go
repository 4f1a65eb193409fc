package page

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/scene"
)

// numbered is a row with a number in its file.
type numbered struct{ size, number int }

// bySize orders rows, the largest first.
type bySize struct{ Content[numbered] }

func (bySize) Compare(a, b *numbered) int { return cmp.Compare(b.size, a.size) }
func (bySize) Keep(r *numbered) *numbered { of := *r; return &of }

// TestKeep: rows that are equal in the order stand in the order of the file, and where a page shows only some, it shows the first of them.
func TestKeep(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, most := range []int{1, 7, 50, 400} {
		m := Maker[numbered, scene.Ruler]{content: bySize{}}
		m.Top = most
		var all []numbered
		var r numbered // a row is good until the next one
		for r.number = range 300 {
			r.size = random.IntN(3)
			all = append(all, r)
			m.keep(&r)
		}
		slices.SortFunc(all, func(a, b numbered) int { return cmp.Or(b.size-a.size, a.number-b.number) })
		var kept []numbered
		for _, r := range m.Shown {
			kept = append(kept, *r)
		}
		if want := all[:min(most, len(all))]; !slices.Equal(kept, want) {
			t.Errorf("the first %d rows are %v, want %v", most, kept, want)
		}
	}
}
