package gpujoin

import (
	"slices"
	"testing"
)

// TestPlan: the numbers of batches and their room are the papers'; at the edges there is one batch.
func TestPlan(t *testing.T) {
	const most = 400_000_000
	for _, c := range []struct {
		name                        string
		points, sampled, hits, most int
		want                        plan
	}{
		{"fewer points than are worth a sample", 99, 0, 0, most, plan{1, groupRoom}},
		{"a sample without pairs", 1000, 10, 0, most, plan{1, groupRoom}},
		{"three batches for three lanes", 1_000_000, 10_000, 60_000, most, plan{3, 2_200_000}},
		{"few pairs", 1_000_000, 10_000, 10, most, plan{3, groupRoom}},
		{"just below the most pairs of three", 1_000_000, 10_000, 2_999_999, most, plan{3, 109_999_963}},
		{"from there on room of one size", 1_000_000, 10_000, 3_000_000, most, plan{4, largeRoom}},
		{"as many batches as pairs want", 2_000_000, 20_000, 12_000_000, most, plan{13, largeRoom}},
		{"a small device", 1_000_000, 10_000, 60_000, 1_000_000, plan{7, 1_000_000}},
		{"hardly any room", 1000, 10, 30, 41, plan{77, 41}},
		{"more batches than points", 200, 2, 20_000, 41, plan{1, 41}},
	} {
		if got := newPlan(c.points, c.sampled, uint64(c.hits), c.most); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestPlanHolds: where the sample is right, no batch of even points outgrows its room, and there are at least three
// batches.
func TestPlanHolds(t *testing.T) {
	for _, each := range []float64{0.3, 8, 300, 5000} {
		for _, points := range []int{3000, 100_000, 2_000_000} {
			for _, most := range []int{50_000, 1 << 20, 357_000_000} {
				s := sampleOf(points)
				p := newPlan(points, s.count, uint64(each*float64(s.count)), most)
				if p.batches == 1 {
					continue // there would be more batches than points
				}
				largest := float64((points + p.batches - 1) / p.batches)
				if p.room > max(most, 1) || p.batches < lanes || largest*each > float64(p.room)*1.001 {
					t.Errorf("%d points with %v each, room for %d: %+v", points, each, most, p)
				}
			}
		}
	}
}

// TestSample: a sample is every hundredth point, from the first on.
func TestSample(t *testing.T) {
	for points, want := range map[int]int{0: 0, 99: 0, 100: 1, 199: 1, 1000: 10, 123_456: 1234} {
		s := sampleOf(points)
		if s.count != want || s.count > 0 && s.first+(s.count-1)*s.stride >= points {
			t.Errorf("of %d points: %+v, want %d", points, s, want)
		}
	}
}

// of returns the points of a batch.
func (s strided) of() (all []int) {
	for i := range s.count {
		all = append(all, s.first+i*s.stride)
	}
	return all
}

// TestCut: batch l has the points l, l + n, l + 2n and so on, so that the first |D| mod n batches have one more
// (Hybrid-DBSCAN, Figure 2, has n_b = 5); the parts of a batch have its points.
func TestCut(t *testing.T) {
	batches := strided{0, 1, 23}.cut(5)
	want := [][]int{{0, 5, 10, 15, 20}, {1, 6, 11, 16, 21}, {2, 7, 12, 17, 22}, {3, 8, 13, 18}, {4, 9, 14, 19}}
	for l, b := range batches {
		if !slices.Equal(b.of(), want[l]) {
			t.Errorf("batch %d: %v, want %v", l, b.of(), want[l])
		}
	}
	for n := 1; n <= 9; n++ {
		for _, b := range batches {
			var all []int
			parts := b.cut(n)
			for _, p := range parts {
				if p.count == 0 {
					t.Errorf("%+v in %d parts: one without points", b, n)
				}
				all = append(all, p.of()...)
			}
			slices.Sort(all)
			if !slices.Equal(all, b.of()) || len(parts) != min(n, b.count) {
				t.Errorf("%+v in %d parts: %v", b, n, parts)
			}
		}
	}
}
