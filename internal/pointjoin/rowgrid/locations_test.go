package rowgrid

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/tier"
)

// TestLocate: each row of a range has the linear id of its cell and its offsets from that cell's corner, and a negative id
// where it is neither in a cell of the frame nor in one next to them.
func TestLocate(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	s := scattered(t, r, 3*locateAtOnce+17, 4, 90)
	others := scattered(t, r, 3*locateAtOnce+17, 4, 120)
	for indexed := 1; indexed <= 4; indexed++ {
		f := framed(s, indexed, 1)
		inside, outside := 0, 0
		for _, of := range []*locations{ptr(f.locate(s, 0, s.Len())), ptr(f.locate(others, 5, others.Len()))} {
			points, first := s, 0
			if len(of.ids) != s.Len() {
				points, first = others, 5
			}
			for k, id := range of.ids {
				want, beyond := int64(0), false
				for place, j := range f.order {
					q := f.coordinate(place, points.Column(j)[first+k])
					if beyond = beyond || !f.within(place, q); place < indexed {
						want += f.stride[place] * (1 + int64(math.Floor(q)))
					}
				}
				if beyond {
					if outside++; id >= 0 {
						t.Fatalf("row %d, which is beyond, has id %d", k, id)
					}
					continue
				}
				if inside++; id != want {
					t.Fatalf("row %d: id %d, want %d", k, id, want)
				}
				for place, j := range f.order {
					q := f.coordinate(place, points.Column(j)[first+k])
					if got, want := of.offsets[k*4+place], float32(q-f.corner(place, q)); got != want {
						t.Fatalf("row %d, place %d at %v: offset %v, want %v", k, place, q, got, want)
					}
				}
			}
		}
		if inside < s.Len() || outside < 100 {
			t.Errorf("%d rows inside, %d outside", inside, outside)
		}
	}
}

func ptr[T any](v T) *T { return &v }

// TestCountsInTasks: the degrees that tasks of cells add up agree with the pairs, however points are divided into tasks.
func TestCountsInTasks(t *testing.T) {
	tier.Full(t)
	s := scattered(t, rand.New(rand.NewPCG(43, 44)), 2*taskPoints+50, 2, 150)
	within, err := pointjoin.NewThreshold(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, half := range []bool{false, true} {
		f := framed(s, 2, 2)
		x := &index{choice{f, 0, 0, half}, s, newSortedPoints(f, s, 0, s.Len()), kinds(2)[0]}
		w := pointjoin.Work{Threshold: within, Last: s.Len()}
		got, want := make([]uint32, s.Len()), make([]uint32, s.Len())
		tasks, err := x.Begin(t.Context(), w, 1)
		if err != nil || tasks.Len() < 3 {
			t.Fatalf("%d tasks: %v", tasks.Len(), err)
		}
		c := finder.NewCounter(t.Context(), w, got)
		for task := range tasks.Len() {
			c.Begin(task)
			tasks.Do(task, c)
		}
		var p, q []float64
		for a := range s.Len() {
			p = s.Append(p[:0], a)
			for b := range a {
				if within.Within(p, s.Append(q[:0], b)) {
					want[a]++
					want[b]++
				}
			}
		}
		for row, n := range want {
			if got[row] != n {
				t.Fatalf("half %t, row %d: %d, want %d", half, row, got[row], n)
			}
		}
	}
}
