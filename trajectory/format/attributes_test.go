package format

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"flyby/trajectory"
)

// TestMergedAttributes: for files with different columns an attribute is the value of the first row in time, among rows of files with the
// column, in whatever order they come; of equal times the first file's. Memory is reported as it grows.
func TestMergedAttributes(t *testing.T) {
	type value struct {
		t    float64
		text string
	}
	names := []string{"a", "b", "c"}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 28))
		files := make([]*Attributes, 1+rng.IntN(5))
		want := map[string]value{} // by id and name
		tied := seed%2 == 0
		for f := range files {
			at := []int{rng.IntN(3) - 1, rng.IntN(3) - 1, rng.IntN(2)}
			files[f] = (&Options{Attributes: names}).NewAttributes(false)
			files[f].Found(at, nil)
			for id := range 6 {
				if rng.IntN(3) == 0 {
					continue
				}
				now := float64(rng.IntN(4))
				if !tied {
					now = rng.Float64()
				}
				values := make([]string, len(names))
				for i, name := range names {
					if at[i] < 0 {
						continue
					}
					values[i] = []string{"", fmt.Sprint(f, name)}[rng.IntN(2)]
					key := fmt.Sprint(id, name)
					if before, known := want[key]; !known || now < before.t {
						want[key] = value{now, values[i]}
					}
				}
				codes := make([]uint32, len(names))
				for i, value := range values {
					codes[i] = files[f].CodeOf(value)
				}
				files[f].Add(files[f].Trajectory(strconv.Itoa(id)), now, codes)
			}
		}
		if !tied {
			rng.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		}
		var all *Attributes
		for _, of := range files {
			all = all.Merge(of)
		}
		ids := make([]int64, 0, 6)
		for id := range int64(6) {
			ids = append(ids, id)
		}
		s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: ids}, T: make([]float64, 6), X: make([]float64, 6), Y: make([]float64, 6)}, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			for traj, got := range all.Of(name, s) {
				if w := want[s.ID(traj)+name]; got != w.text {
					t.Fatalf("seed %d: %s of %s is %q, want %q", seed, name, s.ID(traj), got, w.text)
				}
			}
		}
		if least := 4 * len(names) * len(all.index); all.Bytes() < least+len(all.index)*40 {
			t.Fatalf("seed %d: %d bytes told, %d in columns of %d trajectories", seed, all.Bytes(), least, len(all.index))
		}
	}
}
