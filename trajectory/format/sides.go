package format

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Side is what the files of one of the two data sets of a question have for columns: the headers that were looked at, before Options.Columns say
// anything. Package input makes it. nil: the columns are not known.
type Side []Header

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
func (s Side) Has(name string) bool {
	return slices.ContainsFunc(s, func(h Header) bool { return slices.Contains(h.names, name) })
}

// HasAll reports whether the side has all columns that a mapping names.
func (s Side) HasAll(columns map[string]string) bool {
	for key, name := range columns {
		if !(key == ColumnKey(ColT) && name == NoTimes) && !s.Has(name) {
			return false
		}
	}
	return true
}

// neutral returns the neutral name by which the side has a kind of column; of a pair of degrees "", since a pair is found without a name.
func (s Side) neutral(kind int) (name string, ok bool) {
	for _, h := range s {
		if h.found != nil && h.found.At[kind] >= 0 {
			return h.found.Name[kind], true
		}
	}
	isPair := kind == ColX || kind == ColY
	return "", isPair && slices.ContainsFunc(s, func(h Header) bool { return h.pair })
}

// TakeNeutral takes the neutral names for names of Columns that own, the side of these options, lacks, and that the other data set of the question
// has, as has reports. Names that neither has stay, and are errors. See docs/decisions/0087-columns-in-degrees.md.
func (o *Options) TakeNeutral(own Side, has func(name string) bool) {
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
	if len(told) > 0 && CheckColumns(columns) == nil {
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

// onFlag returns the mapping of --columns that Columns came from.
func (o *Options) onFlag() map[string]string {
	if o.Given != nil {
		return o.Given
	}
	return o.Columns
}

// fromFlag returns the columns of this data set for a mapping of --columns that adds to onFlag.
func (o *Options) fromFlag(all map[string]string) map[string]string {
	columns := maps.Clone(all)
	for key, name := range o.Given {
		if own := o.Columns[key]; own == "" {
			delete(columns, key)
		} else if all[key] == name {
			columns[key] = own
		}
	}
	return columns
}

// forBoth returns a mapping that is suggested for this data set with the names that the other data set of the question needs. ok is false where no names
// are for both: the other has names of its own, or they are not known.
func (o *Options) forBoth(names []string, columns map[string]string) (both map[string]string, ok bool) {
	if o.Other == nil {
		return columns, false
	}
	other := o.Other()
	both = maps.Clone(columns)
	for _, kind := range []int{ColID, ColT, ColX, ColY, ColZ, ColR} {
		key := ColumnKey(kind)
		name, named := columns[key]
		if _, neutral := other.neutral(kind); neutral || named && other.Has(name) || !named && kind > ColY && kind != ColID {
			continue
		}
		if name = other.meant(kind); named || name == "" || slices.Contains(names, name) || slices.Contains(slices.Collect(maps.Values(both)), name) {
			return columns, false
		}
		both[key] = name
	}
	return both, true
}

// meant returns the column that may be meant for ids or times; "" for none, and for other kinds.
func (s Side) meant(kind int) string {
	var o Options
	for _, h := range s {
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

// The values of Options.Side.
const (
	EntrySide = "entry"
	QuerySide = "query"
)

// flag returns a flag of a command line for these data alone.
func (o *Options) flag(name string) string {
	if o.Side != "" {
		return "--" + o.Side + "-" + name
	}
	return "--" + name
}
