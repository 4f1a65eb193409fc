package job

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"flyby"
	"flyby/group"
	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

// A Level is what a row is.
type Level string

const (
	// Hits are pairs of segments.
	Hits Level = "hits"
	// Encounters are the hits of a pair of trajectories, joined where they touch in time; so is "".
	Encounters Level = "encounters"
	// Pairs are pairs of trajectories: how often, how long and how closely they meet.
	Pairs Level = "pairs"
	// Objects are the trajectories that meet others, of a search the queries: how many, how often, how long and how closely.
	Objects Level = "objects"
	// Members are the members of groups, a row for each; so is "" of a job with Groups.
	Members Level = "members"
	// Groups are groups, a row for each.
	Groups Level = "groups"
)

// Levels are the levels of a search.
func Levels() []Level { return []Level{Hits, Encounters, Pairs, Objects} }

// GroupLevels are the levels of a search for groups.
func GroupLevels() []Level { return []Level{Members, Groups} }

// What Ask.With may name beside columns of the input.
const (
	// Positions are the places of both at the closest approach.
	Positions = "positions"
	// Speeds are the mean speeds of both from the beginning of a row to its end.
	Speeds = "speeds"
	// Paths is no column: in GeoJSON a line for each of both, behind the row's point, from the beginning of the row to its end.
	Paths = "paths"
	// Both is no column: each row of a join comes a second time, right behind it, the two trajectories exchanged.
	Both = "both"
)

// Extras are the words that Ask.With may have beside names of columns of the input.
func Extras() []string { return []string{Positions, Speeds, Paths, Both} }

// Ask says what a job does. With nothing set but the files it does the same as the command without flags: it finds the encounters of a join.
type Ask struct {
	// Entries are files, folders and patterns, as input.List takes them, and Queries the files of the trajectories that entries are searched with; none: a join. EntryData and
	// QueryData take their place where the files were opened before.
	Entries, Queries     []string
	EntryData, QueryData *input.Data
	// Read says how the files are read. Its Progress is ignored. Ephemerides with velocities are curved to within 10 m, unless its Curve or NoCurve is set.
	Read    format.Options
	NoCurve bool
	// QueryRead says how the files of Queries are read; nil: as Read says. What the question asks of all data is Read's: Upright and Attributes.
	QueryRead *format.Options
	// Search is the search of the data. Its Queries is ignored; its Plan, unless nil, is obeyed, see Job.Plan.
	Search flyby.Search
	// Level is what a row is.
	Level Level
	// MergeGap above 0 joins the encounters of a pair that are less than it apart in time. Parts adds the column of how many encounters were joined, also where MergeGap is 0.
	MergeGap float64
	Parts    bool
	// MinDuration leaves out encounters that are shorter, after MergeGap has joined them.
	MinDuration float64
	// Top keeps only that many of the closest rows, in order of their distance, and Limit only that many of the first rows; 0: all. At most one of the two may be set.
	Top, Limit uint64
	// Count counts rows, and hands over none.
	Count bool
	// With are further columns: some of Extras, and names of columns of the input. A column of the input adds two columns to rows, query_NAME and entry_NAME, with the values at the closest approach (hits: at the
	// beginning), and to objects one, NAME, with the value in the first row of the trajectory, as first:NAME has it for all rows.
	With []string
	// Having are conditions on columns, further ones too, that rows must hold to be kept: see format.ParseCondition. Columns of lengths, times and speeds are compared with
	// numbers in the units of the data, or with numbers that have a unit, as 2kn; instants with text that format.ParseInstant reads. It comes after MinDuration, before Top, Limit and Count; of groups it leaves out rows, and
	// the groups keep their numbers.
	// With Both it looks at each of a row's two directions on its own, and Top, Limit and Count count rows as they are written.
	Having []format.Condition
	// Geometry is a further column of files of Parquet and Arrow: the query's position at the closest approach, of encounters and pairs, or the paths of both, of encounters.
	Geometry output.Shape
	// Answer are the units of written distances and speeds; none: the units of the data. Functions always get numbers in the units of the data.
	Answer output.AnswerUnits
	// Group, unless nil, asks for groups, and takes the place of Search and With.
	Group *group.Search
	// ByTime has Convert write samples in order of time, samples of one time in the order of their ids.
	ByTime bool

	// Method, Device, Providers, Bins, Memory, Tmp, TmpLimit and Early mean the same as in flyby.Options, and so does Read.Threads. Memory is for all of the job.
	Method         flyby.Method
	Device         string
	Providers      []kernel.Provider
	Bins           int
	Memory         uint64
	Tmp            string
	TmpLimit       uint64
	Early          bool
	Logger         *slog.Logger
	Progress       func(Progress)              // nil: nobody listens
	Taken          func(Data, *format.Options) // is called with each data set once it is read, and with the options of its reading
	FewerThreads   func(threads int)           // is called with the number of threads where memory is too little for all
	TakeAsOutgrown bool                        // files are taken to outgrow Memory, however small they are: for tests
}

