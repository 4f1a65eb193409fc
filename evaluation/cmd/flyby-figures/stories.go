package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"flyby/evaluation/figures"
	"flyby/internal/atomicfile"
)

// pictures draws the pictures of docs/stories.md, by the names of their files, from the tables in
// docs/stories, which the page's commands write, and from data of docs/fields/data.
func pictures(docs string) (map[string]figures.SVG, error) {
	all := map[string]figures.SVG{}
	for name, draw := range map[string]func(tables, data string) (figures.Chart, error){
		"stars.svg": drawStars, "ships.svg": drawShips, "flocks.svg": drawFlocks,
	} {
		chart, err := draw(filepath.Join(docs, "stories"), filepath.Join(docs, "fields", "data"))
		if err != nil {
			return nil, err
		}
		if all[name], err = chart.SVG(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// savePictures writes the pictures beside their tables.
func savePictures(docs string) error {
	all, err := pictures(docs)
	if err != nil {
		return err
	}
	for name, svg := range all {
		if err := atomicfile.WriteFile(filepath.Join(docs, "stories", name), []byte(svg), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// clusterSeries returns noise as small points and every cluster in a colour, with a name in the
// legend.
func clusterSeries(x, y, label []float64, name func(label int, rows []int) string) []figures.Series {
	colors := []figures.Color{
		figures.Vermilion, figures.Sky, figures.Teal, figures.Orange, figures.Navy, figures.Pink, figures.Green, figures.Purple,
	}
	var all []figures.Series
	for k := -1; k <= int(slices.Max(label)); k++ {
		var rows []int
		s := figures.Series{Only: true, Size: 2.2, Color: colors[(k+len(colors))%len(colors)]}
		for row, l := range label {
			if int(l) == k {
				rows = append(rows, row)
				s.X, s.Y = append(s.X, x[row]), append(s.Y, y[row])
			}
		}
		s.Name = name(k, rows)
		if k < 0 {
			s.Color, s.Size = figures.Gray, 0.8
		}
		all = append(all, s)
	}
	return all
}

// drawStars draws the positions of stars, face on, and the cluster of each.
func drawStars(tables, _ string) (figures.Chart, error) {
	now, err := columns(tables, "now.csv", "x1", "x2")
	if err != nil {
		return figures.Chart{}, err
	}
	of, err := columns(tables, "clusters.csv", "label")
	if err != nil {
		return figures.Chart{}, err
	}
	if len(of[0]) != len(now[0]) {
		return figures.Chart{}, fmt.Errorf("%s: %d labels of %d stars", tables, len(of[0]), len(now[0]))
	}
	series := clusterSeries(now[0], now[1], of[0], func(k int, rows []int) string {
		if k < 0 {
			return fmt.Sprintf("noise: %d stars", len(rows))
		}
		return fmt.Sprintf("%d: %d stars", k, len(rows))
	})
	return figures.Chart{
		Title: "clusters of stars at 250 Myr, within 1.5 kpc",
		X:     figures.Axis{Label: "x (kpc)"}, Y: figures.Axis{Label: "y (kpc)"},
		Series: series, Width: 400, Height: 400, Map: true,
	}, nil
}
