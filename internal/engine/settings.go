package engine

import (
	"strconv"
	"strings"

	"flyby/batching"
	"flyby/binindex"
	"flyby/internal/setting"
)

// binsSetting is the number of bins of the method temporal.
func binsSetting() setting.Setting {
	return setting.Setting{
		Name: "bins", Default: strconv.Itoa(binindex.DefaultBins), Form: "N", Means: "temporal bins; 0: 10,000",
		Allowed: func(value string) string {
			if n, err := strconv.Atoi(value); err != nil || n < 0 {
				return "a whole number, 0 or more"
			}
			return ""
		},
	}
}

// batchingSetting is how the method temporal makes batches for a search that does not say it.
func batchingSetting() setting.Setting {
	return setting.Setting{
		Name: "batching", Default: batching.Default, Form: "BATCHES", Means: "query batches: " + strings.ReplaceAll(batching.Syntax, " | ", ", ") + " or " + batching.Model,
		Allowed: func(value string) string {
			if _, err := batching.Choose(value); err != nil {
				return batching.Syntax + " | " + batching.Model
			}
			return ""
		},
	}
}

// About returns a line that describes the method of a name, and its settings.
func About(method string) (means string, settings []setting.Setting) {
	switch method {
	case (spatiotemporal{}).name():
		return "walks two pyramids of boxes against each other", nil
	case (temporal{}).name():
		return "GPUTrajDistSearch of M. Gowanlock and H. Casanova (arXiv:1405.7461): temporal bins, batches of query segments", []setting.Setting{batchingSetting(), binsSetting()}
	case (rtree{}).name():
		return "search-and-refine with an R-tree, a baseline", nil
	case (bruteForce{}).name():
		return "compares every pair, a baseline", nil
	}
	return "", nil
}

// bins returns the number of temporal bins; 0: the paper's.
func (c Config) bins() int {
	n, _ := strconv.Atoi(c.Settings.Of(binsSetting())) // whoever opens an engine has checked it
	return n
}
