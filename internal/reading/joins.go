package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// idColumns returns the column that is called name, or the columns of the parts of an id, where none is and name joins their names as AppendPart does.
// missing are the names that the file lacks.
func idColumns(names []string, name string) (at int, parts []int, missing []string) {
	if at = slices.Index(names, name); at >= 0 {
		return at, nil, nil
	}
	all := partsOf(name)
	if len(all) < 2 {
		return -1, nil, []string{name}
	}
	for _, part := range all {
		if at := slices.Index(names, part); at >= 0 {
			parts = append(parts, at)
		} else {
			missing = append(missing, part)
		}
	}
	if missing != nil {
		return -1, nil, missing
	}
	return parts[0], parts, nil
}

// AppendPart appends a part of an id to the parts before it: a + between two, and \ before each + and \ in a part. Ids of as many parts are equal where
// all of their parts are. A part without a value is empty.
func AppendPart(id []byte, first bool, part []byte) []byte {
	if !first {
		id = append(id, '+')
	}
	for _, c := range part {
		if c == '+' || c == '\\' {
			id = append(id, '\\')
		}
		id = append(id, c)
	}
	return id
}

// partsOf returns the parts of an id that AppendPart made.
func partsOf(id string) (parts []string) {
	var part strings.Builder
	for i := 0; i < len(id); i++ {
		switch {
		case id[i] == '\\' && i+1 < len(id):
			i++
			part.WriteByte(id[i])
		case id[i] == '+':
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteByte(id[i])
		}
	}
	return append(parts, part.String())
}

// checkJoins refuses a column of pieces, and leaves out ids of several columns, in a file of a format that has neither.
func (o *Options) checkJoins(path string, f Format) error {
	if o.unjoined = !f.Tabular; o.unjoined && o.Columns[infile.PieceKey] != "" {
		return &format.Error{File: path, Cause: "a column of pieces is for tables, and this is " + f.Name}
	}
	return nil
}

// apart returns the fault of a layout in which one of several columns of the id, or the column of pieces, is read as another one, too.
func (o *Options) apart(names []string, l *FileColumns) (cause string) {
	if l.Parts == nil && l.Piece == 0 {
		return ""
	}
	read := map[int]string{} // by column: the key
	for kind, at := range l.At {
		if kind != ColID && !(kind == ColT && l.Still) {
			read[at] = ColumnKey(kind)
		}
	}
	take := func(key string, columns ...int) string {
		for _, at := range columns {
			if at < 0 {
				continue
			}
			if other, twice := read[at]; twice {
				return fmt.Sprintf("column %s is both %s and %s", names[at], other, key)
			}
			if read[at] = key; slices.Contains(names[at+1:], names[at]) {
				return "two columns " + names[at]
			}
		}
		return ""
	}
	parts := l.Parts
	if parts == nil {
		parts = l.At[ColID:]
	}
	return cmp.Or(take(ColumnKey(ColID), parts...), take(infile.PieceKey, l.Piece-1))
}
