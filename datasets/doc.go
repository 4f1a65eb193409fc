// Package datasets generates data to measure and to show flyby with, for cmd/flyby and the
// evaluation: the five data sets of the paper (§7.1, Table 1), its ten searches S1 to S10 (§7.2),
// and the scenarios of the user stories.
//
// Everything is generated from a seed. Random numbers come from a PCG stream
// named after the data set, and all arithmetic keeps to +, -, x, / and square
// roots with every product rounded on its own, so one seed gives the same bytes
// on every platform. A smaller scale gives the first trajectories of a larger
// one. Disc and RandomWalks are the exception: they follow an older generator
// and its random numbers, and Disc has the sines of package math, whose last bit
// depends on the platform.
//
// GeneratePoints makes the sets of points of the papers on joins of points.
//
// docs/datasets.md and docs/points.md state every choice that the papers leave open.
package datasets
