package trajectory_test

import (
	"errors"
	"fmt"
	"log"

	"flyby/trajectory"
)

// tracks returns the tracks of a ferry that crosses a harbour and of a buoy that was seen once.
func tracks() *trajectory.Store {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry", "ferry", "buoy"}),
		T:  []float64{0, 60, 120, 90},
		X:  []float64{0, 500, 1000, 480},
		Y:  []float64{0, 0, 100, 20},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// Slices become a store: one id, time and place a row, rows of each object in order of time.
func ExampleNew() {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{7, 7, 8, 8}},
		T:  []float64{0, 1, 0, 1},
		X:  []float64{0, 10, 5, 5},
		Y:  []float64{0, 0, -2, 2},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Trajectories(), "trajectories,", s.Segments(), "segments,", s.Dim(), "dimensions")
	// Output: 2 trajectories, 2 segments, 2 dimensions
}

// Ids that are names take one call.
func ExampleNames() {
	ids := trajectory.Names([]string{"ferry", "tug", "ferry"})
	fmt.Println(ids.Code, ids.Name)
	// Output: [0 1 0] [ferry tug]
}

// Trajectories are in the order of their ids, and segments in the order of their rows.
func ExampleStore_Rows() {
	s := tracks()
	for row, segment := range s.Rows() {
		traj := s.Owner(row)
		fmt.Printf("%s, segment %d: from %v to %v, x %v to %v\n", s.ID(traj), s.SegmentIDIn(traj, row), segment.T0, segment.T1, segment.P0[0], segment.P1[0])
	}
	// Output:
	// buoy, segment 0: from 90 to 90, x 480 to 480
	// ferry, segment 0: from 0 to 60, x 0 to 500
	// ferry, segment 1: from 60 to 120, x 500 to 1000
}

// Where nobody looked for ten minutes, no straight line is drawn.
func ExampleBuildOptions() {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry", "ferry", "ferry"}),
		T:  []float64{0, 60, 3600, 3660},
		X:  []float64{0, 500, 0, 500},
		Y:  []float64{0, 0, 0, 0},
	}, trajectory.BuildOptions{MaxGap: 600})
	if err != nil {
		log.Fatal(err)
	}
	for p := range s.Pieces() {
		fmt.Println(p.Segments(), "segment from", s.T()[p.First])
	}
	// Output:
	// 1 segment from 0
	// 1 segment from 3600
}

// A bad row is named by its place in the columns.
func ExampleRowError() {
	_, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry"}), T: []float64{60, 60}, X: []float64{0, 500}, Y: []float64{0, 0},
	}, trajectory.BuildOptions{})
	var bad *trajectory.RowError
	fmt.Println(errors.As(err, &bad), bad.Row, bad.Column, bad.Value, bad.Cause)
	// Output: true 1 t 60 repeated time within its trajectory
}

// A store carries the frame and unit of its positions; two stores are searched with each other if they
// agree.
func ExampleSpace() {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"satellite"}), T: []float64{0}, X: []float64{7e6}, Y: []float64{0}, Z: []float64{0},
		Frame: trajectory.EarthCentred,
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Space().Dim, s.Space().Frame, s.Space() == tracks().Space())
	// Output: 3 earth-centred metres false
}

// Times of a store are written as its files have them.
func ExampleTimeKind() {
	t, err := trajectory.Timestamp.Parse("2024-05-01T14:00:00.5+02:00")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(trajectory.Timestamp.Format(t), trajectory.Number.Format(t))
	// Output: 2024-05-01T12:00:00.5Z 1.7145648005e+09
}

// The segments that start in a slice of time are a store of their own, with the rows of the whole.
func ExampleStore_Cut() {
	s := tracks()
	part := s.Cut(func(p trajectory.Piece) (first, last int) { return s.Starting(p, 60, 180) })
	for row, segment := range part.Rows() {
		fmt.Println(part.ID(part.Owner(row)), segment.T0, "was row", part.RowOf[row])
	}
	// Output:
	// buoy 90 was row 0
	// ferry 60 was row 2
}

// A reader holds each row to the rules that concern it alone ...
func ExampleRules() {
	fmt.Println(trajectory.Rules{}.Check(trajectory.Sample{T: 1, X: 2, R: -1}))
	// Output: trajectory: row 0: column r: -1: negative radius
}

// ... and, block by block, to the rows before it in its trajectory.
func ExampleChecker() {
	k := (trajectory.Rules{}).Checker()
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 2}}, T: []float64{5, 5}, X: []float64{0, 0}, Y: []float64{0, 0}}
	tell := func(row int, bad *trajectory.RowError) error { fmt.Println("left out:", row, bad); return nil }
	if err := k.Keep(&c, 0, tell); err != nil {
		log.Fatal(err)
	}
	c.ID.Int, c.T = append(c.ID.Int, 1, 2, 1), append(c.T, 4, 5, 6)
	c.X, c.Y = append(c.X, 0, 0, 0), append(c.Y, 0, 0, 0)
	if err := k.Keep(&c, 2, tell); err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.T)
	// Output:
	// left out: 2 trajectory: row 2: column t: 4: earlier than the row before it in its trajectory (5)
	// left out: 3 <nil>
	// [5 5 6]
}

// printed is a Collector that prints.
type printed struct{}

func (printed) Segment(s *trajectory.BuiltSegment) error {
	fmt.Printf("%d, segment %d: %v to %v\n", s.Traj, s.Number, s.T0, s.T1)
	return nil
}

func (printed) Close(s *trajectory.BuiltSegment) error {
	fmt.Printf("%d: a gap after %v\n", s.Traj, s.T1)
	return nil
}

// Rows of two objects come as they are measured, and segments leave as soon as they are known.
func ExampleBuilder() {
	b, err := trajectory.NewBuilder(trajectory.Number, trajectory.BuildOptions{MaxGap: 2}, printed{})
	if err != nil {
		log.Fatal(err)
	}
	rows := trajectory.Columns{
		ID: trajectory.IDColumn{Code: []uint32{0, 1, 0, 1, 0}},
		T:  []float64{0, 0, 1, 2, 9},
		X:  []float64{0, 5, 1, 6, 2},
		Y:  []float64{0, 5, 0, 5, 0},
	}
	if err := b.Grow(&rows, 2); err != nil {
		log.Fatal(err)
	}
	if err := b.Add(&rows, func(bad *trajectory.RowError) error { return bad }); err != nil {
		log.Fatal(err)
	}
	if err := b.End(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 0, segment 0: 0 to 1
	// 1, segment 0: 0 to 2
	// 0: a gap after 1
	// 0, segment 1: 9 to 9
}
