package verify_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"flyby"
	"flyby/internal/output"
	"flyby/question"
	"flyby/trajectory"
	"flyby/verify"
)

// A ship passes another that lies at anchor, 300 m off. The file has the rows of a search within 500 m, and not the rows of one
// within 340 m.
func Example() {
	path := filepath.Join(os.TempDir(), "flyby-example-passed.csv")
	defer os.Remove(path)
	ships, err := passed(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := verify.Open("", path)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, distance := range []float64{500, 340} {
		asked := question.Question{Search: flyby.Search{Distance: distance}}
		report, err := file.Verify(context.Background(), verify.Request{Question: asked, Data: verify.Data{Entries: ships}, Sample: 1000})
		if wrong := (*verify.Difference)(nil); errors.As(err, &wrong) {
			fmt.Printf("within %v m: row %d: %s\n", distance, wrong.Row, wrong.Text)
		} else if err == nil {
			fmt.Printf("within %v m: %d pair, %d row of %s as it should be\n", distance, report.Pairs, report.Rows, file.Level())
		}
	}
	// Output:
	// within 500 m: 1 pair, 1 row of encounters as it should be
	// within 340 m: row 1: t_enter is 320, not 368
}

// passed writes the encounters of the two ships.
func passed(path string) (*trajectory.Store, error) {
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
	found, err := db.Encounters(context.Background(), flyby.Search{Distance: 500})
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
