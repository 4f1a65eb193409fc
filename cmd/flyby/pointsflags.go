package main

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/reading"
	pointformat "flyby/points/format"
	"flyby/question"
)

// pointFiles is a flag, or arguments, that name the files of a set of points.
type pointFiles struct{ inputFiles }

// addPoints adds a flag that names files of points.
func addPoints(c *cobra.Command, in *pointFiles, name, usage string) {
	in.flag = "--" + name
	c.Flags().Var(in, name, usage)
	completeFile(c, name, pointformat.Formats())
}

// check finds the files of a side, and refuses names that no file of points has, and files for which a flag of reading is not.
func (f *pointFiles) check(c *cobra.Command, read *questionFlags, side asking.Side) error {
	if err := f.find(c, pointformat.Formats(), pointformat.Formats().Kinds(folderOf(c))); err != nil {
		return err
	}
	for i, of := range f.formats {
		path, names, bare := f.files[i].Path, cmp.Or(read.SaidFor(side, "columns"), read.SaidFor(side, "where")), read.SaidFor(side, "no-header")
		switch {
		case names != "" && of.Fixed:
			return cli.Usage(c, "--%s and %s %s: columns of an array have no names", names, f.flag, path)
		case bare != "" && of.Name != pointformat.Formats().All[0].Name:
			return cli.Usage(c, "--%s and %s %s: text alone can have no header", bare, f.flag, path)
		}
	}
	return nil
}

// severalPoints describes several files of points for help.
const severalPoints = "Several files, in order of their paths, are one set of points, and each id is in them once only."

// clusterPageFlags are the flags of report for clusters of points alone.
type clusterPageFlags struct {
	questionFlags
	points    pointFiles
	minPoints int
}

// add adds the flags.
func (f *clusterPageFlags) add(c *cobra.Command) {
	addPoints(c, &f.points, "points", "`FILE` of the points that dbscan clustered to RESULT; several times for several files; in place of --entries")
	f.begin(question.SelfJoins)
	for _, field := range slices.Concat(asking.Fields(question.SelfJoins), asking.ReadingFields(question.SelfJoins)) {
		switch field.Name {
		case "eps":
			field.Help = "with --points: the `E` of the clusters to show where RESULT has several, or the E of a RESULT that does not name it, in the unit of the coordinates, or with a unit: 500m"
		case "no-header":
			field.Help = "with --points: text has no header, as for dbscan"
		default:
			continue
		}
		f.addField(c, field, asking.BothSides)
	}
	cli.AddWhole(c, &f.minPoints, "minpts", 0, "with --points: the `M` of the clusters to show where RESULT has several, or the M of a RESULT that does not name it; 0: not known")
}

// given is a flag that was given, but --points; "": none was.
func (f *clusterPageFlags) given(c *cobra.Command) string {
	for _, name := range []string{"eps", "minpts", "no-header"} {
		if c.Flags().Changed(name) {
			return name
		}
	}
	return ""
}

// check refuses flags that are wrong whatever RESULT and the points are.
func (f *clusterPageFlags) check(c *cobra.Command, path string, of *pointSearchFlags) error {
	for _, name := range []string{"entries", "queries", "distance", "top", "svg", "units-out", "preset", "max-gap", "max-speed", "radius", "curve", "sort-times"} {
		if c.Flags().Changed(name) {
			return cli.Usage(c, "--%s: is for encounters of trajectories; --points is for clusters of points", name)
		}
	}
	written := pointformat.Written(reading.TableOutput)
	_, known := written.Choose(path, "")
	switch {
	case path == "-":
		return cli.Usage(c, "RESULT -: must be a file, whose name says its format")
	case !known:
		return cli.Usage(c, "RESULT %s: unknown extension (known: %s)", path, written.Known())
	case c.Flags().Changed("minpts") && f.minPoints < 1:
		return cli.Usage(c, "--minpts %d: must be 1 or more", f.minPoints)
	}
	if err := of.Check(); err != nil {
		return asked(c, err)
	}
	if err := cmp.Or(of.points.check(c, &of.questionFlags, asking.EntrySide), of.memory.check(c)); err != nil {
		return err
	}
	of.out = standardOut(of.out)
	return checkTarget(c, of.out)
}
