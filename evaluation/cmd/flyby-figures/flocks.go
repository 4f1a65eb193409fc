package main

import (
	"cmp"
	"slices"

	"flyby/evaluation/figures"
)

// drawFlocks draws when each trajectory is in which group: a line for each member, the widest groups
// on top.
func drawFlocks(tables, _ string) (figures.Chart, error) {
	stays, err := readStays(tables, "groups.csv")
	if err != nil {
		return figures.Chart{}, err
	}
	ids := members(stays)
	slices.SortStableFunc(stays, func(a, b stay) int { return cmp.Or(a.size-b.size, a.group-b.group) })
	colors := []figures.Color{
		figures.Vermilion, figures.Sky, figures.Teal, figures.Orange, figures.Navy, figures.Pink, figures.Green, figures.Purple,
	}
	var series []figures.Series
	for _, s := range stays {
		y := float64(slices.Index(ids, s.traj))
		series = append(series, figures.Series{
			X: []float64{s.from, s.to}, Y: []float64{y, y}, Color: colors[s.group%len(colors)], Size: 3,
		})
	}
	return figures.Chart{
		Title: "who travels with whom, and when",
		X:     figures.Axis{Label: "time"}, Y: figures.Axis{Label: "traj_id", Names: ids},
		Series: series, Width: 460, Height: 480,
	}, nil
}

// members lists the ids of all groups' members, numbers in their order.
func members(stays []stay) []string {
	var ids []string
	for _, s := range stays {
		ids = append(ids, s.traj)
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })
	return slices.Compact(ids)
}
