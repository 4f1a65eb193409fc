package output_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"flyby/internal/output"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// A store goes to a file and comes back, to the bit.
func ExampleWriteStore() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "harbour.csv.gz")
	if err := output.WriteStore(context.Background(), path, boats(), output.WriteOptions{}); err != nil {
		log.Fatal(err)
	}
	s, _, err := input.Read(context.Background(), path, format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Trajectories(), "trajectories,", s.Samples(), "samples")
	// Output: 2 trajectories, 3 samples
}

// Hits are written by trajectory and segment of both stores; ids are as the stores have them.
func ExampleCreateHits() {
	s := boats()
	w, err := output.CreateHits("-", s, s, output.WriteOptions{Stdout: os.Stdout})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Abort() // does nothing after Close
	if err := w.Write(trajectory.Hits{
		QueryTraj: []uint32{0}, QuerySeg: []uint32{0}, EntryTraj: []uint32{1}, EntrySeg: []uint32{0}, Enter: []float64{30}, Exit: []float64{30},
	}); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit
	// ferry,0,tug,0,30,30
}

// Encounters of boats, as lines of JSON they would go to a file such as near.ndjson.
func ExampleCreateEncounters() {
	s := boats()
	w, err := output.CreateEncounters("-", s, s, output.WriteOptions{Stdout: os.Stdout})
	if err != nil {
		log.Fatal(err)
	}
	defer w.Abort()
	if err := w.Write(trajectory.Encounters{
		QueryTraj: []uint32{0}, EntryTraj: []uint32{1}, Enter: []float64{30}, Exit: []float64{30}, Closest: []float64{30}, Distance: []float64{10},
		Speed: []float64{0}, Open: []trajectory.Open{trajectory.OpenStart | trajectory.OpenEnd},
	}); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open
	// ferry,tug,30,30,30,10,0,both
}

// boats returns a ferry that moves and a tug that was seen once.
func boats() *trajectory.Store {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry", "tug"}),
		T:  []float64{0, 60, 30}, X: []float64{0, 500, 250}, Y: []float64{0, 0, 10},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	return s
}
