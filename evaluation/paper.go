package evaluation

import (
	"slices"

	"flyby/datasets"
)

// The paper's numbers (M. Gowanlock and H. Casanova, arXiv:1405.7461), in its order. Its device is an
// Nvidia Tesla C2075, its host an Intel Xeon W3690 of six cores at 3.46 GHz.

// paperDataset is a row of Table 1.
type paperDataset struct {
	name                  string // as in the paper
	trajectories, entries int
}

// paperDatasets returns Table 1, by our names.
func paperDatasets() map[string]paperDataset {
	return map[string]paperDataset{
		"randwalk-uniform": {"RANDWALK-UNIFORM", 2500, 997_500},
		"randwalk-normal":  {"RANDWALK-NORMAL", 2500, 1_000_000},
		"randwalk-normal5": {"RANDWALK-NORMAL5", 2500, 1_000_000},
		"randwalk-exp":     {"RANDWALK-EXP", 10_000, 684_329},
		"galaxy":           {"GALAXY", 2500, 1_000_000},
	}
}

// paperSpeedUp returns the times of §7.4 on S2, in seconds.
func paperSpeedUp() (gpu, oneCore, sixCores float64) { return 2.08, 31.62, 6.88 }

// algorithms lists the rows of Table 2 in its order, with PeriodicNear, which the paper does not have.
func algorithms() []string {
	return []string{
		"greedysetsplit-max", "greedysetsplit-min", "setsplit-fixed", "setsplit-max", "setsplit-minmax",
		periodicBest, periodicGood, periodicNear,
	}
}

// The versions of Periodic in Table 2.
const (
	periodicBest = "periodic best"
	periodicGood = "periodic good"
	periodicNear = "periodic near"
)

// algorithmTitle returns the name of an algorithm as the paper writes it.
func algorithmTitle(name string) string {
	return map[string]string{
		"greedysetsplit-max": "GreedySetSplit-Max", "greedysetsplit-min": "GreedySetSplit-Min",
		"setsplit-fixed": "SetSplit-Fixed", "setsplit-max": "SetSplit-Max", "setsplit-minmax": "SetSplit-MinMax",
		periodicBest: "PeriodicBest", periodicGood: "PeriodicGood", periodicNear: "Periodic within 20 %",
	}[name]
}

// paperTable2 returns Table 2: percent above the fastest algorithm, S1 to S10.
func paperTable2() map[string][10]float64 {
	return map[string][10]float64{
		"greedysetsplit-max": {0.15, 0.15, 0.15, 0.00, 0.00, 0.60, 1.44, 0.34, 1.29, 0.16},
		"greedysetsplit-min": {0.00, 0.24, 0.00, 0.15, 0.52, 0.11, 0.00, 0.00, 0.93, 0.10},
		"setsplit-fixed":     {1.11, 1.69, 1.03, 1.02, 0.92, 1.03, 2.34, 1.52, 562.90, 0.62},
		"setsplit-max":       {1.50, 1.97, 1.02, 0.35, 1.51, 1.54, 3.37, 2.78, 0.90, 0.69},
		"setsplit-minmax":    {0.24, 0.33, 0.10, 0.17, 0.69, 0.00, 0.77, 0.93, 0.00, 0.00},
		periodicBest:         {0.37, 0.00, 0.23, 0.50, 0.83, 1.03, 1.11, 0.09, 1.50, 1.69},
		periodicGood:         {3.21, 2.47, 1.64, 3.56, 2.15, 1.43, 2.21, 1.05, 2.52, 2.69},
	}
}

// paperChoice is a row of Table 3.
type paperChoice struct {
	model, actual int     // s
	slowdown      float64 // percent
}

// paperTable3 returns Table 3, S1 to S10.
func paperTable3() [10]paperChoice {
	return [10]paperChoice{
		{80, 110, 4.8}, {80, 120, 6.3}, {80, 120, 4.5}, {80, 110, 4.5}, {100, 140, 2.8},
		{100, 140, 2.3}, {140, 160, 0.8}, {150, 160, 0.58}, {170, 220, 0.1}, {200, 210, 0.97},
	}
}

// searchNumber returns the index of a search in the paper's tables: 6 for "S7".
func searchNumber(name string) int {
	return slices.Index(datasets.SearchNames(), name)
}
