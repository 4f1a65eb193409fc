package leaves_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/selection"
)

// TestLeast: the n least come first, and no item is lost or changed, for every n, with equal
// coordinates and infinities among them.
func TestLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, draw := range map[string]func() float32{
		"distinct": r.Float32,
		"few":      func() float32 { return float32(r.IntN(3)) },
		"alike":    func() float32 { return 7 },
		"infinite": func() float32 { return float32(math.Inf(r.IntN(2)*2 - 1)) },
	} {
		for _, size := range []int{0, 1, 2, 3, 9, 64} {
			for n := range size + 1 {
				axis := r.IntN(4)
				items, want := make([]selection.Item[[4]float32, int], size), make([]float32, size)
				drawn := make([]selection.Item[[4]float32, int], size)
				for i := range items {
					items[i] = selection.Item[[4]float32, int]{At: [4]float32{r.Float32(), r.Float32(), r.Float32(), r.Float32()}, Value: i}
					items[i].At[axis] = draw()
					want[i], drawn[i] = items[i].At[axis], items[i]
				}
				slices.Sort(want)
				selection.Least[float32](items, n, axis)
				seen := make([]bool, size)
				for i, it := range items {
					if it != drawn[it.Value] || seen[it.Value] {
						t.Fatalf("%s: item %v was changed, or is there twice", name, it)
					}
					seen[it.Value] = true
					if i < n && it.At[axis] > want[n-1] || i >= n && it.At[axis] < want[n] {
						t.Fatalf("%s: %v is at place %d, of the %d least of %v", name, it.At[axis], i, n, want)
					}
				}
			}
		}
	}
}

// TestNth: each place of the order is found, with equal values and infinities among them, and values stay as they are.
func TestNth(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for name, draw := range map[string]func() float64{
		"distinct": r.NormFloat64,
		"few":      func() float64 { return float64(r.IntN(3)) },
		"alike":    func() float64 { return 7 },
		"infinite": func() float64 { return math.Inf(r.IntN(2)*2 - 1) },
	} {
		for _, size := range []int{1, 2, 3, 9, 64} {
			for n := range size {
				values := make([]float64, size)
				for i := range values {
					values[i] = draw()
				}
				drawn, want := slices.Clone(values), slices.Sorted(slices.Values(values))
				if got := selection.Nth(values, n); got != want[n] {
					t.Fatalf("%s: place %d of %v is %v", name, n, want, got)
				}
				if !slices.Equal(values, drawn) {
					t.Fatalf("%s: %v became %v", name, drawn, values)
				}
			}
		}
	}
}

// BenchmarkLeast halves items again and again, as grouping does.
func BenchmarkLeast(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	drawn := make([]selection.Item[[4]float32, uint64], 1<<14)
	for i := range drawn {
		drawn[i].At = [4]float32{r.Float32(), r.Float32(), r.Float32(), r.Float32()}
	}
	items := make([]selection.Item[[4]float32, uint64], len(drawn))
	for b.Loop() {
		copy(items, drawn)
		for size := len(items); size > 1; size /= 2 {
			for first := 0; first < len(items); first += size {
				selection.Least[float32](items[first:first+size], size/2, size%3)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(items)), "ns/item")
}

// TestEvenly: numbers ascend over the whole range, and no two gaps differ by more than one.
func TestEvenly(t *testing.T) {
	for n := range 40 {
		for most := range 45 {
			got := selection.Evenly(n, most)
			if len(got) != min(n, most) {
				t.Fatalf("%d of %d: %v", most, n, got)
			}
			if len(got) == 0 {
				continue
			}
			gap := n / len(got)
			for i, v := range append(got[1:len(got):len(got)], n) {
				if d := v - got[i]; got[0] != 0 || d != gap && d != gap+1 {
					t.Fatalf("%d of %d: %v", most, n, got)
				}
			}
		}
	}
	if got := selection.Evenly(7, 9); !slices.Equal(got, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("all of 7: %v", got)
	}
}
