package clusters

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"flyby/points"
	"flyby/report/internal/page"
)

// TestSample: a sample has as many points as it may have; each cluster keeps some, or all that it has; the rest is shared among the large
// ones.
func TestSample(t *testing.T) {
	q := labelled(t, 2, 10_000, 30_000, 9_000, 40, 3, 1)
	q.Held = 2000
	text, d, s := pageOf(t, q)
	if s.Drawn != 2000 || !strings.Contains(text, "2,000 of 49,044 points are drawn: a fair sample, but for small clusters, which keep 50 points each, or all that they have.") {
		t.Errorf("%+v", s)
	}
	drawn := map[int]int{}
	for _, of := range d.Bunches {
		drawn[of[0]] += of[1] + of[2]
	}
	for label, least := range map[int]int{2: 40, 3: 3, 4: 1} {
		if drawn[label] != least {
			t.Errorf("cluster %d: %d points are drawn of %d", label, drawn[label], least)
		}
	}
	const share = (2000. - 50*3 - 44) / (49_000 - 150)
	for label, n := range map[int]int{-1: 10_000, 0: 30_000, 1: 9_000} {
		if want := 50 + share*float64(n-50); math.Abs(float64(drawn[label])-want) > 1 {
			t.Errorf("cluster %d: %d points are drawn, want %.1f", label, drawn[label], want)
		}
	}
	again, _, _ := pageOf(t, q)
	if again != text {
		t.Error("another sample the second time")
	}
}

// TestSampleOfManyClusters: where clusters outnumber the points that may be drawn no cluster is certain to keep any, and the page says the
// same.
func TestSampleOfManyClusters(t *testing.T) {
	sizes := []int{0}
	for range 900 {
		sizes = append(sizes, 2)
	}
	q := labelled(t, 1, sizes...)
	q.Held = 500
	text, _, s := pageOf(t, q)
	if s.Drawn != 500 || !strings.Contains(text, "500 of 1,800 points are drawn: a fair sample.") {
		t.Errorf("%+v", s)
	}
}

// TestSampleOfRaster: rows in the order of a raster are not all sampled at one place of their lines.
func TestSampleOfRaster(t *testing.T) {
	const side, every = 300, 30
	var across, up []float64
	var rows strings.Builder
	rows.WriteString("id,label,kind\n")
	for i := range side * side {
		across, up = append(across, float64(i%side)), append(up, float64(i/side))
		fmt.Fprintf(&rows, "%d,0,core\n", i)
	}
	_, d, _ := pageOf(t, page.Request{Result: opened(t, "labels.csv", rows.String()), Points: storeOf(t, points.IDs{}, across, up), Held: side * side / every})
	for axis := range d.At {
		seen := slices.Clone(d.At[axis])
		slices.Sort(seen)
		if n := len(slices.Compact(seen)); n < side*9/10 {
			t.Errorf("axis %d: points stand at %d of %d places", axis, n, side)
		}
	}
}

// TestTakes: of n points the wanted number is taken, one of every run.
func TestTakes(t *testing.T) {
	for _, c := range [][2]uint64{{1, 1}, {7, 3}, {10, 10}, {1000, 1}, {1000, 999}, {99, 0}} {
		taken := uint64(0)
		for i := range c[0] {
			if takes(i, c[0], c[1], 5) {
				taken++
			}
		}
		if taken != c[1] {
			t.Errorf("%d of %d are taken, want %d", taken, c[0], c[1])
		}
	}
}
