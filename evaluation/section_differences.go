package evaluation

import (
	"fmt"

	"flyby/evaluation/measure"
	"flyby/evaluation/report"
)

// differences lists where the measurements are made otherwise than the paper's.
func (b *builder) differences() (report.Section, error) {
	s := report.Section{Title: "What is done otherwise than in the paper"}
	race := measure.DefaultRace
	if _, err := b.journal.Fact(measure.RaceFact, &race); err != nil {
		return s, err
	}
	for _, text := range []string{
		"Response time runs from query segments in host memory to hits in host memory in a defined order, on one database that stays on the " +
			"device. It is computed in double precision and membership is exact; the paper's kernels return hits in no order. Times to make batches are shown apart.",
		"Medians of trials are shown; the paper shows averages of three. Runs that compare are interleaved: every one has its first trial before " +
			"any has its second, in another order each time. Before each run the garbage of the one before is collected, untimed. A batch size that takes above 0.1 s and more than three times the best is measured twice, a run of the " +
			"R-tree above five seconds once.",
		"Batch sizes go up in steps of a quarter from 10 to wherever the response time is four times the best; the paper's go from 10 to 300. Devices of today " +
			"are best at larger batches, where 20 query segments more or less are nothing: \"Periodic within 20 %\" is there for that reason.",
		"The best parameter of each other algorithm is found on a grid of factors of √2 about PeriodicBest, widened while the best is at its end, and refined twice. " +
			"The two best go on to the final round, together with the best batch sizes of Periodic and those beside it; it goes on until it has taken six seconds, " +
			"for at most 31 trials. What came within 3 % of its best, the model's batch size, those 10 and 20 beside both, a fifth beside the best, and every other algorithm " +
			"at its best then run against each other once more: the tables are of these alone. Of many that are equal, one is the best by chance, so this race goes on until the median of each that is within 3 % of the best " +
			fmt.Sprintf("has a standard error of half a percent, %v seconds have passed, or", race) + " there are 401 trials; what is further behind runs in one turn of four. Where what is best in the race has none of its neighbours there, " +
			"it runs against them in the same way. Methods and devices go on in the same way, for up to 12 seconds.",
		"The data sets are generated anew from the paper's description, which leaves open the sizes of the cubes and the galaxy's model (docs/datasets.md): numbers of hits differ " +
			"from the paper's, which it does not give, and with them the share of the time that hits take.",
		"RANDWALK-EXP's numbers of samples beyond [2, 1000] are moved to the ends of the interval, for 685,000 segments at scale 1, more or less 7,000: the reading of the " +
			"paper's \"truncated\" that fits its 684,329.",
		"Figure 5 and 6 use this project's own R-tree, packed and in four dimensions, not the paper's; their query segments are those of S1.",
	} {
		s.Blocks = append(s.Blocks, report.Text(text))
	}
	if !b.scaleOne() {
		s.Blocks = append(s.Blocks, report.Text("This report is at another scale than the paper's: there are fewer or more trajectories in the same volume and the same time. "+
			"A batch of s query segments then spans a longer or shorter time, and no time compares with the paper's."))
	}
	return s, nil
}