// FieldError says what is wrong with a field of an Ask.
type FieldError struct {
	Field string // "MergeGap"
	Text  string // what follows its name: "-1: must be 0 or more"
}

func (e *FieldError) Error() string { return "job: " + e.Field + " " + e.Text }

// wrong is a FieldError.
func wrong(field, format string, args ...any) error {
	return &FieldError{field, fmt.Sprintf(format, args...)}
}

// filled is the ask with defaults.
func (a Ask) filled() Ask {
	if a.Level == "" {
		a.Level = Encounters
		if a.Group != nil {
			a.Level = Members
		}
	}
	if a.Logger == nil {
		a.Logger = slog.New(slog.DiscardHandler)
	}
	if a.Progress == nil {
		a.Progress = func(Progress) {}
	}
	a.bend(&a.Read)
	if a.QueryRead != nil {
		own := *a.QueryRead
		a.bend(&own)
		a.QueryRead = &own
	}
	a.Parts = a.Parts || a.MergeGap > 0
	a.Read.Upright = a.Read.Upright || a.Search.Vertical != nil
	a.Read.Attributes, a.Read.FirstValues = a.inputColumns()
	return a
}

// bend makes options curve ephemerides, unless they or the ask say otherwise.
func (a *Ask) bend(o *format.Options) {
	if o.Curve == 0 && o.OrbitCurve == 0 && !a.NoCurve {
		o.OrbitCurve = format.DefaultOrbitCurve
	}
}

// queryRead says how the queries are read.
func (a *Ask) queryRead() *format.Options {
	if a.QueryRead != nil {
		return a.QueryRead
	}
	return &a.Read
}

// has reports whether With has a word.
func (a *Ask) has(word string) bool { return slices.Contains(a.With, word) }

// columns returns the names in With of columns of the input.
func (a *Ask) columns() (names []string) {
	for _, name := range a.With {
		if !slices.Contains(Extras(), name) {
			names = append(names, name)
		}
	}
	return names
}

// inputColumns returns the columns of the input that With may name, and those of which only the values of first rows are asked for.
func (a *Ask) inputColumns() (names, firsts []string) {
	for _, name := range a.columns() {
		names = append(names, name)
		if a.Level == Objects {
			firsts = append(firsts, name)
		}
	}
	for _, name := range a.columns() {
		if column, ok := firstsOf(name); ok && !slices.Contains(names, column) {
			names, firsts = append(names, column), append(firsts, column)
		}
	}
	return names, firsts
}

// wholeColumns returns names for With that have all values read of the columns that With may name, whatever is asked for later.
func (a *Ask) wholeColumns() []string {
	names, _ := a.inputColumns()
	return names
}

// Validate returns all complaints about the ask at once that need no file to be known. Each names a field, see FieldError.
func (a Ask) Validate() error {
	of := a.Search.Validate
	if a.Group != nil {
		of = a.Group.Validate
	}
	return errors.Join(a.validateShape(), of())
}

// validateShape complains about all fields but values in the units of the data, which may not be known yet.
func (a Ask) validateShape() error {
	a = a.filled()
	return errors.Join(a.validateSource(), a.validateAnswer(), a.validateWith(), a.validateGeometry(), a.validateHaving(), a.validateUnits(), a.options().Validate())
}

// validateSource complains about files.
func (a *Ask) validateSource() error {
	switch {
	case len(a.Entries) == 0 && a.EntryData == nil:
		return wrong("Entries", "are missing")
	case len(a.Entries) > 0 && a.EntryData != nil:
		return wrong("EntryData", "and Entries: one of the two only")
	case len(a.Queries) > 0 && a.QueryData != nil:
		return wrong("QueryData", "and Queries: one of the two only")
	case a.QueryRead != nil && !a.searches():
		return wrong("QueryRead", "is for Queries, and there are none")
	case a.Group != nil && a.searches():
		return wrong("Queries", "are not for Group, which is of one data set")
	}
	return nil
}

// searches reports whether there are queries.
func (a *Ask) searches() bool { return len(a.Queries) > 0 || a.QueryData != nil }

