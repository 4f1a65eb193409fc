package job

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/internal/source"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory/format"
)

// An attribute is a column of the input with values for each trajectory; rows have the values of both their trajectories.
type attribute struct {
	name        string
	firsts      bool           // values are those of first rows, whenever the row of results is
	ofZones     bool           // entries are zones, which have one value
	columnNames []string       // of the queries and the entries, or of the queries alone
	texts       []string       // all values; the first stands for no value
	numbers     []float64      // the same, where all values are numbers
	measures    output.Measure // what the numbers measure, if their unit was given
	query       attributeSide
	entry       attributeSide
}

// An attributeSide is an attribute of the queries or of the entries.
type attributeSide struct {
	of      *format.History
	own     map[uint32]uint32 // indices in texts of the codes of the history
	codes   []uint32          // of the rows that are written next
	numbers []float64
}

// firstPrefix before the name of a column, in Ask.With, asks for its value in the first row of each trajectory. A column of the very name, with the
// prefix, is taken before.
const firstPrefix = "first:"

// firstsOf returns the column whose first values a name asks for, unless there is a column of the very name.
func firstsOf(name string) (column string, ok bool) {
	column, ok = strings.CutPrefix(name, firstPrefix)
	return column, ok && column != ""
}

// newAttribute makes the attribute that With names, for both sides of a job; nil: there is no such column. Where a unit is given its numbers are converted to the unit
// of the data.
func newAttribute(name string, j *Job) (*attribute, error) {
	a := &attribute{name: name, columnNames: j.attributeNames(name), texts: []string{""}, firsts: j.ask.Level == question.Objects, ofZones: j.ask.ofZones()}
	column := name
	if of, ok := firstsOf(name); ok && !j.hasColumn(name) {
		column, a.firsts = of, true
	}
	if !j.hasColumn(column) {
		return nil, nil
	}
	queries, entriesHolder := j.holders()
	query, entry := queries.units[column], entriesHolder.units[column]
	if !queries.of.Has(column) {
		query = entry
	} else if !entriesHolder.of.Has(column) {
		entry = query
	}
	entries := a.take(column, queries, entriesHolder, query != entry)
	if query == entry {
		return a, a.convert(entry, j, 0, len(a.texts))
	}
	err := a.convert(query, j, 0, entries)
	measures := a.measures
	if err == nil {
		err = a.convert(entry, j, entries, len(a.texts))
	}
	if err == nil && (query == "" || entry == "" || measures != a.measures) {
		err = &UnitError{Column: a.name, Unit: cmp.Or(entry, query), Cause: errors.New("another unit of the column, or none, on the other side")}
	}
	return a, err
}

// A holder is what has values of columns: the trajectories of a data set, or zones.
type holder struct {
	of    *format.Attributes
	n     int
	id    func(int) string
	units map[string]string // that are given for columns
}

// holders returns what the attributes of the queries and of the entries are of.
func (j *Job) holders() (query, entry holder) {
	query, entry = holderOf(j.queries), holderOf(j.entries)
	if z := j.Zones(); z != nil {
		entry = holder{of: z.Attributes, n: z.Len(), id: z.ID}
	}
	return query, entry
}

// holderOf returns a data set as a holder.
func holderOf(s *source.Set) holder {
	return holder{s.Report.Attributes, s.Store.Trajectories(), s.Store.ID, s.Input().Read.ColumnUnits}
}

// hasColumn reports whether a file has a column that attributes were read of.
func (j *Job) hasColumn(name string) bool {
	query, entry := j.holders()
	return query.of.Has(name) || entry.of.Has(name)
}

// take takes the values of queries and entries. Where apart is true the texts of the entries stand behind all texts of the queries, equal ones too, and take returns the index of the entries' first text.
func (a *attribute) take(column string, query, entry holder, apart bool) (entries int) {
	known, numeric := map[string]uint32{"": 0}, true
	sides := []*attributeSide{&a.query, &a.entry}
	for i, l := range []holder{query, entry} {
		if i > 0 && l.of == query.of && l.of != nil && l.n == query.n {
			a.entry.of, a.entry.own = a.query.of, a.query.own
			break
		}
		if entries = len(a.texts); i > 0 && apart {
			known = map[string]uint32{"": 0}
		}
		s := sides[i]
		s.of, s.own = l.of.HistoryOf(column, l.n, l.id), map[uint32]uint32{}
		for traj := range l.n {
			a.collect(s, traj, known)
		}
		for text := range s.of.Values(a.firsts) { // the store of a sample has not all
			numeric = numeric && numbersOf([]string{text}) != nil
		}
	}
	if numeric {
		a.numbers = numbersOf(a.texts)
	}
	return entries
}

// collect adds the values of a trajectory to texts.
func (a *attribute) collect(s *attributeSide, traj int, known map[string]uint32) {
	for code := range s.of.Codes(traj) {
		if _, there := s.own[code]; !there {
			text := s.of.Text(code)
			at, there := known[text]
			if !there {
				at = uint32(len(a.texts))
				known[text], a.texts = at, append(a.texts, text)
			}
			s.own[code] = at
		}
		if a.firsts {
			return
		}
	}
}

// dimensions returns the dimensions of the measures of columns.
func dimensions() map[output.Measure]measure.Dimension {
	return map[output.Measure]measure.Dimension{output.Lengths: measure.Length, output.Durations: measure.Time, output.Speeds: measure.Speed}
}

