package datasets

import (
	"math"
	"testing"

	"flyby/trajectory"
)

// flocksOf generates n objects, and returns the number of members of each flock among them.
func flocksOf(t *testing.T, seed uint64, n int) (s *trajectory.Store, sizes []int) {
	t.Helper()
	s, err := flocks(newSource(seed, "flocks"), n)
	if err != nil {
		t.Fatal(err)
	}
	for traj := 0; traj < n; {
		first := traj
		for traj++; traj < n && nearest(s, first, traj) <= flockReach; traj++ {
		}
		sizes = append(sizes, traj-first)
	}
	return s, sizes
}

// nearest returns the least distance half-way of an object from the objects before it from first on. At
// that time every member has come, and none has gone.
func nearest(s *trajectory.Store, first, traj int) float64 {
	x, y := half(s, traj)
	least := math.Inf(1)
	for k := first; k < traj; k++ {
		u, v := half(s, k)
		least = min(least, math.Hypot(x-u, y-v))
	}
	return least
}

func half(s *trajectory.Store, traj int) (x, y float64) {
	row, _ := s.Range(traj)
	row += flockSamples / 2
	return s.X()[row], s.Y()[row]
}

// Half-way every member is near an earlier one, and three flocks in ten are one object.
func TestFlocksAreTogetherHalfWay(t *testing.T) {
	_, sizes := flocksOf(t, 1, 2000)
	alone := 0
	for _, size := range sizes[:len(sizes)-1] {
		switch {
		case size == 1:
			alone++
		case size < 3 || size > 12:
			t.Errorf("a flock of %d", size)
		}
	}
	if share := float64(alone) / float64(len(sizes)); math.Abs(share-0.3) > 0.1 {
		t.Errorf("%d of %d flocks are one object, wanted are 3 in 10", alone, len(sizes))
	}
}

// Flocks meet and part over long ways: a third of the flocks are whole all the time, a third are not whole
// at the start, and a third are not whole at the end, aside from members that come or go alone.
func TestFlocksMeetAndPart(t *testing.T) {
	s, sizes := flocksOf(t, 2, 2000)
	apart := func(a, b, k int) bool {
		first, _ := s.Range(a)
		other, _ := s.Range(b)
		return math.Hypot(s.X()[first+k]-s.X()[other+k], s.Y()[first+k]-s.Y()[other+k]) > 12*flockReach
	}
	large, meet, part, traj := 0, 0, 0, 0
	for _, size := range sizes {
		if size >= 6 {
			early, late := 0, 0
			for k := 1; k < size; k++ {
				if apart(traj, traj+k, 0) {
					early++
				}
				if apart(traj, traj+k, flockSamples-1) {
					late++
				}
			}
			large++
			if early >= 3 {
				meet++
			}
			if late >= 3 {
				part++
			}
		}
		traj += size
	}
	for what, n := range map[string]int{"meet": meet, "part": part} {
		if share := float64(n) / float64(large); share < 0.2 || share > 0.5 {
			t.Errorf("%d of %d flocks of six or more %s", n, large, what)
		}
	}
}

// A flock's first member walks at a speed from 0.5 to 1.5, and keeps its course for 100 units of time.
func TestFlocksWalk(t *testing.T) {
	s, _ := flocksOf(t, 3, 1)
	step := func(k int) (x, y float64) { return s.X()[k+1] - s.X()[k], s.Y()[k+1] - s.Y()[k] }
	for k := range flockSamples - 1 {
		x, y := step(k)
		if speed := math.Hypot(x, y); speed < 0.5-1e-9 || speed > 1.5+1e-9 {
			t.Fatalf("at %d a speed of %v", k, speed)
		}
		if k > 0 {
			u, v := step(k - 1)
			if turned := math.Hypot(x-u, y-v) > 1e-9; turned != (k%flockLeg == 0) {
				t.Errorf("at %d from %v, %v to %v, %v", k, u, v, x, y)
			}
		}
	}
}
