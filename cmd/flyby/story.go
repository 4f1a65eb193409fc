package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"

	"flyby"
	"flyby/datasets"
	"flyby/internal/printable"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// story is a question that the demo answers.
type story struct {
	scenario string // name of the datasets.Scenario
	title    string
	data     string
	load     func(*demo) (entries, queries *trajectory.Store, err error)
	join     bool
	units    format.Units
	heading  string
	row      func(t *task, e trajectory.Encounters, i int) string
	files    [2]string // of entries and queries, with --out
}

func stories() []story {
	return []story{
		{
			scenario: "supernovae",
			title:    "Stars and supernovae",
			data:     "Stars orbit in a model of the Milky Way for 400 million years; supernovae go off in its disc.",
			load:     (*demo).loadSupernovae,
			units:    format.Units{Length: "kpc", Time: "Myr"},
			heading:  "supernova\tstar\tat\tdistance",
			row: func(t *task, e trajectory.Encounters, i int) string {
				return fmt.Sprintf("%s\t%s\t%.1f Myr\t%.2f pc", idOf(t.queries.Store, e.QueryTraj[i]), idOf(t.entries.Store, e.EntryTraj[i]),
					e.Closest[i], e.Distance[i]*1000)
			},
			files: [2]string{"stars.csv", "supernovae.csv"},
		},
		{
			scenario: "near-misses",
			title:    "Near misses",
			data:     "Cars drive through a small town for seven minutes (a run of the traffic simulator Eclipse SUMO).",
			load:     (*demo).loadCars,
			units:    format.Units{Length: "m", Time: "s"},
			join:     true,
			heading:  "car\tand car\twithin it from\tto\tclosest at\tdistance\trelative speed",
			row: func(t *task, e trajectory.Encounters, i int) string {
				return fmt.Sprintf("%s\t%s\t%.1f s\t%.1f s\t%.1f s\t%.2f m\t%s", idOf(t.queries.Store, e.QueryTraj[i]), idOf(t.entries.Store, e.EntryTraj[i]),
					e.Enter[i], e.Exit[i], e.Closest[i], e.Distance[i], kmh(e.Speed[i]))
			},
			files: [2]string{"cars.csv", ""},
		},
	}
}

// kmh writes metres a second as kilometres an hour; NaN, which is said where one of the two has no
// velocity, as nothing.
func kmh(speed float64) string {
	if math.IsNaN(speed) {
		return ""
	}
	return fmt.Sprintf("%.0f km/h", speed*3.6)
}

// idOf is an id as a terminal may show it.
func idOf(s *trajectory.Store, traj uint32) string {
	return printable.Text(s.ID(int(traj)))
}

// question is what the story asks, with the distance that goes with it.
func (s story) question() datasets.Scenario {
	all := datasets.Scenarios()
	return all[slices.IndexFunc(all, func(c datasets.Scenario) bool { return c.Name == s.scenario })]
}

func (d *demo) loadSupernovae() (entries, queries *trajectory.Store, err error) {
	if entries, err = datasets.Generate("galaxy", 1, d.scale); err != nil {
		return nil, nil, err
	}
	queries, err = datasets.Generate("supernovae", 1, d.scale)
	return entries, queries, err
}

// loadCars reads the file that flyby carries with it, by way of a temporary one.
func (d *demo) loadCars() (entries, queries *trajectory.Store, err error) {
	f, err := os.CreateTemp("", "flyby-*.fcd.xml.gz")
	if err != nil {
		return nil, nil, err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(datasets.SUMO())
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, nil, err
	}
	entries, _, err = input.Read(d.ctx, f.Name(), format.Options{})
	return entries, entries, err
}

// demo is a run of the demo.
type demo struct {
	*app
	ctx     context.Context
	scale   float64
	out     string
	options flyby.Options
}
