package leaves_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/radix"
)

// kinds returns ways to draw keys: spread, in steps, all alike, crowded beside
// one far away, of any exponent, and in order already.
func kinds(r *rand.Rand) map[string]func(i int) float64 {
	return map[string]func(i int) float64{
		"spread":  func(int) float64 { return r.Float64() },
		"steps":   func(int) float64 { return float64(r.IntN(50)) },
		"alike":   func(int) float64 { return 7 },
		"crowded": func(i int) float64 { return float64(i/1000)*1e30 + r.Float64() },
		"any":     func(int) float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(1900)-950) },
		"zeros":   func(int) float64 { return math.Copysign(0, r.Float64()-0.5) },
		"tiny":    func(int) float64 { return float64(r.IntN(9)) * math.SmallestNonzeroFloat64 },
		"epochs":  func(i int) float64 { return 1.7e9 + float64(i) },
		"huge":    func(int) float64 { return (r.Float64() - 0.5) * 2 * 0x1p1000 },
	}
}

func TestFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, key := range kinds(r) {
		for _, n := range []int{0, 1, 2, 1001} {
			values := make([]float64, n)
			for i := range values {
				values[i] = key(i)
			}
			want := slices.Sorted(slices.Values(values))
			if radix.Floats(values); !slices.Equal(values, want) {
				t.Errorf("%d keys, %s: %v, want %v", n, name, values, want)
			}
		}
	}
}

// TestIndex: some indexes, in any order at first, are sorted by their keys; indexes of equal
// keys stay in their order.
func TestIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, key := range kinds(r) {
		for _, n := range []int{0, 1, 2, 1001, 200_000} {
			keys := make([]float64, n)
			for i := range keys {
				keys[i] = key(i)
			}
			var index []uint32
			for _, i := range r.Perm(n)[:n-n/3] {
				index = append(index, uint32(i))
			}
			want := slices.Clone(index)
			slices.SortStableFunc(want, func(a, b uint32) int { return cmp.Compare(keys[a], keys[b]) })
			radix.Index(index, keys)
			for k := range index { // -0 and 0 may come either way
				if index[k] != want[k] && (name != "zeros" || keys[index[k]] != keys[want[k]]) {
					t.Fatalf("%d keys, %s: place %d holds %d (%v), want %d (%v)",
						n, name, k, index[k], keys[index[k]], want[k], keys[want[k]])
				}
			}
		}
	}
}

// TestOrdered: values come in the order of indexes, some of them or all, and a nil column stays
// nil.
func TestOrdered(t *testing.T) {
	if got := radix.Ordered([]string{"a", "b", "c"}, []uint32{2, 0, 0}); !slices.Equal(got, []string{"c", "a", "a"}) {
		t.Errorf("%v", got)
	}
	if got := radix.Ordered([]int{1}, nil); got == nil || len(got) != 0 {
		t.Errorf("no index: %v", got)
	}
	if got := radix.Ordered([]int(nil), []uint32{1, 2}); got != nil {
		t.Errorf("no column: %v", got)
	}
}

// TestFew: integers are sorted by the bits above the ones that are in order
// already.
func TestFew(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{0, 1, 2, 64, 65, 1000} {
		for _, most := range []uint64{1, 5, 1 << 20, 1 << 51} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = r.Uint64N(most)<<12 | uint64(i)
			}
			want := slices.Sorted(slices.Values(keys))
			if got := radix.Few(keys, make([]uint64, n), 12); !slices.Equal(got, want) {
				t.Errorf("%d keys below %d: %v, want %v", n, most, got, want)
			}
		}
	}
}

// TestIntegersOn: any number of threads sorts as one does, by all bits and by the upper half alone, whose equals keep their order.
func TestIntegersOn(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, n := range []int{0, 1, 5000, 100_003} {
		for _, most := range []uint64{1, 1 << 10, 1 << 40, 1 << 63} {
			for _, first := range []int{0, 32} {
				keys := make([]uint64, n)
				for i := range keys {
					keys[i] = r.Uint64N(most)<<min(first, 20) | uint64(i)
				}
				want := slices.Clone(keys)
				slices.SortStableFunc(want, func(a, b uint64) int { return cmp.Compare(a>>first, b>>first) })
				for _, threads := range []int{1, 2, 5, 16} {
					if got := radix.IntegersOn(threads, slices.Clone(keys), make([]uint64, n), first); !slices.Equal(got, want) {
						t.Errorf("%d integers below %d from bit %d on, %d threads: not in order", n, most, first, threads)
					}
				}
			}
		}
	}
}

func BenchmarkIndex(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	keys := make([]float64, 40_000)
	for i := range keys {
		keys[i] = float64(i%400) + 900*r.Float64()
	}
	index := make([]uint32, len(keys))
	for b.Loop() {
		for i := range index {
			index[i] = uint32(i)
		}
		radix.Index(index, keys)
	}
}
