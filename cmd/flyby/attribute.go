package main

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// An attribute is a column of the input, whose value for a trajectory rows tell of both.
type attribute struct {
	name    string
	texts   []string  // all values, the first that of none
	numbers []float64 // the same, where all are numbers
	query   attributeSide
	entry   attributeSide
}

// An attributeSide is what the queries or the entries have of an attribute.
type attributeSide struct {
	of      []uint32 // [trajectories] of texts
	codes   []uint32 // of the rows that are written next
	numbers []float64
}

// newAttribute is the column of a name that the sides have.
func newAttribute(name string, query, entry loaded) *attribute {
	a := &attribute{name: name, texts: []string{""}}
	known := map[string]uint32{"": 0}
	sides := []*attributeSide{&a.query, &a.entry}
	for i, l := range []loaded{query, entry} {
		if i > 0 && l.Store == query.Store {
			a.entry.of = a.query.of
			break
		}
		for _, text := range l.Attributes.Of(name, l.Store) {
			code, there := known[text]
			if !there {
				code = uint32(len(a.texts))
				known[text], a.texts = code, append(a.texts, text)
			}
			sides[i].of = append(sides[i].of, code)
		}
	}
	a.numbers = numbersOf(a.texts)
	return a
}

// numbersOf are texts as numbers, NaN for none; nil where one is no number as JSON has it, or a whole one that
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

// isNumber reports whether text is a number as JSON has it, and one that float64 holds if it is whole.
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

// columns are those of the queries and the entries.
func (a *attribute) columns() []format.Column {
	query, entry := "query_"+a.name, "entry_"+a.name
	if a.numbers != nil {
		return []format.Column{format.NumberColumn(query, &a.query.numbers), format.NumberColumn(entry, &a.entry.numbers)}
	}
	return []format.Column{format.TextColumn(query, &a.query.codes, a.texts), format.TextColumn(entry, &a.entry.codes, a.texts)}
}

// fill fills in the columns for some rows.
func (a *attribute) fill(r rowColumns) {
	a.query.fill(r.query, a.numbers)
	a.entry.fill(r.entry, a.numbers)
}

func (s *attributeSide) fill(traj []uint32, numbers []float64) {
	s.codes, s.numbers = s.codes[:0], s.numbers[:0]
	for _, traj := range traj {
		if numbers != nil {
			s.numbers = append(s.numbers, numbers[s.of[traj]])
		} else {
			s.codes = append(s.codes, s.of[traj])
		}
	}
}

// lacking says which columns the input has where it has none of a name, and which may have been meant.
func (j *job) lacking(name string) string {
	columns := slices.Clone(j.entries.Attributes.Columns())
	for _, column := range j.queries.Attributes.Columns() {
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
	}
	words := slices.DeleteFunc(slices.Concat(withNames(), columns), func(w string) bool { return strings.Contains(w, " ") })
	return "; there is " + infile.List(columns) + cli.Meant(name, "", words)
}
