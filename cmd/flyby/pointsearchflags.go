package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby"
	"flyby/cluster"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/job"
	pointformat "flyby/points/format"
	"flyby/points/pointjoin"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// Levels of detail of joins of points, beside pairLevel.
const (
	countLevel     = "counts"
	neighbourLevel = "neighbours"
)

// pointLevels are the values of --level.
func pointLevels() []string { return []string{pairLevel, countLevel, neighbourLevel} }

// pointSearchFlags are the flags that selfjoin, pointjoin, knn and dbscan share.
type pointSearchFlags struct {
	read            pointFlags
	points, queries pointFiles
	out             string
	unwritten       bool   // no rows are wanted
	array           string // the contents of an array of NumPy, for help; "" where the command writes none
	method, device  string
	settings        map[string]*string // by name
	memory          memoryFlags
}

// add adds the flags in the order in which help lists them; the command's own come first. beyond says for help
// how data that do not fit memory are handled.
func (f *pointSearchFlags) add(c *cobra.Command, beyond string) {
	s := c.Flags()
	array, written := "", output.Written(format.TableOutput)
	if f.array != "" {
		written = pointformat.Written(format.TableOutput)
		array = "; .npy: " + f.array
	}
	s.StringVarP(&f.out, "out", "o", "-", "`FILE` for the results"+outRules+array)
	addOutFormat(c, written)
	f.read.add(c)
	s.StringVar(&f.device, "device", "", "`DEVICE` to run on: "+selectors(false)+" (see flyby devices) (default $FLYBY_DEVICE, or auto: the first GPU, and the cpu for work that is faster there)")
	complete(c, "device", "auto", "cpu", "gpu")
	f.memory.add(c, beyond)
}

// addMethod adds --method of the methods that are wanted, and the flags of their settings that a scope heeds.
func (f *pointSearchFlags) addMethod(c *cobra.Command, wanted func(pointjoin.Method) bool, heeded pointjoin.Scope) {
	names := []string{"auto"}
	var settings []pointjoin.Setting
	for _, m := range flyby.PointMethods() {
		if wanted(m) {
			names, settings = append(names, m.Name), append(settings, m.Settings...)
		}
	}
	c.Flags().StringVar(&f.method, "method", "auto", "`METHOD` of searching: "+listed(names, "or")+"; auto is the method that is predicted to be fastest, and all give the same results")
	complete(c, "method", names...)
	f.settings = map[string]*string{}
	for _, s := range settings {
		if f.settings[s.Name] == nil && s.Scope <= heeded {
			f.settings[s.Name] = c.Flags().String(s.Name, pointjoin.Settings(nil).Of(s), "`"+s.Values()+"` for --method "+listed(methodsWith(s.Name), "or")+": "+s.Means)
			complete(c, s.Name, s.Choices...)
		}
	}
}

// methodsWith are the names of the methods that have a setting.
func methodsWith(setting string) (all []string) {
	for _, m := range flyby.PointMethods() {
		if slices.ContainsFunc(m.Settings, func(s pointjoin.Setting) bool { return s.Name == setting }) {
			all = append(all, m.Name)
		}
	}
	return all
}

// check refuses flags that are wrong whatever the points are; wanted are the methods that --method may name.
func (f *pointSearchFlags) check(c *cobra.Command, wanted func(pointjoin.Method) bool) error {
	return f.checkWith(c, func() error { return f.checkMethod(c, wanted) })
}

// checkWith is check with a check of --method.
func (f *pointSearchFlags) checkWith(c *cobra.Command, method func() error) error {
	if err := f.points.arguments(c, c.Flags().Args()); err != nil {
		return err
	}
	if !f.points.given() {
		return f.points.missing(c)
	}
	for _, in := range []*pointFiles{&f.points, &f.queries} {
		if err := in.check(c, &f.read); err != nil {
			return err
		}
	}
	if err := method(); err != nil {
		return err
	}
	if err := f.memory.check(c); err != nil {
		return err
	}
	return f.checkOut(c)
}

// checkOut refuses an output that cannot be made; arrays are checked by the job.
func (f *pointSearchFlags) checkOut(c *cobra.Command) error {
	f.out = standardOut(f.out)
	all := pointformat.Written(format.TableOutput)
	if of, _ := all.Choose(f.out, wordOf(c, outFormatFlag)); f.array == "" && !of.Array {
		all = output.Written(format.TableOutput)
	}
	return checkTable(c, f.out, "pairs of points", all)
}

// checkMethod refuses methods, settings and devices that there are not.
func (f *pointSearchFlags) checkMethod(c *cobra.Command, wanted func(pointjoin.Method) bool) error {
	names, known := []string{"auto"}, pointjoin.Method{Name: "auto"}
	for _, m := range flyby.PointMethods() {
		if wanted(m) {
			names = append(names, m.Name)
		}
		if m.Name == f.method {
			known = m
		}
	}
	if !slices.Contains(names, f.method) {
		return cli.Usage(c, "--method %q: must be one of %s%s", f.method, strings.Join(names, ", "), cli.Meant(f.method, "", names))
	}
	if err := checkSelector(c, f.device); err != nil {
		return err
	}
	if err := (job.Ask{Inputs: job.Inputs{Entries: f.points.names}, Question: question.Question{Kind: question.SelfJoins}, Machine: flyby.Options{Method: flyby.Method(f.method), Device: f.device}}).Validate(); err != nil {
		return wrongPoints(c, err)
	}
	for _, name := range given(c, f.settings) {
		if !slices.Contains(methodsWith(name), f.method) {
			return cli.Usage(c, "--%s: is for --method %s", name, listed(methodsWith(name), "or"))
		}
	}
	return wrongSetting(c, known.Check(f.chosen(c)))
}

