package main

import (
	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/pointjoin"
	"flyby/question"
)

func (a *app) selfjoinCommand() *cobra.Command {
	var f pointSearchFlags
	c := a.ofPoints("selfjoin", func(c *cobra.Command) error { return a.joinPoints(c, &f) })
	addPoints(c, &f.points, "points", "`FILE`, folder or quoted pattern of points to join with each other, like the arguments FILE; several times for several files; --points or an argument is required")
	f.addPairs(c, question.SelfJoins, pointjoin.SelfJoins)
	a.addAll(c)
	return c
}

func (a *app) pointjoinCommand() *cobra.Command {
	var f pointSearchFlags
	c := a.ofPoints("pointjoin", func(c *cobra.Command) error {
		if !f.queries.given() {
			return cli.Usage(c, "--queries FILE is missing")
		}
		return a.joinPoints(c, &f)
	})
	addPoints(c, &f.points, "points", "`FILE`, folder or quoted pattern of points to search, like the arguments FILE; several times for several files; --points or an argument is required")
	addPoints(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the query points; several times for several files; required")
	f.addPairs(c, question.PointJoins, pointjoin.Joins)
	a.addAll(c)
	return c
}

// addPairs adds the flags behind the flags of files, of selfjoin and pointjoin; heeded is the scope of the methods' settings.
func (f *pointSearchFlags) addPairs(c *cobra.Command, k question.Kind, heeded pointjoin.Scope) {
	f.begin(k)
	f.questionFlags.add(c, asking.Fields(k))
	f.addPointMethod(c, anyMethod, heeded)
	f.add(c, "searched for in slabs of points and ranges of rows, with the same results; points are held whole")
}

// joinPoints checks the flags, reads points and joins them.
func (a *app) joinPoints(c *cobra.Command, f *pointSearchFlags) error {
	if err := f.check(c); err != nil {
		return err
	}
	q, err := f.resolved(c)
	if err != nil {
		return err
	}
	t, err := a.runPoints(c, f, q)
	if err != nil {
		return err
	}
	t.summarizePairs()
	return nil
}

func (a *app) knnCommand() *cobra.Command {
	var f pointSearchFlags
	c := a.ofPoints("knn", func(c *cobra.Command) error {
		if err := f.check(c); err != nil {
			return err
		}
		return a.findNearest(c, &f)
	})
	addPoints(c, &f.points, "points", "`FILE`, folder or quoted pattern of points to search, like the arguments FILE; several times for several files; --points or an argument is required")
	addPoints(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the query points; several times for several files; without it each point of the data set is a query")
	f.begin(question.NearestPoints)
	f.questionFlags.add(c, asking.Fields(question.NearestPoints))
	f.addPointMethod(c, nearestMethod, pointjoin.Everything)
	f.array = "row numbers of the nearest"
	f.add(c, "searched a slab of points at a time, and for some queries after others; points are held whole")
	a.addAll(c)
	return c
}

// findNearest finds the nearest points of flags that have been checked.
func (a *app) findNearest(c *cobra.Command, f *pointSearchFlags) error {
	q := f.Plain()
	t, err := a.runPoints(c, f, q)
	if err != nil {
		return err
	}
	if each := t.report.Points.Each; each < q.Points.Nearest {
		whose := "other point"
		if f.queries.given() {
			whose = "point"
		}
		t.display.warn("--neighbours %d: all are given: %s each", q.Points.Nearest, plural(each, whose))
	}
	t.summarizePairs()
	return nil
}
