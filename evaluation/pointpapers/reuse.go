package pointpapers

import (
	"fmt"

	"flyby/evaluation/figures"
	"flyby/evaluation/report"
)

// reuseExperiment repeats Hybrid-DBSCAN's scenario S3, its Figures 5 and 6: many minpts from one
// table.
func reuseExperiment() experiment {
	return experiment{paper: "dbscan", title: "Hybrid-DBSCAN, Figures 5 and 6: many minpts of one table", cases: func(p plan) (all []Case) {
		for _, c := range reuseCases() {
			for _, n := range threadCounts(p) {
				if threaded(c) || n == mostThreads(p) {
					all = append(all, c.on(n))
				}
			}
			all = append(all, byOther(c))
			if threaded(c) {
				all = append(all, referenceOf(c))
			}
		}
		return append(all, oneByOne())
	}, show: showReuse}
}

// reuseCases returns the searches of S3.
func reuseCases() (all []Case) {
	sixteen := func(step int) (n []int) {
		for i := 1; i <= 16; i++ {
			n = append(n, step*i)
		}
		return n
	}
	receivers := append(sixteen(10)[:10], 200, 400, 800, 1000, 2000, 3000)
	few, many := sixteen(5), append([]int{5}, sixteen(10)[:15]...)
	add := func(set string, minPoints []int, eps ...float64) {
		for _, e := range eps {
			all = append(all, clusters(realSet(set), "hybrid", []float64{e}, minPoints...))
		}
	}
	add("SW1", receivers, 0.3, 0.5, 0.7)
	add("SW4", receivers, 0.1, 0.2, 0.3)
	add("SDSS1", few, 0.3)
	add("SDSS1", many, 0.5, 0.7)
	add("SDSS2", many, 0.2, 0.3, 0.4)
	add("SDSS3", few, 0.07, 0.11, 0.15)
	return all
}

// threaded reports whether a search is in Figure 5, against threads.
func threaded(c Case) bool { return c.Set.Name == "SW1" || c.Set.Name == "SDSS1" }

// referenceOf returns a sequential DBSCAN at the least minpts of a search.
func referenceOf(c Case) Case { return inOrder(c.Set, c.Threshold.Eps, c.MinPoints[0]) }

// oneByOne returns the first search with a table for each minpts.
func oneByOne() Case { return reuseCases()[0].at(Separate) }

// threadCounts returns the numbers of threads of Figure 5 that the host has cores for.
func threadCounts(p plan) (all []int) {
	for _, n := range []int{1, 2, 4, 8, 16} {
		if n <= max(p.cores, 1) {
			all = append(all, n)
		}
	}
	return all
}

// mostThreads returns the last of threadCounts.
func mostThreads(p plan) int {
	all := threadCounts(p)
	return all[len(all)-1]
}

func showReuse(b *builder) ([]report.Block, error) {
	counts := threadCounts(b.plan)
	most := counts[len(counts)-1]
	t := report.Table{
		Title: "Table D-5", Caption: fmt.Sprintf("16 values of minpts over one neighbour table, on one thread and on %d: index and table, and all.", most),
		Columns: report.Heads("set", "points", "eps", "eps here", "clusters", "noise", "index and table", "one thread", fmt.Sprintf("%d threads", most), "one / all", "tree, 16 times", "tree / hybrid", "fused"),
		Notes: []string{"The paper, on 16 threads against one: 4.4 to 6.1 times on SW1, 2.9 to 5.1 on SDSS1; 27 to 54 times an R-tree's sequential DBSCAN of each minpts. " +
			"tree: that of one minpts, times 16, as the neighbours are the same. clusters and noise are summed over the 16. With --device cpu the tables are made by as many threads, too."},
	}
	for _, c := range b.measured(mapCases(reuseCases(), func(c Case) Case { return c.on(most) })) {
		tree := 16 * b.seconds(referenceOf(c))
		t.Add(append(b.clustered(c), report.Seconds(b.whole(c)-b.labelled(c)), report.Seconds(b.whole(c.on(1))), report.Seconds(b.whole(c)), report.Times(b.whole(c.on(1))/b.whole(c)),
			report.Seconds(tree), report.Times(tree/b.whole(c)), report.Seconds(b.whole(byOther(c.on(0)))))...)
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	var panels []report.Panel
	for _, set := range []string{"SW1", "SDSS1"} {
		var err error
		if panels, err = appendPanel(panels, "Time against threads, "+set, b.threadsChart(set, counts)); err != nil {
			return nil, err
		}
	}
	return []report.Block{{Table: &t}, figure("dbscan-05", "Hybrid-DBSCAN, Figure 5", "Time of 16 values of minpts over one table, table and all, against threads.", panels...)}, nil
}

// labelled returns the time from a table to the labels of all variants, some of which are found at
// once.
func (b *builder) labelled(c Case) float64 { return b.seconds(c) - b.searching(c) }

// threadsChart draws a series for each eps over the number of threads.
func (b *builder) threadsChart(set string, counts []int) figures.Chart {
	var all []figures.Series
	for _, c := range reuseCases() {
		if c.Set.Name != set {
			continue
		}
		var by []Case
		for _, n := range counts {
			by = append(by, c.on(n))
		}
		all = append(all, b.wholeCurve("eps "+number(c.Threshold.Eps), func(c Case) float64 { return float64(c.Threads) }, by))
	}
	return times(set, "threads", all...)
}
