package flyby_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"flyby"
	"flyby/trajectory"
)

// boats are two boats of which one crosses a quay, and one passes it.
func boats() *trajectory.Store {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry", "tug", "tug"}),
		T:  []float64{0, 60, 0, 60}, // seconds
		X:  []float64{-300, 300, 300, -300},
		Y:  []float64{50, 50, 140, 140},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// quay is a zone as GeoJSON.
const quay = `{"type": "Feature", "id": "quay", "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [100, 0], [100, 100], [0, 100], [0, 0]]]}}`

// When is each boat in the quay, or within 50 m of it?
func ExampleVisits() {
	boats := boats()
	db, err := flyby.Open(context.Background(), boats, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	zones := flyby.Zones{Files: []string{"-"}, Stdin: strings.NewReader(quay)}
	found, err := db.Visits(context.Background(), flyby.Search{Distance: 50, Zones: zones})
	if err != nil {
		log.Fatal(err)
	}
	for visits, err := range found.Chunks() {
		if err != nil {
			log.Fatal(err)
		}
		for i := range visits.Len() {
			fmt.Printf("%s near the %s from %v to %v s, %v s inside, at least %v m away\n", boats.ID(int(visits.QueryTraj[i])), found.Zone(int(visits.EntryTraj[i])),
				visits.Enter[i], visits.Exit[i], visits.Inside[i], visits.Distance[i])
		}
	}
	for hits, err := range found.Hits() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(hits.Len(), "segments come near")
	}
	// Output:
	// ferry near the quay from 25 to 45 s, 10 s inside, at least 0 m away
	// tug near the quay from 17 to 33 s, 0 s inside, at least 40 m away
	// 2 segments come near
}

// Zones that are open are shared by searches.
func ExampleZones() {
	db, err := flyby.Open(context.Background(), boats(), flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	zones, err := flyby.Zones{Files: []string{"-"}, Stdin: strings.NewReader(quay)}.Open(context.Background(), db.Entries(), 100)
	if err != nil {
		log.Fatal(err)
	}
	for _, distance := range []float64{0, 40, 100} {
		found, err := db.Visits(context.Background(), flyby.Search{Distance: distance, Zones: zones})
		if err != nil {
			log.Fatal(err)
		}
		visits, err := found.Collect()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("within %v m: %d visits\n", distance, visits.Len())
	}
	// Output:
	// within 0 m: 1 visits
	// within 40 m: 2 visits
	// within 100 m: 2 visits
}
