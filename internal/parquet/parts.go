package parquet

import pqformat "github.com/parquet-go/parquet-go/format"

// Bounds of the parts of structs that are columns. The name of each part has the names of all structs around it: these bounds limit the
// memory of columns as a multiple of the footer's.
const (
	deepestPart = 4
	longestPart = 128 // bytes of a part's name
)

// findParts adds to the columns, at the end, the parts of structs that hold single values: "bbox.xmin" is part xmin of bbox. A column of that
// name remains.
func (f *File) findParts() {
	structs := 0
	for i := range f.columns {
		if f.columns[i].kind < 0 {
			structs++
		}
	}
	if structs == 0 {
		return
	}
	known := map[string]bool{}
	for i := range f.columns {
		known[f.columns[i].Name()] = true
	}
	for _, c := range f.columns {
		if c.kind < 0 {
			f.addParts(&c, 1, known)
		}
	}
}

// addParts adds the parts of a struct, and returns the element and the leaf after it.
func (f *File) addParts(of *Column, depth int, known map[string]bool) (next, leaf int) {
	if depth > deepestPart || len(of.name) > longestPart || of.repetition == int64(pqformat.Repeated) || of.isNested() {
		return f.behind(of)
	}
	next, leaf = of.at+1, of.index
	for range of.children {
		part := Column{schemaElement: f.schema[next], index: leaf, at: next, above: of.above + of.optional()}
		part.name = append(append(append([]byte(nil), of.name...), '.'), part.name...)
		if part.kind < 0 {
			next, leaf = f.addParts(&part, depth+1, known)
			continue
		}
		if name := part.Name(); len(name) <= longestPart && part.repetition != int64(pqformat.Repeated) && !known[name] {
			known[name] = true
			f.columns = append(f.columns, part)
		}
		next, leaf = next+1, leaf+1
	}
	return next, leaf
}

// behind returns the element and the leaf after a column.
func (f *File) behind(of *Column) (next, leaf int) {
	next, leaf = of.at+1, of.index
	for open := of.children; open > 0; next++ {
		if open += f.schema[next].children - 1; f.schema[next].kind >= 0 {
			leaf++
		}
	}
	return next, leaf
}

// optional returns the definition level that a value adds: 1 where it may be null.
func (e *schemaElement) optional() int {
	if e.repetition == int64(pqformat.Optional) {
		return 1
	}
	return 0
}
