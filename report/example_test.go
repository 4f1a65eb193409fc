package report_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"flyby"
	"flyby/internal/output"
	"flyby/report"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A ship passes another that lies at anchor, 300 m off: the encounter as a page for a browser.
func Example() {
	folder, err := os.MkdirTemp("", "flyby-example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	passed, distance := filepath.Join(folder, "passed.csv"), 500.0
	ships, err := pass(passed, distance)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := report.Open("", passed)
	if err != nil {
		fmt.Println(err)
		return
	}
	asked := report.Request{Result: result, Entries: ships, Units: format.Units{Length: "m", Time: "s"}, Distance: &distance}
	said, err := report.Write(context.Background(), filepath.Join(folder, "passed.html"), output.WriteOptions{}, asked)
	fmt.Println(said.Title, err)
	// Output: passed.csv: 1 encounter <nil>
}

// pass writes the encounters of the two ships.
func pass(path string, distance float64) (*trajectory.Store, error) {
	ships, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 2, 2}}, T: []float64{0, 600, 0, 600},
		X: []float64{0, 3000, 2000, 2000}, Y: []float64{0, 0, -300, -300},
	}, trajectory.BuildOptions{})
	if err != nil {
		return nil, err
	}
	db, err := flyby.Open(context.Background(), ships, flyby.Options{Device: "cpu"})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	found, err := db.Encounters(context.Background(), flyby.Search{Distance: distance})
	if err != nil {
		return nil, err
	}
	rows, err := found.Collect()
	if err != nil {
		return nil, err
	}
	w, err := output.CreateEncounters(path, ships, ships, output.WriteOptions{})
	if err != nil {
		return nil, err
	}
	return ships, errors.Join(w.Write(rows), w.Close())
}
