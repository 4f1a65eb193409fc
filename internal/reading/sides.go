package reading

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A Side is one of the two data sets of a question, before Options.Columns say anything: the headers of its files that were looked at, nil where these are not
// known, and how its columns are named. Package input makes it.
type Side struct {
	Headers []Header
	Columns map[string]string // as in Options
}

// A Header is the names of the columns of a file, and where the columns are found by their neutral names.
type Header struct {
	names []string
	found *FileColumns // nil: something is wrong with them
	pair  bool         // a pair of degrees would be taken for x and y
}

// show hands a header on to Options.Seen; without columns, where cause says what is wrong with them.
func (o *Options) show(names []string, l *FileColumns, cause string) {
	switch _, _, pair := o.pairFor(names, l); {
	case o.Seen == nil:
	case cause == "":
		o.Seen(Header{names: names, found: l, pair: pair})
	default:
		o.Seen(Header{names: names})
	}
}

// Has reports whether a file of the side has a column.
func (s *Side) Has(name string) bool {
	return slices.ContainsFunc(s.Headers, func(h Header) bool {
		at, _, _ := idColumns(h.names, name)
		return at >= 0
	})
}

// HasAll reports whether the side has all columns that it names.
func (s *Side) HasAll() bool {
	for key, name := range s.Columns {
		if !(key == ColumnKey(ColT) && name == format.NoTimes) && !s.Has(name) {
			return false
		}
	}
	return true
}

// neutral returns the neutral name by which the side has a kind of column; of a pair of degrees "", since a pair is found without a name.
func (s *Side) neutral(kind int) (name string, ok bool) {
	for _, h := range s.Headers {
		if h.found != nil && h.found.At[kind] >= 0 {
			return h.found.Name[kind], true
		}
	}
	isPair := kind == ColX || kind == ColY
	return "", isPair && slices.ContainsFunc(s.Headers, func(h Header) bool { return h.pair })
}

// TakeNeutral takes the neutral names for names of Columns that own, the side of these options, lacks, and that the other data set of the question
// has, as has reports. Names that neither has stay, and are errors. See docs/decisions/0087-columns-in-degrees.md.
func (o *Options) TakeNeutral(own *Side, has func(name string) bool) {
	columns, told := maps.Clone(o.Columns), []string(nil)
	for kind := range NumKinds {
		key := ColumnKey(kind)
		given, named := o.Columns[key], o.names(kind)
		neutral, ok := own.neutral(kind)
		if !named || !ok || own.Has(given) || !has(given) || neutral != "" && !o.LonLat && isAngle(given) {
			continue
		}
		if neutral != "" {
			columns[key] = neutral
			told = append(told, fmt.Sprintf("no column %s: %s is taken", given, neutral))
		} else if !own.Has(o.Columns["x"]) && !own.Has(o.Columns["y"]) {
			delete(columns, key)
			told = append(told, fmt.Sprintf("no column %s: the pair of degrees is taken", given))
		}
	}
	if len(told) > 0 && infile.CheckTrajectoryColumns(columns) == nil {
		o.Given, o.Columns, o.Taken = o.Columns, columns, strings.Join(told, "; ")
	}
}

// isAngle reports whether a name is suggested for a longitude or a latitude: x and y of unknown unit do not stand for these.
func isAngle(name string) bool {
	word := squash(name)
	return slices.ContainsFunc(placeWords(), func(pair [2]string) bool {
		return strings.Contains(pair[1], "lat") && (pair[0] == word || pair[1] == word)
	})
}

// lacks returns the kinds of columns that the side needs and does not have, by any name.
func (s *Side) lacks() (kinds []int) {
	for _, kind := range []int{ColID, ColT, ColX, ColY} {
		name := s.Columns[ColumnKey(kind)]
		if _, neutral := s.neutral(kind); !neutral && !s.Has(name) && !(kind == ColT && name == format.NoTimes) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// Joins is what Options.Other of the other side returns.
func (s *Side) Joins(said, suggested map[string]string) (both bool, needs map[string]string) {
	if s.Headers == nil {
		return false, nil
	}
	if len(s.lacks()) == 0 || !maps.Equal(said, s.Columns) || !s.takes(suggested) {
		return false, s.needs()
	}
	return true, nil
}

// takes reports whether the side can be read with a mapping that is suggested for another, which has the names that the side lacks.
func (s *Side) takes(columns map[string]string) bool {
	for _, name := range columns {
		if !s.Has(name) {
			return false
		}
	}
	return !slices.ContainsFunc(s.lacks(), func(kind int) bool { return columns[ColumnKey(kind)] == "" })
}

// needs returns the mapping with which the side can be read, as far as the names of its columns tell, nil where it can be without or where they do not tell. Without
// a column of times it is one of places.
func (s *Side) needs() map[string]string {
	lacks := s.lacks()
	if len(lacks) == 0 {
		return nil
	}
	columns := maps.Clone(s.Columns)
	if columns == nil {
		columns = map[string]string{}
	}
	for _, kind := range lacks {
		name := s.meant(kind)
		if name == "" && kind == ColT {
			name = format.NoTimes
		}
		if name == "" {
			return nil
		}
		columns[ColumnKey(kind)] = name
	}
	return columns
}

// meant returns the column that may be meant for ids or times; "" for none, and for other kinds.
func (s *Side) meant(kind int) string {
	var o Options
	for _, h := range s.Headers {
		at := -1
		switch kind {
		case ColID:
			at = o.suggestID(h.names)
		case ColT:
			at = o.meant(h.names, timeWords()...)
		}
		if at >= 0 {
			return h.names[at]
		}
	}
	return ""
}

// otherSide returns the name of the other data set of the question.
func (o *Options) otherSide() string {
	if o.Side == infile.EntrySide {
		return infile.QuerySide
	}
	return infile.EntrySide
}

// ownColumns returns Columns without the keys that TakeNeutral took: readers find neutral columns without a name.
func (o *Options) ownColumns() map[string]string {
	columns := map[string]string{}
	for key, name := range o.Columns {
		if o.Given == nil || o.Given[key] == name {
			columns[key] = name
		}
	}
	return columns
}
