package main

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/job"
	pointformat "flyby/points/format"
	"flyby/question"
	"flyby/trajectory"
)

// pointSearchFlags are the flags that selfjoin, pointjoin, knn and dbscan share.
type pointSearchFlags struct {
	questionFlags
	methodFlags
	points, queries pointFiles
	out             string
	unwritten       bool   // no rows are wanted
	array           string // the contents of an array of NumPy, for help; "" where the command writes none
	device          string
	memory          memoryFlags
}

// add adds the flags in the order in which help lists them; the command's own come first. beyond says for help
// how data that do not fit memory are handled.
func (f *pointSearchFlags) add(c *cobra.Command, beyond string) {
	s := c.Flags()
	array, written := "", output.Written(reading.TableOutput)
	if f.array != "" {
		written = pointformat.Written(reading.TableOutput)
		array = "; .npy: " + f.array
	}
	s.StringVarP(&f.out, "out", "o", "-", "`FILE` for the results"+outRules+array)
	addOutFormat(c, written)
	c.SetFlagErrorFunc(pointFlagError)
	f.addReading(c)
	s.StringVar(&f.device, "device", "", "`DEVICE` to run on: "+selectors(false)+" (see flyby devices) (default $FLYBY_DEVICE, or auto)")
	complete(c, "device", "auto", "cpu", "gpu")
	f.memory.add(c, beyond)
}

// check refuses flags that are wrong whatever the points are.
func (f *pointSearchFlags) check(c *cobra.Command) error {
	return f.checkWith(c, func() error { return f.checkMethod(c) })
}

// checkWith is check with a check of --method.
func (f *pointSearchFlags) checkWith(c *cobra.Command, method func() error) error {
	if err := cmp.Or(f.Missing(), f.Check()); err != nil {
		return asked(c, err)
	}
	if err := f.points.arguments(c, c.Flags().Args()); err != nil {
		return err
	}
	if !f.points.given() {
		return f.points.missing(c)
	}
	if err := f.checkSides(c, &f.queries.inputFiles); err != nil {
		return err
	}
	if err := cmp.Or(f.points.check(c, &f.questionFlags, asking.EntrySide), f.queries.check(c, &f.questionFlags, asking.QuerySide)); err != nil {
		return err
	}
	if err := cmp.Or(method(), f.memory.check(c)); err != nil {
		return err
	}
	return f.checkOut(c)
}

// checkOut refuses an output that cannot be made; arrays are checked by the job.
func (f *pointSearchFlags) checkOut(c *cobra.Command) error {
	f.out = standardOut(f.out)
	all := pointformat.Written(reading.TableOutput)
	if of, _ := all.Choose(f.out, wordOf(c, outFormatFlag)); f.array == "" && !of.Array {
		all = output.Written(reading.TableOutput)
	}
	return checkTable(c, f.out, "pairs of points", all)
}

// ask is the ask of a job from the flags, without the question and the options of reading.
func (f *pointSearchFlags) ask() job.Ask {
	return job.Ask{
		Inputs:  job.Inputs{Entries: f.points.names, Queries: f.queries.names, EntryFiles: f.points.files, QueryFiles: f.queries.files},
		Machine: flyby.Options{Method: flyby.Method(f.method), Settings: f.settings, Device: f.device, Tmp: f.memory.tmp, TmpLimit: uint64(f.memory.tmpLimit)},
		Watch:   job.Watch{FewerThreads: hostmemory.Cores},
	}
}

// resolved is the question in the unit of the coordinates.
func (f *pointSearchFlags) resolved(c *cobra.Command) (question.Question, error) {
	of, err := f.PointUnits()
	if err != nil {
		return question.Question{}, asked(c, err)
	}
	f.Data = cli.Shown(f.points.files[0].Path)
	q, err := f.Resolve(of, trajectory.Number)
	if err != nil {
		return q, asked(c, err)
	}
	return q, nil
}

// read has the ask read the points, and the queries where flags are for one of both alone, as the flags of reading say.
func (f *pointSearchFlags) read(c *cobra.Command, ask *job.Ask) (err error) {
	if ask.PointRead, err = f.readOptions(c, asking.EntrySide); err != nil || !f.HasSides() || !f.queries.given() {
		return err
	}
	queries, err := f.readOptions(c, asking.QuerySide)
	ask.QueryPointRead = &queries
	return err
}

// readOptions checks the flags of reading and turns them into options of package points/format, for a side.
func (f *pointSearchFlags) readOptions(c *cobra.Command, side asking.Side) (pointformat.Options, error) {
	o, err := f.PointReading(side)
	if err != nil {
		return o, asked(c, err)
	}
	o.Threads, o.Stdin, o.Folder = f.threads, c.InOrStdin(), folderOf(c)
	return o, checkThreads(c, f.threads)
}

// notOfPoints says why commands on points have not the flags of join that they have not.
func notOfPoints() map[string]string {
	why := byKey("notofpoints.txt")
	for _, name := range searchSettings() {
		why[name] = "is for methods of trajectories: see --method"
	}
	return why
}

// withoutSide returns the name of the flag of both sides for the name of a flag of one.
func withoutSide(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, string(asking.EntrySide)+"-"), string(asking.QuerySide)+"-")
}

// ranges are the valid ranges of flags of points, for errors that do not name them.
func ranges() map[string]string {
	return map[string]string{"eps": "must be finite, 0 or more", "neighbours": "must be a whole number, 1 or more", "minpts": "must be whole numbers, 1 or more"}
}

// pointFlagError is flagError that gives the reason why points have no such flag, and the range of a value that is out of range.
func pointFlagError(c *cobra.Command, err error) error {
	why := notOfPoints()
	if c.Name() == "knn" {
		why["with-distance"] = "Parquet, Arrow, CSV and NDJSON have both neighbours and distances, always; an array (.npy) has neighbours alone"
	}
	if text := reasonOf(err, why); text != "" {
		return cli.Usage(c, "%s", text)
	}
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) && ranges()[bad.GetFlag().Name] != "" {
		return cli.Usage(c, "--%s %q: %w: %s", bad.GetFlag().Name, bad.GetValue(), bad.Unwrap(), ranges()[bad.GetFlag().Name])
	}
	return flagError(c, err)
}

// reasonOf returns the reason why a command lacks the flag that an error calls unknown, after the flag's name. why has reasons by the names of flags; "": it has none for the flag.
func reasonOf(err error, why map[string]string) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return ""
	}
	name, dashes := unknown.GetSpecifiedName(), "--"
	if unknown.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	if text := why[withoutSide(name)]; text != "" {
		return dashes + name + ": " + text
	}
	return ""
}

// reasoned returns a function that is flagError, but tells why the command lacks an unknown flag if a file of reasons has the flag.
func reasoned(file string) func(*cobra.Command, error) error {
	return func(c *cobra.Command, err error) error {
		if text := reasonOf(err, byKey(file)); text != "" {
			return cli.Usage(c, "%s", text)
		}
		return flagError(c, err)
	}
}
