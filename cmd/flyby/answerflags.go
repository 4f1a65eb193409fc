package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// Levels of detail.
const (
	hitLevel       = string(question.Hits)
	encounterLevel = string(question.Encounters)
	pairLevel      = string(question.Pairs)
	objectLevel    = string(question.Objects)
)

// levels are the values of --level.
func levels() []string { return []string{hitLevel, encounterLevel, pairLevel, objectLevel} }

// answerFlags are the flags that join, filter, cut and count the rows found.
type answerFlags struct {
	mergeGap, minDuration quantity
	top, limit            uint64
	count                 bool
	having                []string
	conditions            []format.Condition // of having, once it is checked
	units                 unitsOutFlag
}

func (f *answerFlags) add(c *cobra.Command) {
	addQuantity(c, &f.mergeGap, "merge-gap", measure.Time, "join encounters of a pair that are less than `T` apart into one, in the time unit of the data (seconds for timestamps), or with a unit: 30min. The column parts says how many were joined")
	addQuantity(c, &f.minDuration, "min-duration", measure.Time, "leave out encounters shorter than `T`, once --merge-gap has joined them")
	f.addHaving(c, "only rows for which `CONDITION` holds on a column of the answer or of --with, such as 'query_speed<=2kn': "+conditionWords,
		"d_min", "v_closest", "t_enter", "t_exit", "t_closest", "open", "parts", "duration", "encounters", "query_speed", "entry_speed")
	cli.AddNatural(c, &f.top, "top", 0, "only the `N` closest encounters, pairs or objects, in order of d_min")
	cli.AddNatural(c, &f.limit, "limit", 0, "only the first `N` rows; the last line on standard error says how many there are")
	f.units.add(c)
	c.Flags().BoolVar(&f.count, "count", false, "print how many rows there are (encounters, unless --level says otherwise), and write none")
}

// conditionWords describe the conditions of --having and --where for help.
const conditionWords = "COLUMN=VALUE, or with != < <= > or >=; several times for several conditions, which all must hold"

// addHaving adds --having on some columns, and more.
func (f *answerFlags) addHaving(c *cobra.Command, usage string, columns ...string) {
	c.Flags().StringArrayVar(&f.having, "having", nil, usage)
	var forms []string
	for _, column := range columns {
		forms = append(forms, column+"<=", column+">=", column+"=")
	}
	completeAs(c, "having", cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, forms)
}

// checkHaving refuses a --having that is no condition.
func (f *answerFlags) checkHaving(c *cobra.Command) (err error) {
	f.conditions, err = conditionsOf(c, "--having", f.having)
	return err
}

// check refuses combinations of flags that are wrong whatever the data are.
func (f *answerFlags) check(c *cobra.Command, level string) error {
	given := c.Flags().Changed
	if err := f.checkHaving(c); err != nil {
		return err
	}
	if level == hitLevel {
		for _, flag := range []string{"merge-gap", "min-duration", "top"} {
			if given(flag) {
				return cli.Usage(c, "--%s: is for --level encounters, pairs and objects", flag)
			}
		}
	}
	for _, both := range [][2]string{{"count", "top"}, {"count", "limit"}, {"count", "out"}, {"count", "units-out"}, {"top", "limit"}} {
		if given(both[0]) && given(both[1]) {
			return cli.Usage(c, "--%s and --%s: one of the two only", both[0], both[1])
		}
	}
	for _, q := range []*quantity{&f.mergeGap, &f.minDuration} {
		if !(q.number() >= 0) {
			return cli.Usage(c, "%s %s: must be a number, 0 or more", q.flag, q)
		}
	}
	for _, n := range []struct {
		flag  string
		value uint64
	}{{"top", f.top}, {"limit", f.limit}} {
		if given(n.flag) && n.value == 0 {
			return cli.Usage(c, "--%s 0: must be 1 or more; --count prints how many there are", n.flag)
		}
	}
	return nil
}

// convert sets --merge-gap and --min-duration of the job in the units of the data of a file, and checks --units-out against them.
func (f *answerFlags) convert(c *cobra.Command, file string, t *task) (err error) {
	ask := t.Ask()
	t.given = givenFlags{f.mergeGap.String() != "", f.minDuration.String() != "", f.count && !c.Flags().Changed("level")}
	if ask.MergeGap, err = f.mergeGap.in(c, file, t.Units()); err != nil {
		return err
	}
	ask.Parts = t.given.mergeGap
	if ask.MinDuration, err = f.minDuration.in(c, file, t.Units()); err != nil {
		return err
	}
	return f.units.check(c, file, t.Units())
}

// Names of extra columns, for --with.
const (
	withPositions = question.Positions
	withSpeeds    = question.Speeds
	withPaths     = question.Paths
	withBoth      = question.Both
)

func withNames() []string { return question.Extras() }

// withFlags are the extra columns of rows: --with and --geometry.
type withFlags struct {
	names    []string
	geometry string
}

// noGeometry is the value of --geometry without a geometry.
const noGeometry = "none"

// geometries are the values of --geometry.
func geometries() []string {
	all := []string{noGeometry}
	for _, s := range output.Shapes() {
		all = append(all, string(s))
	}
	return all
}

// shape is --geometry as a job is asked.
func (f *withFlags) shape() output.Shape {
	if f.geometry == noGeometry {
		return output.NoGeometry
	}
	return output.Shape(f.geometry)
}

