package engine

import (
	"cmp"
	"strconv"
	"strings"

	"flyby/batching"
	"flyby/binindex"
	"flyby/internal/baseline"
	"flyby/internal/setting"
)

// binsSetting is the number of bins of the method temporal.
func binsSetting() setting.Setting {
	return setting.Setting{
		Name: "bins", Default: strconv.Itoa(binindex.DefaultBins), Form: "N", Means: "temporal bins; 0: 10,000", Allowed: countOrDefault,
	}
}

// runSetting is the number of segments under a box of the method rtree.
func runSetting() setting.Setting {
	return setting.Setting{
		Name: "rtree-run", Default: strconv.Itoa(baseline.DefaultRun), Form: "R", Means: "consecutive segments of a trajectory under a box; 0: 12", Allowed: countOrDefault,
	}
}

// countOrDefault says what is allowed for a number of which 0 is the default, "" for a value that fits.
func countOrDefault(value string) string {
	if n, err := strconv.Atoi(value); err != nil || n < 0 {
		return "positive, or 0 for the default"
	}
	return ""
}

// batchingSetting is how the method temporal makes batches for a search that does not say it.
func batchingSetting() setting.Setting {
	return setting.Setting{
		Name: "batching", Default: batching.Default, Form: "BATCHES", Means: strings.ReplaceAll(batching.Syntax, " | ", ", ") + " or " + batching.Model,
		Allowed: func(value string) string {
			if _, err := batching.Choose(value); err != nil {
				return batching.Syntax + " | " + batching.Model
			}
			return ""
		},
	}
}

// modelSetting is the performance model that a search is predicted by.
func modelSetting() setting.Setting {
	return setting.Setting{
		Name: "model", Form: "FILE", Means: "performance model of the device, from flyby tune --out; of another device or version it is refused. None: the one that flyby tune keeps",
		Allowed: func(value string) string {
			if value == "" {
				return "a file"
			}
			return ""
		},
	}
}

// About returns a line that describes the method of a name, the paper that it is of, "" where it is of none, and its settings.
func About(method string) (means, paper string, settings []setting.Setting) {
	switch method {
	case (spatiotemporal{}).name():
		return "walks two pyramids of boxes against each other", "", []setting.Setting{modelSetting()}
	case (temporal{}).name():
		return "temporal bins, batches of query segments (GPUTrajDistSearch)", "M. Gowanlock and H. Casanova, arXiv:1405.7461", []setting.Setting{batchingSetting(), binsSetting(), modelSetting()}
	case (rtree{}).name():
		return "search-and-refine with an R-tree, a baseline", "", []setting.Setting{runSetting()}
	case (bruteForce{}).name():
		means = "compares every pair, a baseline"
	}
	return means, "", nil
}

// bins returns the number of temporal bins; 0: the paper's.
func (c Config) bins() int { return c.count(binsSetting()) }

// run returns the number of segments under a box of the R-tree.
func (c Config) run() int { return cmp.Or(c.count(runSetting()), baseline.DefaultRun) }

// count returns the value of a setting that is a number.
func (c Config) count(of setting.Setting) int {
	n, _ := strconv.Atoi(c.Settings.Of(of)) // whoever opens an engine has checked it
	return n
}
