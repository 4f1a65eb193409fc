package job

import (
	"cmp"
	"fmt"
	"log/slog"
	"slices"

	"flyby"
	"flyby/cluster"
	"flyby/internal/asking"
	"flyby/internal/memory"
	points "flyby/points/format"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Ask says what a job does: a question, the data that it is asked of, the machine that answers, and who watches. With nothing set but the files it does the same as the command without flags: it
// finds the encounters of a join.
type Ask struct {
	Inputs
	question.Question
	// Machine answers. Of clusters its Method is one of cluster.Methods, and its Settings may have a "kernel" of cluster.Kernels. Its Memory is for all of the job, and its Threads are for reading, too. Its Progress is not set: Watch has the one of the job.
	Machine flyby.Options
	Watch
}

// Inputs are the data of a job: how they are found and read, and how they are searched beyond the Machine.
type Inputs struct {
	// Entries are files, folders and patterns, as input.List takes them, of points as ListIn of package points/format does, and Queries the files that entries are searched with; none: the
	// entries are of one data set. The one query "origin", unless a file has this name, is a place without a file: where all coordinates are 0, in the space and units of the entries. A list of catalogue numbers, "25544,48274", unless a file has this name, is objects of entries that are element sets, each of which meets others alone: Search.ExcludeSameID holds. EntryData and QueryData take their place where the files were opened before, and of points EntryFiles and QueryFiles where they were listed before.
	Entries, Queries       []string
	EntryData, QueryData   *input.Data
	EntryFiles, QueryFiles []input.File
	// Zones are the files of zones, of question.ZoneVisits alone: see flyby.Zones.
	Zones []string
	// Read says how the files are read, and QueryRead how the files of queries are; nil: as Read says. Their Progress is not set, and their Threads are the machine's. Ephemerides with velocities are
	// curved to within format.DefaultOrbitCurve, unless Read has a Curve or an OrbitCurve: Straight is for straight motion.
	Read      format.Options
	QueryRead *format.Options
	// PointRead says how files of points are read, and QueryPointRead how the files of query points are; nil: as PointRead says. Their Progress, Afford, Side and Into are
	// not set. Queries in other Units than the points are converted to theirs.
	PointRead      points.Options
	QueryPointRead *points.Options
	// Plan is the plan to obey, see Job.Plan; nil: the search is planned anew.
	Plan *flyby.Plan
}

// Straight is the Read.OrbitCurve with which ephemerides are not curved.
const Straight = -1

// Watch are the functions that a job calls while it works; nil: nobody listens.
type Watch struct {
	Progress     func(Progress)
	Taken        func(Data, *format.Options) // with each data set once it is read, and with the options of its reading
	TakenPoints  func(PointData)             // with each set of points once it is read
	Curve        func(cluster.Distances)     // with the distances of question.Distances, and with those that AutoEps looks for a knee in; if there is none the job's error is a *cluster.NoKneeError
	Foretold     func(PointForetold)         // before a search for pairs of points that are likely to take more bytes than there is room for
	FewerThreads func(threads int)           // with the number of threads where memory is too little for all
}

// FieldError says what is wrong with a field of an Ask, or with a field of its question once the data are known.
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
	if a.Kind == "" {
		a.Kind = question.Joins
		if a.searches() {
			a.Kind = question.Searches
		}
	}
	a.Question = asking.Question(a.Question).Filled()
	if a.Machine.Logger == nil {
		a.Machine.Logger = slog.New(slog.DiscardHandler)
	}
	a.Watch = a.Watch.filled()
	a.fillRead(&a.Read)
	if a.QueryRead != nil {
		read := *a.QueryRead
		a.fillRead(&read)
		a.QueryRead = &read
	}
	if a.QueryPointRead != nil {
		read := *a.QueryPointRead
		a.QueryPointRead = &read
	}
	a.PointRead.Threads, a.queryPointRead().Threads = a.Machine.Threads, a.Machine.Threads
	a.Read.Upright, a.Read.Feet = a.Read.Upright || a.Search.Rule().HasHeights(), a.ofZones()
	a.Read.Attributes, a.Read.FirstValues = a.inputColumns()
	return a
}

// filled is the functions, where they are not set functions that do nothing; for FewerThreads of trajectories and Taken nil will do.
func (w Watch) filled() Watch {
	if w.Progress == nil {
		w.Progress = func(Progress) {}
	}
	if w.TakenPoints == nil {
		w.TakenPoints = func(PointData) {}
	}
	if w.Curve == nil {
		w.Curve = func(cluster.Distances) {}
	}
	if w.Foretold == nil {
		w.Foretold = func(PointForetold) {}
	}
	return w
}

// fillRead fills in the curve and the window of orbits, and the threads of options of reading.
func (a *Ask) fillRead(read *format.Options) {
	if read.Curve == 0 && read.OrbitCurve == 0 {
		read.OrbitCurve = format.DefaultOrbitCurve
	}
	read.OrbitCurve = max(read.OrbitCurve, 0)
	if from, to := cmp.Or(a.Search.From, a.Group.From), cmp.Or(a.Search.To, a.Group.To); read.Window == nil && !read.States && from != nil && to != nil {
		read.Window = &[2]float64{*from, *to}
	}
	read.Threads = a.Machine.Threads
}

// queryRead returns the options of reading files of queries.
func (in *Inputs) queryRead() *format.Options {
	if in.QueryRead != nil {
		return in.QueryRead
	}
	return &in.Read
}

// queryPointRead returns the options of reading files of query points.
func (in *Inputs) queryPointRead() *points.Options { return cmp.Or(in.QueryPointRead, &in.PointRead) }

// setThreads sets the threads of the machine, and of reading.
func (a *Ask) setThreads(n int) {
	a.Machine.Threads, a.Read.Threads, a.queryRead().Threads, a.PointRead.Threads, a.queryPointRead().Threads = n, n, n, n, n
}

// searches reports whether there are queries.
func (in *Inputs) searches() bool {
	return len(in.Queries) > 0 || in.QueryData != nil || len(in.QueryFiles) > 0
}

// groups reports whether the job finds groups.
func (a *Ask) groups() bool { return a.Kind == question.Convoys }

// ofZones reports whether the job finds visits to zones.
func (a *Ask) ofZones() bool { return a.Kind == question.ZoneVisits }

// columns returns the names in With of columns of the input.
func (a *Ask) columns() (names []string) {
	for _, name := range a.With {
		if !slices.Contains(asking.Extras(), name) {
			names = append(names, name)
		}
	}
	return names
}

// inputColumns returns the columns of the input that With may name, and those of which only the values of first rows are asked for.
func (a *Ask) inputColumns() (names, firsts []string) {
	for _, name := range a.columns() {
		names = append(names, name)
		if a.Level == question.Objects {
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

// writerPart is the divisor of the memory: rows that are written may take 1/writerPart of it, and so may the questions of further columns to data that outgrow memory.
const writerPart = 16

// closestPart is the divisor of the memory: the rows of Top may take 1/closestPart of it.
const closestPart = 8

// most returns a quota's bytes divided by part.
func most(q *memory.Quota, part uint64) uint64 { return q.Bytes() / part }