func (f *withFlags) add(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.names, "with", nil, "further columns, one `WHAT` or more: positions (at t_closest), speeds (the mean of each), paths (lines, in GeoJSON), both (each row of a join both ways), or names of columns of the input: speeds,name")
	complete(c, "with", withNames()...)
	c.Flags().StringVar(&f.geometry, "geometry", noGeometry, "column geometry of Parquet and Arrow, as WKB: `SHAPE` point (the query at t_closest), line (both paths from t_enter to t_exit, a MultiLineString) or none")
	complete(c, "geometry", geometries()...)
}

// checkGeometry refuses a geometry that rows of a level, or a file of the format to, cannot have.
func (f *withFlags) checkGeometry(c *cobra.Command, level string, to *format.Format) error {
	switch shape := f.shape(); {
	case !slices.Contains(geometries(), f.geometry):
		return cli.Usage(c, "--geometry %q: must be %s%s", f.geometry, listed(geometries(), "or"), cli.Meant(f.geometry, "", geometries()))
	case shape == output.NoGeometry:
		return nil
	case level == hitLevel || level == objectLevel:
		return cli.Usage(c, "--geometry %s: is for --level encounters and --level pairs; %s have no t_closest", shape, level)
	case level == pairLevel && shape == output.LineShape:
		return cli.Usage(c, "--geometry line: is for --level encounters; a pair has several")
	case c.Flags().Changed("count"):
		return cli.Usage(c, "--count and --geometry: one of the two only")
	case c.Name() != "verify" && !to.Typed:
		return cli.Usage(c, "--geometry %s: is for --out FILE.parquet and FILE.arrows; no other format has a column for it", shape)
	}
	return nil
}

func (f *withFlags) has(name string) bool { return slices.Contains(f.names, name) }

// check refuses combinations of flags that are wrong whatever the data are, for an output of the format to.
func (f *withFlags) check(c *cobra.Command, level, out string, to *format.Format) error {
	for i, name := range f.names {
		if name == "" {
			return cli.Usage(c, "--with: no name between two commas")
		}
		if slices.Contains(f.names[:i], name) && !slices.Contains(withNames(), name) {
			return cli.Usage(c, "--with %q: twice", name)
		}
	}
	for _, name := range withNames() {
		if level == objectLevel && f.has(name) {
			return cli.Usage(c, "--with %s: is not for --level objects, which have several encounters; columns of the input are", name)
		}
	}
	switch {
	case level == hitLevel && f.has(withPositions):
		return cli.Usage(c, "--with positions: is for --level encounters and --level pairs; hits have no t_closest")
	case level == pairLevel && f.has(withSpeeds):
		return cli.Usage(c, "--with speeds: is for --level hits and --level encounters; the encounters of a pair are several intervals")
	case level != encounterLevel && f.has(withPaths):
		return cli.Usage(c, "--with paths: is for --level encounters; a hit is a part of one, and a pair has several")
	case f.has(withPaths) && !to.Placed && c.Name() != "verify":
		return cli.Usage(c, "--with paths: is for --out FILE.geojson: no other format has lines of its own; Parquet and Arrow have --geometry line")
	case c.Name() == "search" && f.has(withBoth):
		return cli.Usage(c, "--with both: is for join; what a search finds has one direction, from queries to entries")
	case (level == hitLevel || level == objectLevel) && to.Placed:
		return cli.Usage(c, "--out %s: is for --level encounters and --level pairs; %s have no t_closest, at which GeoJSON has a point", out, level)
	case len(f.names) > 0 && c.Flags().Changed("count") && !c.Flags().Changed("having"):
		return cli.Usage(c, "--count and --with: one of the two only, unless --having asks for columns of --with")
	}
	return f.checkGeometry(c, level, to)
}

// unitsOutFlag is --units-out: the units of distances and speeds in the answer.
type unitsOutFlag struct {
	text string
	output.AnswerUnits
}

// add adds the flag.
func (f *unitsOutFlag) add(c *cobra.Command) {
	c.Flags().Var(f, "units-out", "write distances and speeds (of --with speeds too) in `UNITS`: one of length, one of speed, or both, as km,km/s; all other columns and the numbers of flags stay in the units of the data, the default")
}

// Set reads one unit of length, one of speed, or both.
func (f *unitsOutFlag) Set(text string) (err error) {
	f.text = text
	f.AnswerUnits, err = output.ParseAnswerUnits(text)
	return err
}

func (f *unitsOutFlag) String() string { return f.text }

// Type is what help calls the value where the flag has no word for it.
func (f *unitsOutFlag) Type() string { return "string" }

// check wants the data of a file to have units that can be converted.
func (f *unitsOutFlag) check(c *cobra.Command, file string, of format.Units) error {
	err := f.AnswerUnits.Check(of)
	if err == nil {
		return nil
	}
	var unit *output.UnitError
	if missing := (format.UnnamedError{}); errors.As(err, &unit) && errors.As(err, &missing) {
		return cli.Usage(c, "--units-out %s: %s has %w; %s", unit.Unit, shown(file), missing, addUnits(c, of))
	}
	return cli.Usage(c, "--units-out %w", err)
}

// writtenIn names the units of distances and speeds.
func writtenIn(u output.AnswerUnits) string {
	var all []string
	for _, of := range []struct{ what, unit string }{{"distances", u.Length}, {"speeds", u.Speed}} {
		if of.unit != "" {
			all = append(all, of.what+" in "+of.unit)
		}
	}
	return strings.Join(all, ", ") + " (--units-out)"
}
