package main

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"os"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"flyby"
	"flyby/datasets"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// drawGalaxy draws stars that pass supernovae, face on.
func drawGalaxy(ctx context.Context) (*plot.Plot, error) {
	stars, err := datasets.Generate("galaxy", 1, 1)
	if err != nil {
		return nil, err
	}
	events, err := datasets.Generate("supernovae", 1, 1)
	if err != nil {
		return nil, err
	}
	const near = 0.1 // kpc
	e, err := find(ctx, stars, events, near)
	if err != nil {
		return nil, err
	}
	title := fmt.Sprintf("%d passes of stars within 100 pc of a supernova, in 400 Myr", e.Len())
	p := newPlot(title)
	for traj := range stars.Trajectories() {
		if err := drawPath(p, stars, traj, 0, 14, 0.5, trail()); err != nil {
			return nil, err
		}
	}
	for i := range e.Len() {
		t := e.Closest[i]
		if err := drawPath(p, stars, int(e.EntryTraj[i]), t-7, t+7, 1, first()); err != nil {
			return nil, err
		}
	}
	err = drawPlaces(p, stars, e, 1.6)
	const reach = 17.5 // kpc
	frame(p, 0, 0, reach)
	return p, err
}

// drawTown draws near misses of cars at the junction that has most of them.
func drawTown(ctx context.Context) (*plot.Plot, error) {
	cars, err := readCars(ctx)
	if err != nil {
		return nil, err
	}
	const near = 2 // m
	e, err := find(ctx, cars, nil, near)
	if err != nil {
		return nil, err
	}
	closest := slices.Index(e.Distance, slices.Min(e.Distance))
	p := newPlot("near misses of cars at a junction, within 2 m")
	for traj := range cars.Trajectories() {
		if err := drawPath(p, cars, traj, math.Inf(-1), math.Inf(1), 0.6, trail()); err != nil {
			return nil, err
		}
	}
	for i := range e.Len() {
		t := e.Closest[i]
		for k, traj := range []uint32{e.QueryTraj[i], e.EntryTraj[i]} {
			if err := drawPath(p, cars, int(traj), t-4, t+4, 1.4, []color.Color{first(), other()}[k]); err != nil {
				return nil, err
			}
		}
	}
	err = drawPlaces(p, cars, e, 2.4)
	x, y := position(cars, int(e.EntryTraj[closest]), e.Closest[closest])
	const reach = 55 // m
	frame(p, x, y, reach)
	return p, err
}

// find returns the encounters; without queries, the encounters of the entries with each other.
func find(ctx context.Context, entries, queries *trajectory.Store, d float64) (trajectory.Encounters, error) {
	db, err := flyby.Open(ctx, entries, flyby.Options{Device: "cpu"})
	if err != nil {
		return trajectory.Encounters{}, err
	}
	defer db.Close()
	found, err := db.Encounters(ctx, flyby.Search{Queries: queries, Distance: d})
	if err != nil {
		return trajectory.Encounters{}, err
	}
	return found.Collect()
}

// readCars reads the SUMO run by way of a temporary file.
func readCars(ctx context.Context) (*trajectory.Store, error) {
	f, err := os.CreateTemp("", "flyby-*.fcd.xml.gz")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(datasets.SUMO()); err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	s, _, err := input.Read(ctx, f.Name(), format.Options{})
	return s, err
}

// drawPath draws the part of a trajectory between two times.
func drawPath(p *plot.Plot, s *trajectory.Store, traj int, from, to float64, width vg.Length, c color.Color) error {
	var xy plotter.XYs
	first, last := s.Range(traj)
	for row := first; row < last; row++ {
		if t := s.T()[row]; t >= from && t <= to {
			xy = append(xy, plotter.XY{X: s.X()[row], Y: s.Y()[row]})
		}
	}
	if len(xy) < 2 {
		return nil
	}
	line, err := plotter.NewLine(xy)
	if err != nil {
		return err
	}
	line.Width, line.Color = width, c
	p.Add(line)
	return nil
}

// drawPlaces marks the positions of the entries at the closest approach.
func drawPlaces(p *plot.Plot, s *trajectory.Store, e trajectory.Encounters, radius vg.Length) error {
	xy := make(plotter.XYs, e.Len())
	for i := range xy {
		xy[i].X, xy[i].Y = position(s, int(e.EntryTraj[i]), e.Closest[i])
	}
	dots, err := plotter.NewScatter(xy)
	if err != nil {
		return err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: place(), Radius: radius, Shape: draw.CircleGlyph{}}
	p.Add(dots)
	return nil
}

// position returns the position of a trajectory at a time within its extent.
func position(s *trajectory.Store, traj int, t float64) (x, y float64) {
	row, last := s.Range(traj)
	for row+2 < last && s.T()[row+1] < t {
		row++
	}
	g := s.SegmentAt(traj, row)
	if g.T1 == g.T0 {
		return g.P0[0], g.P0[1]
	}
	f := (t - g.T0) / (g.T1 - g.T0)
	return g.P0[0] + f*(g.P1[0]-g.P0[0]), g.P0[1] + f*(g.P1[1]-g.P0[1])
}
