package format

import (
	"slices"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// keepTyped finds a column of ids by its name, and keeps the candidates that hold numbers, or the only column of lists where none does. ignored are
// the other columns; cause says why there are no coordinates. isWhole reports whether a column holds integers.
func (l *layout) keepTyped(file []codec.Column, isWhole func(column int) bool) (ignored []string, cause string) {
	isNumber := func(column int) bool { return file[column].IsNumber() }
	isList := func(column int) bool { return file[column].Kind == codec.Numbers }
	if cause = l.guessID(isWhole, func(column int) bool { return isNumber(column) || isList(column) }); cause != "" {
		return nil, cause
	}
	lists := slices.DeleteFunc(slices.Clone(l.x), func(column int) bool { return !isList(column) })
	switch {
	case len(lists) == 0 || l.open && slices.ContainsFunc(l.x, isNumber):
		ignored, cause = l.keep(isNumber)
		for i, name := range ignored {
			if slices.ContainsFunc(lists, func(column int) bool { return file[column].Name == name }) {
				ignored[i] += " (lists)"
			}
		}
		return ignored, cause
	case l.open && len(lists) > 1:
		l.x = lists
		return nil, "no coordinates: " + infile.List(l.coordinates()) + " have lists; " + l.flag + " x1=NAME says which of them are points"
	case !l.open && len(l.x) > 1:
		return nil, "column " + l.names[lists[0]] + " has lists, which are all coordinates: name it as x1 alone"
	}
	l.list = true
	return l.keep(func(column int) bool { return column == lists[0] })
}
