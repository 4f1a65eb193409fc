package gpujoin

import (
	"fmt"
	"strconv"

	"flyby/internal/pointindex"
	"flyby/internal/pointjoin"
)

const (
	// mostIndexed is the greatest number of indexed dimensions: more have too many cells to search, 3^k.
	mostIndexed = 16
	// mostSJ is the greatest number of dimensions that gpusj indexes, as in its paper.
	mostSJ = 6
)

// The settings of the two methods, each with its default first.

func unicomp() pointjoin.Setting {
	return pointjoin.Setting{
		Name: "unicomp", Choices: []string{"on", "off", "linear"},
		Means: "visit a pair of cells once, from the cell of odd coordinate (on) or of lesser id (linear), or from both cells (off)",
		Scope: pointjoin.SelfJoins,
	}
}

func kernel() pointjoin.Setting {
	return pointjoin.Setting{
		Name: "kernel", Choices: []string{"global", "shared"},
		Means: "on devices, have a work-item take a point (global), or a work-group a cell, by tiles of points in local memory (shared)",
		Scope: pointjoin.SelfJoins,
	}
}

func indexed() pointjoin.Setting {
	return pointjoin.Setting{Name: "k", Default: "auto", Form: "auto|K", Means: "dimensions to index, K being 1 to the points' own, at most 16; auto takes the cheapest"}
}

func reorder() pointjoin.Setting {
	return pointjoin.Setting{Name: "reorder", Choices: []string{"on", "off"}, Means: "index the dimensions that vary most"}
}

func sortIDU() pointjoin.Setting {
	return pointjoin.Setting{
		Name: "sortidu", Choices: []string{"on", "off"},
		Means: "sort the points of a cell by a dimension that is not indexed",
	}
}

func shortC() pointjoin.Setting {
	return pointjoin.Setting{Name: "shortc", Choices: []string{"on", "off"}, Means: "stop adding where a distance is beyond eps"}
}

func queryOrder() pointjoin.Setting {
	return pointjoin.Setting{Name: "query-order", Choices: []string{"off", "on"}, Means: "begin with the cells that have most points"}
}

// GPUSJ returns the method of GPU-SJ.
func GPUSJ() pointjoin.Method {
	return pointjoin.Method{Name: "gpusj", Means: "the grid of GPU-SJ, for 2 to 6 dimensions", Paper: "M. Gowanlock and B. Karsin, GPU Accelerated Self-join for the Distance Similarity Metric, 2018", Settings: []pointjoin.Setting{unicomp(), kernel()}}
}

// GPUJoin returns the method of GPU-Join.
func GPUJoin() pointjoin.Method {
	return pointjoin.Method{
		Name: "gpujoin", Means: "the grid of GPU-Join over few of many dimensions", Paper: "M. Gowanlock and B. Karsin, GPU-Accelerated Similarity Self-Join for Multi-Dimensional Data, 2019",
		Settings: []pointjoin.Setting{indexed(), reorder(), sortIDU(), shortC(), queryOrder()},
	}
}

// options are the settings in the form that the methods use.
type options struct {
	k                              int // 0: the cheapest
	visits                         pointindex.Visits
	reorder, sortIDU, shortC, work bool
	device                         bool // the join is done by a device
	tiled                          bool
}

// ofSJ returns the options of gpusj for points of n dimensions.
func ofSJ(s pointjoin.Settings, n int) options {
	visits := map[string]pointindex.Visits{"on": pointindex.Unicomp, "off": pointindex.AllNeighbours, "linear": pointindex.Greater}
	return options{k: min(n, mostSJ), visits: visits[s.Of(unicomp())], tiled: s.Of(kernel()) == "shared"}
}

// ofJoin returns the options of gpujoin for points of n dimensions.
func ofJoin(s pointjoin.Settings, n int) (options, error) {
	on := func(of pointjoin.Setting) bool { return s.Of(of) == "on" }
	o := options{reorder: on(reorder()), sortIDU: on(sortIDU()), shortC: on(shortC()), work: on(queryOrder())}
	text := s.Of(indexed())
	if text == indexed().Default {
		return o, nil
	}
	k, err := strconv.Atoi(text)
	if most := min(n, mostIndexed); err != nil || k < 1 || k > most {
		return o, &pointjoin.SettingError{Name: indexed().Name, Value: text, Allowed: fmt.Sprintf("auto, or 1 to %d", most)}
	}
	o.k = k
	return o, nil
}
