package formattest

import (
	"math"
	"strconv"
	"testing"

	"flyby/trajectory"
)

// SmallStore makes point events of the names, or of integers.
func SmallStore(t testing.TB, times trajectory.TimeKind, names ...string) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{Times: times}
	for i, name := range names {
		if v, err := strconv.ParseInt(name, 10, 64); err == nil {
			c.ID.Int = append(c.ID.Int, v)
		} else {
			c.ID.Code, c.ID.Name = append(c.ID.Code, uint32(i)), append(c.ID.Name, name)
		}
		c.T, c.X, c.Y = append(c.T, 0), append(c.X, 0), append(c.Y, 0)
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// FewEncounters returns two encounters of the two objects of SmallStore.
func FewEncounters() trajectory.Encounters {
	return trajectory.Encounters{
		QueryTraj: []uint32{0, 1}, EntryTraj: []uint32{1, 0}, Enter: []float64{-0.25, 1}, Exit: []float64{1, 2},
		Closest: []float64{0.5, 1.5}, Distance: []float64{0, 0.1}, Speed: []float64{2, 3e-9}, Open: []trajectory.Open{3, 0},
	}
}

// SameStore fails unless two stores are equal to the bit.
func SameStore(t testing.TB, got, want *trajectory.Store) {
	t.Helper()
	if got.Space() != want.Space() || got.Times() != want.Times() || got.IntIDs() != want.IntIDs() ||
		got.HasRadius() != want.HasRadius() || got.Trajectories() != want.Trajectories() || got.Samples() != want.Samples() {
		t.Fatalf("space %+v %+v, times %v %v, int ids %v %v, radius %v %v, trajectories %d %d, samples %d %d",
			got.Space(), want.Space(), got.Times(), want.Times(), got.IntIDs(), want.IntIDs(), got.HasRadius(), want.HasRadius(),
			got.Trajectories(), want.Trajectories(), got.Samples(), want.Samples())
	}
	for i := range want.Trajectories() {
		first, last := got.Range(i)
		first1, last1 := want.Range(i)
		if got.ID(i) != want.ID(i) || first != first1 || last != last1 || got.Radius(i) != want.Radius(i) {
			t.Fatalf("trajectory %d: %q %d %d %v, want %q %d %d %v", i, got.ID(i), first, last, got.Radius(i), want.ID(i), first1, last1, want.Radius(i))
		}
	}
	for k, pair := range [][2][]float64{{got.T(), want.T()}, {got.X(), want.X()}, {got.Y(), want.Y()}, {got.Z(), want.Z()}} {
		for row, v := range pair[1] {
			if math.Float64bits(pair[0][row]) != math.Float64bits(v) {
				t.Fatalf("column %d, sample %d: %v, want %v", k, row, pair[0][row], v)
			}
		}
	}
}