// validateAnswer complains about the fields that say which rows are made of hits and encounters.
func (a *Ask) validateAnswer() error {
	known := Levels()
	if a.Group != nil {
		known = GroupLevels()
	}
	plain := a.MergeGap == 0 && !a.Parts && a.MinDuration == 0 && a.Top == 0
	switch {
	case !slices.Contains(known, a.Level):
		return wrong("Level", "%q: must be one of %s", a.Level, infile.List(words(known)))
	case !(a.MergeGap >= 0):
		return wrong("MergeGap", "%v: must be 0 or more", a.MergeGap)
	case !(a.MinDuration >= 0):
		return wrong("MinDuration", "%v: must be 0 or more", a.MinDuration)
	case a.Top > 0 && a.Limit > 0:
		return wrong("Top", "and Limit: one of the two only")
	case a.Count && (a.Top > 0 || a.Limit > 0):
		return wrong("Count", "and Top or Limit: one of them only")
	case a.Level == Hits && !plain:
		return wrong("Level", "hits: MergeGap, Parts, MinDuration and Top are for encounters, pairs and objects")
	case a.Group != nil && (!plain || a.Limit > 0 || a.Count):
		return wrong("Group", "has no MergeGap, MinDuration, Top, Limit and Count")
	}
	return nil
}

// words are levels as text.
func words(levels []Level) (all []string) {
	for _, l := range levels {
		all = append(all, string(l))
	}
	return all
}

// validateWith complains about further columns.
func (a *Ask) validateWith() error {
	for i, name := range a.With {
		if name == "" {
			return wrong("With", "has an empty name")
		}
		if slices.Contains(a.With[:i], name) && !slices.Contains(Extras(), name) {
			return wrong("With", "%q: twice", name)
		}
	}
	switch {
	case len(a.With) > 0 && a.Group != nil:
		return wrong("With", "is not for Group")
	case len(a.With) > 0 && a.Count && len(a.Having) == 0:
		return wrong("With", "and Count: one of the two only, unless Having asks for columns of With")
	case a.Level == Objects && slices.ContainsFunc(a.With, func(w string) bool { return slices.Contains(Extras(), w) }):
		return wrong("With", "%s: are not for objects, whose encounters are several; columns of the input are", infile.List(Extras()))
	case a.Level == Hits && a.has(Positions):
		return wrong("With", "positions: is for encounters and pairs; hits have no closest approach")
	case a.Level == Pairs && a.has(Speeds):
		return wrong("With", "speeds: is for hits and encounters; the encounters of a pair are several intervals")
	case a.Level != Encounters && a.has(Paths):
		return wrong("With", "paths: is for encounters; %s", noPaths(a.Level))
	case a.searches() && a.has(Both):
		return wrong("With", "both: is for a join; what a search finds has one direction, from queries to entries")
	}
	return nil
}

// validateHaving complains about conditions that rows of the level cannot have.
func (a *Ask) validateHaving() error {
	for _, c := range a.Having {
		if err := infile.Condition(c).Check(); err != nil {
			return wrong("Having", "%s", cli.Message(err))
		}
	}
	return nil
}

// noPaths says why rows of a level have no paths.
func noPaths(l Level) string {
	if l == Hits {
		return "a hit is a part of one, a pair of segments"
	}
	return string(l) + " have several"
}

// validateUnits complains about units for columns that the rows do not have.
func (a *Ask) validateUnits() error {
	switch {
	case a.Answer == output.AnswerUnits{}:
		return nil
	case a.Group != nil:
		return wrong("Answer", "is not for Group")
	case a.Count:
		return wrong("Answer", "and Count: one of the two only")
	case a.Level == Objects && a.Answer.Speed != "":
		return wrong("Answer", "%s: objects have no speeds", a.Answer.Speed)
	case a.Level == Hits && a.Answer.Length != "":
		return wrong("Answer", "%s: hits have no distances", a.Answer.Length)
	case a.Level == Hits && !a.has(Speeds):
		return wrong("Answer", "%s: hits have no speeds, unless %s is among the further columns", a.Answer.Speed, Speeds)
	}
	return nil
}

// options returns the options of the database.
func (a *Ask) options() flyby.Options {
	return flyby.Options{Method: a.Method, Device: a.Device, Providers: a.Providers, Threads: a.Read.Threads, Bins: a.Bins,
		Memory: a.Memory, Tmp: a.Tmp, TmpLimit: a.TmpLimit, Early: a.Early, Logger: a.Logger}
}

// writerPart is the divisor of the memory: rows that are written may take 1/writerPart of it, and so may the questions of further columns to data that outgrow memory.
const writerPart = 16

// closestPart is the divisor of the memory: the rows of Top may take 1/closestPart of it.
const closestPart = 8

// most returns a quota's bytes divided by part.
func most(q *memory.Quota, part uint64) uint64 { return q.Bytes() / part }
