package input_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"flyby/internal/reading/fileset"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

const harbour = `vessel,time,east,north
ferry,2024-05-01T12:00:00Z,0,0
ferry,2024-05-01T12:01:00Z,500,0
tug,2024-05-01T12:00:30Z,250,10
`

// Columns of other names are mapped; "-" is standard input, here a text.
func ExampleRead() {
	columns, err := format.ParseColumns("id=vessel,t=time,x=east,y=north")
	if err != nil {
		log.Fatal(err)
	}
	s, report, err := input.Read(context.Background(), "-", format.Options{Columns: columns, Reading: format.Reading{Stdin: strings.NewReader(harbour)}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Rows, "rows,", s.Trajectories(), "trajectories, times are", s.Times())
	// Output: 3 rows, 2 trajectories, times are timestamps
}

// Two states, each a place, a speed and a course, become the paths of the quarter of an hour to come.
func Example_states() {
	const ships = "mmsi,timestamp,lon,lat,sog,cog\n1,2024-05-01T12:00:00Z,10,55,10,90\n2,2024-05-01T11:59:30Z,10.1,55,12,270\n"
	o := format.Options{States: true, Ahead: 900, Reading: format.Reading{Stdin: strings.NewReader(ships)}}
	s, report, err := input.Read(context.Background(), "-", o)
	if err != nil {
		log.Fatal(err)
	}
	e := s.Extent()
	fmt.Printf("%d paths of %v s from %s, by %s\n", report.States.Paths, e.End-e.Start, report.States.At, report.States.From)
	// Output: 2 paths of 900 s from 2024-05-01T12:00:00Z, by sog (kn), cog
}

// A harbour has no times: it exists as long as the ships of another file.
func Example_places() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "ports.csv")
	if err := os.WriteFile(path, []byte("id,t,x,y,r\nquay,,250,0,20\n"), 0o600); err != nil {
		log.Fatal(err)
	}
	ctx, ships := context.Background(), fleet()
	o := format.Options{}
	if fileset.ArePlaces(ctx, []input.File{{Path: path}}, o) {
		o.Places = &format.Places{First: ships.Extent().Start, Last: ships.Extent().End, Times: ships.Times()}
	}
	s, report, err := input.Read(ctx, path, o)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Places, "place, as long as the ships:", s.Extent().Start == ships.Extent().Start && s.Extent().End == ships.Extent().End)
	// Output: 1 place, as long as the ships: true
}

// fleet returns a ferry that moves.
func fleet() *trajectory.Store {
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.Names([]string{"ferry", "ferry"}), T: []float64{0, 60}, X: []float64{0, 500}, Y: []float64{0, 0}}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// An error has its place in the file.
func ExampleError() {
	_, _, err := input.Read(context.Background(), "-", format.Options{Reading: format.Reading{Stdin: strings.NewReader("id,t,x,y\n1,0,abc,0\n")}})
	var bad *format.Error
	fmt.Println(errors.As(err, &bad), bad.Line, bad.Column, bad.Value)
	fmt.Println(err)
	// Output:
	// true 2 x abc
	// standard input:2: column x: "abc": not a number
}

// A day a file: a trip over midnight is one trajectory.
func ExampleReadFiles() {
	folder, err := os.MkdirTemp("", "flyby-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	for name, rows := range map[string]string{
		"2024-01-01.csv": "id,t,x,y\nferry,0,0,0\nferry,10,5,0\n",
		"2024-01-02.csv": "id,t,x,y\nferry,20,5,5\ntug,20,1,1\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(rows), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	files, err := input.List(folder)
	if err != nil {
		log.Fatal(err)
	}
	store, report, err := input.ReadFiles(context.Background(), files, format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Files, "files,", store.Trajectories(), "trajectories,", store.Segments(), "segments")
	// Output: 2 files, 2 trajectories, 3 segments
}