// given are the names of the settings whose flags are given, in order.
func given(c *cobra.Command, settings map[string]*string) (names []string) {
	for name := range settings {
		if c.Flags().Changed(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// chosen are the settings that are given.
func (f *pointSearchFlags) chosen(c *cobra.Command) map[string]string {
	settings := map[string]string{}
	for _, name := range given(c, f.settings) {
		settings[name] = *f.settings[name]
	}
	return settings
}

// wrongSetting is an error as one of usage where it is over a setting, or a method that a device has not.
func wrongSetting(c *cobra.Command, err error) error {
	var wrong *pointjoin.SettingError
	if errors.As(err, &wrong) {
		return cli.Usage(c, "--%s %q: must be %s", wrong.Name, wrong.Value, wrong.Allowed)
	}
	var elsewhere *cluster.MethodError
	if errors.As(err, &elsewhere) {
		return cli.Wrong(c, elsewhere)
	}
	return err
}

// ask is the ask of a job from the flags, without the question and the options of reading.
func (f *pointSearchFlags) ask(c *cobra.Command) job.Ask {
	return job.Ask{
		Inputs:  job.Inputs{Entries: f.points.names, Queries: f.queries.names, EntryFiles: f.points.files, QueryFiles: f.queries.files},
		Machine: flyby.Options{Method: flyby.Method(f.method), Settings: f.chosen(c), Device: f.device, Tmp: f.memory.tmp, TmpLimit: uint64(f.memory.tmpLimit)},
		Watch:   job.Watch{FewerThreads: hostmemory.Cores},
	}
}

// anyMethod accepts every method, nearestMethod the methods that find nearest points.
func anyMethod(pointjoin.Method) bool       { return true }
func nearestMethod(m pointjoin.Method) bool { return m.Nearest }

// addPointUnits adds --units for thresholds.
func addPointUnits(c *cobra.Command, units *unitsFlag) {
	units.length = true
	c.Flags().Var(units, "units", "coordinates are in `LENGTH`, such as km, for --eps with a unit. No number is converted, and units that a file names are ignored (default m with --lonlat, else not known)")
}

// inUnits converts thresholds by in to the unit of the coordinates, where it is known.
func inUnits[E any](c *cobra.Command, f *pointSearchFlags, units *unitsFlag, in func(c *cobra.Command, file string, of format.Units) (E, error)) (eps E, err error) {
	of := units.Units
	switch {
	case f.read.lonLat && units.Length != "" && units.Length != "m":
		return eps, cli.Usage(c, "--units %s and --lonlat: coordinates are metres then", units)
	case f.read.lonLat:
		of = format.Units{Length: "m"}
	}
	return in(c, f.points.files[0].Path, of)
}

// checkEps refuses a threshold that is none.
func checkEps(c *cobra.Command, eps *quantity) error {
	if !c.Flags().Changed("eps") {
		return cli.Usage(c, "--eps E is missing: a number, 0 or more")
	}
	if eps.number() < 0 {
		return cli.Usage(c, "--eps %s: must be a number, 0 or more", eps)
	}
	return nil
}

// notOfPoints says why commands on points have not the flags of join that they have not.
func notOfPoints() map[string]string {
	const (
		still  = "points have no times, and do not move"
		column = "a preset is one of trajectories: --columns x1=NAME,x2=NAME names the coordinates of points"
		all    = "is for trajectories: results of points have all rows, in the order of the file"
		paper  = "is for methods of trajectories: see --method"
	)
	return map[string]string{
		"max-gap": still, "max-speed": still, "curve": still, "sort-times": still, "merge-gap": still, "min-duration": still,
		"from": "points have no times: --where 't>=...' leaves rows out", "to": "points have no times: --where 't<=...' leaves rows out",
		"preset":    column,
		"vertical":  "a distance of points is that of all coordinates: leave heights out with --columns",
		"radius":    "points have no radii: --eps is the distance of two",
		"units":     "nothing that is asked here has a unit",
		"units-out": "distances of points are in the unit of the coordinates",
		"top":       all, "limit": all, "having": all, "with": "is for trajectories: --with-distance adds distances of pairs", "geometry": "is for trajectories: flyby at writes points with it",
		"count": "is for trajectories: --level counts counts neighbours", "explain": "is for trajectories, and for dbscan: --verbose says what is chosen and why",
		"batching": paper, "bins": paper,
		"entries": "files of points are the arguments FILE, or stand behind --points", "distance": "points are joined by --eps E",
		"exclude-same-id": "ids of points are there once each",
	}
}

// ranges are the valid ranges of flags of points, for errors that do not name them.
func ranges() map[string]string {
	return map[string]string{"eps": "must be finite, 0 or more", "neighbours": "must be a whole number, 1 or more", "minpts": "must be whole numbers, 1 or more"}
}

// pointFlagError is flagError that gives the reason why points have no such flag, and the range of a value that is out of range.
func pointFlagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		why := notOfPoints()[unknown.GetSpecifiedName()]
		if c.Name() == "knn" && unknown.GetSpecifiedName() == "with-distance" {
			why = "Parquet, Arrow, CSV and NDJSON have both neighbours and distances, always; an array (.npy) has neighbours alone"
		}
		if why != "" {
			return cli.Usage(c, "--%s: %s", unknown.GetSpecifiedName(), why)
		}
	}
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) && ranges()[bad.GetFlag().Name] != "" {
		return cli.Usage(c, "--%s %q: %w: %s", bad.GetFlag().Name, bad.GetValue(), bad.Unwrap(), ranges()[bad.GetFlag().Name])
	}
	return flagError(c, err)
}
