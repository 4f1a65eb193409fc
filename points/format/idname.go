package format

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isIDName reports whether a column is named as ids are: id, index, fid, mmsi or key, or a name that ends in _id, in
// capitals too, or in ID or Id behind a small letter or a digit, as customerID.
func isIDName(name string) bool {
	lower := strings.ToLower(name)
	if slices.Contains([]string{idKey, "index", "fid", "mmsi", "key"}, lower) || strings.HasSuffix(lower, "_id") {
		return true
	}
	head, isID := strings.CutSuffix(name, "ID")
	if !isID {
		head, isID = strings.CutSuffix(name, "Id")
	}
	last, _ := utf8.DecodeLastRuneInString(head)
	return isID && (unicode.IsLower(last) || unicode.IsDigit(last))
}

// isInteger reports whether a field is an integer, of any number of digits.
func isInteger(field []byte) bool {
	if len(field) > 0 && (field[0] == '-' || field[0] == '+') {
		field = field[1:]
	}
	for _, c := range field {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(field) > 0
}

// guessID takes for the ids, where no column is named for them, the first column that is named as ids are and holds integers, if another
// column has coordinates. cause says why the file cannot be read.
func (l *layout) guessID(holdsIntegers, holdsCoordinates func(column int) bool) (cause string) {
	if !l.guess {
		return ""
	}
	for at, name := range l.names {
		if !isIDName(name) || !holdsIntegers(at) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(l.x), func(column int) bool { return column == at })
		if slices.ContainsFunc(rest, holdsCoordinates) {
			l.id, l.x, l.guessed = at, rest, true
		}
		return l.idTwice()
	}
	return ""
}

// isGuess reports whether an error is of a cell of the column that was guessed to be the ids by its name. Such rows are not dropped: the guess
// is wrong, not the row.
func (l *layout) isGuess(e *Error) bool { return l.guessed && e.Column == l.idName() }

// notID ends the error of a bad cell of the column that was guessed to be the ids: it gives both commands that read the file.
func (l *layout) notID() string {
	return ": column " + l.idName() + " was taken for the ids by its name; " + l.flag + " " + mapping("", l.coordinates()) +
		" leaves it out: the number of the row is the id then" + l.asCoordinate()
}

// asCoordinate returns the clause with the command that reads the guessed column as a coordinate, "" where others are named.
func (l *layout) asCoordinate() string {
	if !l.open || l.list {
		return ""
	}
	return "; " + l.flag + " " + mapping("", l.withID()) + " takes it for a coordinate"
}

// withID returns the names of the coordinates and of the column of ids, in the order of the file.
func (l *layout) withID() (names []string) {
	for _, at := range slices.Sorted(slices.Values(append(slices.Clone(l.x), l.id))) {
		names = append(names, l.names[at])
	}
	return names
}

// otherwise returns the --columns of another reading of a file that is likely to be misread, "" where the columns were named or there are no
// others. integers says that ids are integers; columns are the coordinates, the first of which may be ids where its values are integers.
func (l *layout) otherwise(integers bool, columns [][]float64) string {
	all := l.coordinates()
	plain := slices.DeleteFunc(slices.Clone(all), isIDName)
	switch {
	case l.named || l.list || len(all) == 0 || l.id < 0 && (len(all) == 1 || !l.open):
		return ""
	case len(plain) > 0 && len(plain) < len(all):
		return mapping(l.idName(), plain)
	case l.open && (l.guessed || l.id >= 0 && integers):
		return mapping("", l.withID())
	case l.id >= 0:
		return mapping("", all)
	case !mayBeIDs(columns[0]):
		return ""
	}
	return mapping(all[0], all[1:])
}

// mayBeIDs reports whether values may be ids: they are integers, and the first of them differ.
func mayBeIDs(values []float64) bool {
	const looked = 4096 // values that are compared with each other
	seen := map[float64]bool{}
	for i, v := range values {
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return false
		}
		if i < looked && seen[v] {
			return false
		}
		if i < looked {
			seen[v] = true
		}
	}
	return true
}

// mapping returns the --columns of the given names, such as id=mmsi,x1=east,x2=north, in quotes where a shell needs them. A name with a comma
// cannot be said.
func mapping(id string, coordinates []string) string {
	const most = 64
	var all []string
	if id != "" {
		all = append(all, idKey+"="+id)
	}
	for k, name := range coordinates {
		if k == most {
			all = append(all, "...")
			break
		}
		all = append(all, coordinate(k)+"="+name)
	}
	text := strings.Join(all, ",")
	safe := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-=,.:/@%+", r)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !safe(r) }) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return text
}
