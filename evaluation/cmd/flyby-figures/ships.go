package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"flyby/evaluation/figures"
)

// stay is the time of a trajectory in a group.
type stay struct {
	group    int
	traj     string
	from, to float64
	size     int
}

// readStays reads the rows of flyby convoys, in their order.
func readStays(folder, file string) ([]stay, error) {
	t, err := readTable(folder, file)
	if err != nil {
		return nil, err
	}
	trajs, err := t.texts("traj_id")
	if err != nil {
		return nil, err
	}
	n, err := columns(folder, file, "group", "t_start", "t_end", "size")
	if err != nil {
		return nil, err
	}
	all := make([]stay, len(trajs))
	for i := range all {
		all[i] = stay{int(n[0][i]), trajs[i], n[1][i], n[2][i], int(n[3][i])}
	}
	return all, nil
}

// drawShips draws pings on the map, the places where ships dwell, and the ways of ships that sail
// together.
func drawShips(tables, data string) (figures.Chart, error) {
	pings, err := columns(data, "ships.csv", "lon", "lat", "t")
	if err != nil {
		return figures.Chart{}, err
	}
	t, err := readTable(data, "ships.csv")
	if err != nil {
		return figures.Chart{}, err
	}
	ships, err := t.texts("traj_id")
	if err != nil {
		return figures.Chart{}, err
	}
	of, err := columns(tables, "stays.csv", "label")
	if err != nil {
		return figures.Chart{}, err
	}
	if len(of[0]) != len(ships) {
		return figures.Chart{}, fmt.Errorf("%s: %d labels of %d pings", tables, len(of[0]), len(ships))
	}
	together, err := readStays(tables, "sailing.csv")
	if err != nil {
		return figures.Chart{}, err
	}
	x, y := kilometres(pings[0], pings[1])
	series := append(ways(together, ships, x, y, pings[2]), clusterSeries(x, y, of[0], dwellers(ships))...)
	return figures.Chart{
		Title: "where ships dwell, and which sail together",
		X:     figures.Axis{Label: "kilometres east"}, Y: figures.Axis{Label: "kilometres north"},
		Series: series, Width: 440, Height: 320, Map: true,
	}, nil
}

// kilometres returns positions east and north of the least longitude and latitude, for pictures.
func kilometres(lon, lat []float64) (x, y []float64) {
	const perDegree = 111.32
	west, south := slices.Min(lon), slices.Min(lat)
	for i := range lon {
		x = append(x, (lon[i]-west)*perDegree*math.Cos(south*math.Pi/180))
		y = append(y, (lat[i]-south)*perDegree)
	}
	return x, y
}

// dwellers names a cluster by the ships that have pings in it.
func dwellers(ships []string) func(k int, rows []int) string {
	return func(k int, rows []int) string {
		if k < 0 {
			return fmt.Sprintf("noise: %d pings", len(rows))
		}
		var names []string
		for _, row := range rows {
			names = append(names, ships[row])
		}
		slices.Sort(names)
		return fmt.Sprintf("%d: %s", k, strings.Join(slices.Compact(names), ", "))
	}
}

// ways draws the pings of groups' members while they are in the group, joined by lines: the larger
// the group, the wider and the lower its line.
func ways(together []stay, ships []string, x, y, t []float64) []figures.Series {
	slices.SortStableFunc(together, func(a, b stay) int { return b.size - a.size })
	var all []figures.Series
	for i, s := range together {
		way := figures.Series{Size: 1, Color: figures.Black}
		if s.size > 3 {
			way.Size, way.Color = 6, figures.Cyan
		}
		if i == 0 || together[i-1].group != s.group {
			way.Name = fmt.Sprintf("group %d: %d ships", s.group, s.size)
		}
		for row, ship := range ships {
			if ship == s.traj && t[row] >= s.from && t[row] <= s.to {
				way.X, way.Y = append(way.X, x[row]), append(way.Y, y[row])
			}
		}
		all = append(all, way)
	}
	return all
}
