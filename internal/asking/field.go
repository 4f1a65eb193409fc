package asking

import (
	"slices"
	"strings"
	"sync"

	"flyby/group"
	measure "flyby/internal/unit"
	"flyby/question"
)

// A FieldType is the form of a field's value as text.
type FieldType string

const (
	// Quantity is a number, with a unit of the field's dimension or without: 500m.
	Quantity FieldType = "quantity"
	// Quantities are quantities with commas between: 100m,0.5km.
	Quantities FieldType = "quantities"
	// Bound is V, at most V, or <V, less than V, with V a quantity.
	Bound FieldType = "bound"
	// Instant is a number, an RFC 3339 time, or a date.
	Instant FieldType = "instant"
	// Number is a decimal number.
	Number FieldType = "number"
	// Whole is a whole number, and Wholes are whole numbers of 1 or more with commas between.
	Whole  FieldType = "whole number"
	Wholes FieldType = "whole numbers"
	// Natural is a whole number, 0 or more.
	Natural FieldType = "count"
	// Switch is true or false.
	Switch FieldType = "bool"
	// Word is one of Field.Words, and Text is any text.
	Word FieldType = "word"
	Text FieldType = "string"
	// Names are names with commas between.
	Names FieldType = "names"
	// Condition is a condition on a column, see format.ParseCondition.
	Condition FieldType = "condition"
	// ColumnNames are names of columns by their keys: id=vehicle,t=time.
	ColumnNames FieldType = "columns"
	// UnitNames are units of data, see ParseUnits.
	UnitNames FieldType = "units"
	// AnswerUnitNames are units of an answer, see format.ParseAnswerUnits.
	AnswerUnitNames FieldType = "units of the answer"
)

// A Section is the heading under which help lists a field.
type Section string

const (
	// Files are fields that say which files and rows are read, and from which columns.
	Files Section = "FILES"
	// TimesAndUnits are fields that say what numbers and times in files mean.
	TimesAndUnits Section = "TIMES AND UNITS"
	// Asked are fields that say what is looked for.
	Asked Section = "QUESTION"
	// Answered are fields that say which rows, and which columns of them, are written.
	Answered Section = "ANSWER"
)

// A Field is one thing that a question says, or the reading of its data: a flag, a parameter, a key of JSON, an input of a form.
type Field struct {
	Name      string            // as "merge-gap"
	Value     string            // what help calls the value: "T"; "" of a Switch
	Help      string            // what the value means; backquotes around Value
	Short     string            // the same in a line of short help
	Label     string            // the same in the form of a server; "": the form has the field among those that are seldom said
	Example   string            // a value, in the form of a server, of a field that is required; of lengths the data have one
	Type      FieldType         // form of the value
	Dimension measure.Dimension // of quantities
	For       []question.Kind   // kinds that have the field
	Section   Section
	Order     int             // place in help, among all fields
	Required  bool            // a question without it is none
	Repeats   bool            // it may be said several times
	Reading   bool            // it says how data are read, and may be said for one of two data sets
	Default   string          // the value of a question that does not say it, as help shows it
	Words     func() []string // the words of a Word, words in place of quantities, and words that a shell offers for other types; nil: none

	least, most  float64              // the numbers that it takes; most 0: any
	above        bool                 // numbers above least alone
	unlimited    bool                 // 0 is no limit, and becomes +Inf
	ofEncounters bool                 // hits have no such thing
	ofStates     bool                 // it is of paths of states: see StateFields
	methods      []group.Method       // methods of groups that take the field; nil: it is for all
	endless      string               // what asks without a bound, for who says inf
	needed       bool                 // its methods find no groups without it
	not          []string             // fields that are not said with it
	sinceEpoch   bool                 // a number is seconds since 1970 where times are timestamps
	must         func(string) string  // says what text has to be, "" where it is; nil: any text will do
	key          place                // in JSON; none: the field is no part of a manifest
	shown        string               // its place in summaries, see Summary; "": summaries do not show it
	slot         func(*slots) any     // where the value is kept, a pointer
	hook         func(*slots, saying) // what else follows from the value, once it is kept; nil: nothing
}

// A place is the order and the name of a field in JSON, which never change.
type place struct {
	order int
	name  string // "": Field.Name
	whole bool   // written where it is zero, too
}

// is reports whether a kind has the field.
func (f *Field) is(k question.Kind) bool { return slices.Contains(f.For, k) }

// Fields returns the fields of the question of a kind, in the order in which help lists them under their sections.
func Fields(k question.Kind) []Field { return fieldsOf(table(), k, false) }

// ReadingFields returns the fields that say how the data of a question are read, in the order of Fields, but StateFields.
func ReadingFields(k question.Kind) []Field {
	return slices.DeleteFunc(fieldsOf(table(), k, true), func(f Field) bool { return f.ofStates })
}

// fieldsOf returns the fields of a kind among all, of its question or of reading.
func fieldsOf(all []Field, k question.Kind, reading bool) (of []Field) {
	for _, f := range all {
		if f.is(k) && f.Reading == reading && !f.hidden() {
			of = append(of, f)
		}
	}
	return of
}

// hidden reports whether no door but JSON has the field.
func (f *Field) hidden() bool { return f.Help == "" }

// find returns the field of a kind among all by its name, and by the data set whose name stands before it, as in query-columns.
func find(all []Field, k question.Kind, name string) (f Field, side Side, ok bool) {
	for _, f := range all {
		switch {
		case !f.is(k) || f.hidden():
			continue
		case f.Name == name:
			return f, BothSides, true
		}
		for _, s := range []Side{EntrySide, QuerySide} {
			if f.Reading && !f.ofStates && k.HasSides() && f.NameOf(s) == name {
				return f, s, true
			}
		}
	}
	return Field{}, BothSides, false
}

// table returns all fields, which nobody may change.
func table() []Field { return made() }

// made makes the fields, once for all commands and requests: each field's Value is the word between the backquotes of its help.
var made = sync.OnceValue(func() []Field {
	all := slices.Concat(fileFields(), visitFields(), timeFields(), nearFields(), groupFields(), windowFields(), motionFields(), stateFields(), levelFields(), answerFields(), keptFields())
	for i := range all {
		all[i].Order = i
		if _, rest, ok := strings.Cut(all[i].Help, "`"); ok {
			all[i].Value, _, _ = strings.Cut(rest, "`")
		}
	}
	return slices.Clip(all)
})

// A Side is one of the two data sets of a question, or both.
type Side string

const (
	// BothSides are entries and queries, or the one data set that there is.
	BothSides Side = ""
	// EntrySide is the data set that is searched.
	EntrySide Side = "entry"
	// QuerySide is the data set that it is searched with.
	QuerySide Side = "query"
)

// NameOf returns the name of a field for one side: entry-columns, query-columns.
func (f *Field) NameOf(s Side) string {
	if s == BothSides {
		return f.Name
	}
	return string(s) + "-" + f.Name
}
