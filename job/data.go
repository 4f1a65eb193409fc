package job

import (
	"fmt"
	"time"

	"flyby/internal/printable"
	"flyby/internal/reading"
	"flyby/internal/source"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Data is a data set of a job that was read.
type Data struct {
	*trajectory.Store // ids and kinds, and the samples where they are in memory; nil: there is no such data set
	format.Report
	Name string        // its name in messages
	Took time.Duration // to read it

	segments int
	bytes    uint64
	outgrows bool
}

// Segments returns the number of segments, in memory or not.
func (d Data) Segments() int { return d.segments }

// Outgrows reports whether the samples are not in memory.
func (d Data) Outgrows() bool { return d.outgrows }

// Bytes returns the memory that the data set takes.
func (d Data) Bytes() uint64 { return d.bytes }

// dataOf returns a set as Data.
func dataOf(s *source.Set) Data {
	if s == nil {
		return Data{}
	}
	return Data{Store: s.Store, Report: s.Report, Name: s.Input().Name, Took: s.Took, segments: s.Segments(), bytes: s.Bytes(), outgrows: s.Outgrows()}
}

// InMemory makes Data of a store.
func InMemory(name string, s *trajectory.Store, r format.Report) Data {
	return Data{Store: s, Report: r, Name: name, segments: s.Segments(), bytes: s.Bytes()}
}

// NameOf returns the name in messages of a data set whose files were found by names: its file, its folder or pattern, or the number of its files.
func NameOf(names []string, files []input.File) string {
	switch {
	case len(files) == 0:
		return "nothing"
	case len(names) == 1 && len(files) > 1:
		return printable.Text(names[0])
	case len(files) == 1:
		return files[0].Shown()
	}
	return files[0].Shown() + " and " + plural(len(files)-1, "other file")
}

// shown returns a path as messages show it.
func shown(path string) string {
	if path == "-" {
		return "standard input"
	}
	return printable.Text(path)
}

// DifferError says that entries and queries cannot be compared, since they are of different kinds.
type DifferError struct {
	What             string // the property that differs: "dimension", "frame", "reference frame", "times", "lengths" or "time scales"
	Entries, Queries string // its value of each, as "2-D" and "3-D"; "" for a unit that is not known
	EntryName        string // names of the data sets in messages
	QueryName        string
	Try              string // the flag of a command line that says a unit which is not known; "" where both are known
}

func (e *DifferError) Error() string {
	switch {
	case e.What == "dimension":
		return fmt.Sprintf("%s is %s, %s %s; --height none leaves heights and z out", e.EntryName, e.Entries, e.QueryName, e.Queries)
	case e.What == "frame", e.What == "reference frame":
		return fmt.Sprintf("positions are %s in %s, %s in %s", e.Entries, e.EntryName, e.Queries, e.QueryName)
	case e.Queries == "":
		return fmt.Sprintf("%s are %s in %s, and nothing says their unit in %s: %s does", e.What, e.Entries, e.EntryName, e.QueryName, e.Try)
	case e.Entries == "":
		return fmt.Sprintf("%s are %s in %s, and nothing says their unit in %s: %s does", e.What, e.Queries, e.QueryName, e.EntryName, e.Try)
	}
	return fmt.Sprintf("%s are %s in %s, %s in %s", e.What, e.Entries, e.EntryName, e.Queries, e.QueryName)
}

// comparable refuses two data sets of different kinds: a *differError.
func comparable(e, q Data) error {
	differ := func(what string, of, other any) error {
		return &DifferError{What: what, Entries: fmt.Sprint(of), Queries: fmt.Sprint(other), EntryName: e.Name, QueryName: q.Name}
	}
	if e.Dim() != q.Dim() {
		return differ("dimension", fmt.Sprintf("%d-D", e.Dim()), fmt.Sprintf("%d-D", q.Dim()))
	}
	if ef, qf := e.Space().Frame, q.Space().Frame; ef != qf {
		return differ("frame", ef, qf)
	}
	if ef, qf := e.RefFrame, q.RefFrame; ef != qf && ef != "" && qf != "" {
		return differ("reference frame", printable.Text(ef), printable.Text(qf))
	}
	if et, qt := e.Times(), q.Times(); et != qt {
		return differ("times", et, qt)
	}
	if what, eu, qu := e.Units.Differ(q.Units); what != "" {
		return differ(what, printable.Text(eu), printable.Text(qu))
	}
	return nil
}

// unsaid refuses two data sets of which one has a unit that is known, and the other none: a *differError.
func (j *Job) unsaid() error {
	e, q := j.Entries(), j.Queries()
	if e.Presumed || q.Presumed { // nothing but the format says the units of one
		return nil
	}
	entries, queries := j.entries.Input().Read, j.queries.Input().Read
	if what, unit, try := reading.Unsaid(&queries, q.Units, e.Units); what != "" {
		return &DifferError{What: what, Entries: printable.Text(unit), EntryName: e.Name, QueryName: q.Name, Try: try}
	}
	if what, unit, try := reading.Unsaid(&entries, e.Units, q.Units); what != "" {
		return &DifferError{What: what, Queries: printable.Text(unit), EntryName: e.Name, QueryName: q.Name, Try: try}
	}
	return nil
}
