package main

import (
	"github.com/spf13/cobra"

	"flyby/question"
)

func (a *app) nearestCommand() *cobra.Command {
	var f searchFlags
	c := a.ofFiles("nearest", &f.entries, func(c *cobra.Command) error {
		f.takeOneSet(c)
		return a.search(c, &f)
	})
	f.addFile(c, &f.entries, "entries", sameAsFile)
	f.addFile(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the objects whose nearest entries are asked for; several times; origin: where coordinates are 0; 25544,48274: satellites of the entries; none: each entry is a query")
	f.add(c, question.NearestTrajectories)
	addPage(c)
	a.addAll(c)
	c.SetFlagErrorFunc(reasoned("notofnearest.txt"))
	return c
}

// isLonely reports whether nearest found no entry for any query.
func (t *task) isLonely() bool { return t.level == question.Nearest && t.report.Found == 0 }

// tellNearest says, where no query has as many nearest entries as were asked for, why.
func (t *task) tellNearest() {
	if t.level != question.Nearest {
		return
	}
	others, of := t.entries.Trajectories(), "entry"
	if !t.hasQueries() {
		others, of = max(others-1, 0), "other object"
	}
	asked := &t.Ask().Search
	if asked.K > others {
		t.display.warn("--neighbours %d: more than the %s: each query has all that share time with it", asked.K, plural(others, of))
	}
	if t.isLonely() {
		why := "no entry shares an instant with a query"
		if asked.MaxDistance != nil {
			why = "no entry that shares an instant with a query comes within --max-distance"
		}
		t.display.warn("%s: %s", why, t.nothing())
	}
}