// unitOf returns the unit of the data for numbers of a dimension.
func (j *Job) unitOf(d measure.Dimension) (measure.Unit, error) {
	of := j.Units()
	return format.Units{Length: of.Length, Time: of.Duration()}.Unit(d)
}

// convert converts the numbers from an index to another from a unit, unless it is "", to the unit of the data, each rounded once.
func (a *attribute) convert(unit string, j *Job, from, to int) error {
	for measures, d := range dimensions() {
		its, err := measure.Find(unit, d)
		if err != nil {
			continue
		}
		ours, err := j.unitOf(d)
		if err != nil {
			return &UnitError{Column: a.name, Unit: unit, Cause: err}
		}
		if a.numbers == nil {
			return &UnitError{Column: a.name, Unit: unit, Word: a.wordOf()}
		}
		by := measure.Between(its, ours)
		for i := from; i < to; i++ {
			a.numbers[i] = by.Of(a.numbers[i])
		}
		a.measures = measures
	}
	return nil
}

// UnitError says that a further column, whose unit Read.ColumnUnits says, cannot be converted to the units of the data.
type UnitError struct {
	Column, Unit string
	Word         string // a text of the column that is no number, unless there is a Cause
	Cause        error  // why the data have no unit to convert to; nil: there is a Word
}

func (e *UnitError) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("job: Read.ColumnUnits %s=%s: the data have %v", e.Column, e.Unit, e.Cause)
	}
	return fmt.Sprintf("job: column %s: %q: no number, and Read.ColumnUnits says %s=%s", e.Column, printable.Text(e.Word), e.Column, e.Unit)
}

// wordOf returns the first text that is no number.
func (a *attribute) wordOf() string {
	for _, text := range a.texts {
		if numbersOf([]string{text}) == nil {
			return text
		}
	}
	return ""
}

// numbersOf returns texts as numbers, NaN for an empty text; nil where a text is no number in JSON's syntax, or an integer that
// float64 does not hold.
func numbersOf(texts []string) []float64 {
	numbers := make([]float64, len(texts))
	for i, text := range texts {
		if text == "" {
			numbers[i] = math.NaN()
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !isNumber(text) || strings.TrimSpace(text) != text {
			return nil
		}
		numbers[i] = v
	}
	return numbers
}

// isNumber reports whether text is a number in JSON's syntax, and if an integer, one that float64 holds.
func isNumber(text string) bool {
	if !json.Valid([]byte(text)) {
		return false
	}
	if strings.ContainsAny(text, ".eE") {
		return true
	}
	whole, err := strconv.ParseInt(text, 10, 64)
	return err == nil && -1<<53 <= whole && whole <= 1<<53
}

// columns returns the columns of the queries and the entries.
func (a *attribute) columns() (all []output.Column) {
	for i, name := range a.columnNames {
		if name == "" {
			continue
		}
		if side := []*attributeSide{&a.query, &a.entry}[i]; a.numbers != nil {
			all = append(all, output.MeasuredColumn(name, &side.numbers, a.measures))
		} else {
			all = append(all, output.TextColumn(name, &side.codes, a.texts))
		}
	}
	return all
}

// attributeNames returns the names of an attribute's columns, for the queries and the entries; objects have one column, and visits a column of the objects, of the zones
// or of both, whichever have it: "" stands for none.
func (j *Job) attributeNames(name string) []string {
	switch {
	case j.ask.Level == question.Objects:
		return []string{name}
	case !j.ask.ofZones():
		return []string{"query_" + name, "entry_" + name}
	}
	names := []string{"traj_" + name, "zone_" + name}
	column, isFirst := firstsOf(name)
	query, entry := j.holders()
	for i, of := range []holder{query, entry} {
		if !of.of.Has(name) && !(isFirst && of.of.Has(column)) {
			names[i] = ""
		}
	}
	return names
}

// fill fills in the columns of rows.
func (a *attribute) fill(r rowColumns) {
	at := r.closest
	if at == nil {
		at = r.enter
	}
	if a.firsts {
		at = nil
	}
	a.query.fill(r.query, at, a.numbers)
	if a.ofZones {
		at = nil
	}
	a.entry.fill(r.entry, at, a.numbers)
}

// fill fills in one side's columns for the trajectories of rows, at times of the rows; nil: in the first rows of trajectories.
func (s *attributeSide) fill(traj []uint32, at, numbers []float64) {
	s.codes, s.numbers = s.codes[:0], s.numbers[:0]
	for i, traj := range traj {
		code := uint32(0)
		if at == nil {
			code = s.own[s.of.First(int(traj))]
		} else {
			code = s.own[s.of.At(int(traj), at[i])]
		}
		if numbers != nil {
			s.numbers = append(s.numbers, numbers[code])
		} else {
			s.codes = append(s.codes, code)
		}
	}
}

// lacking says that the input has no column of a name, which columns it has, and which may have been meant.
func (j *Job) lacking(name string) string {
	query, entry := j.holders()
	columns := slices.Clone(entry.of.Columns())
	for _, column := range query.of.Columns() {
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
	}
	words := slices.DeleteFunc(slices.Concat(asking.ExtrasOf(j.ask.Kind), columns), func(w string) bool { return strings.Contains(w, " ") })
	return "; there is " + infile.List(columns) + cli.Meant(name, "", words)
}
