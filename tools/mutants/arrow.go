package main

const (
	arrowFolder   = "trajectory/format/arrow/"
	ofArrowReader = "./" + arrowFolder + " -run ^TestCut$|^TestNulls$|^TestLies|^TestLieOf|^TestClaims$|^TestBulkIsRows$|^TestNegativeLength$|^TestNullWord$"
	ofPointArrow  = "./points/format -run Arrow"
	ofArrowWriter = "./trajectory/output -run ^TestArrow"
)

// ofArrow changes the reading and writing of Arrow streams.
var ofArrow = []mutant{
	{"arrow: the end of the data is an end", arrowFolder + "messages.go", "if err := m.fill(word[:], \"before its end mark\"); err != nil {\n", "if err := m.fill(word[:], \"before its end mark\"); err != nil {\n\t\tm.ended, err = true, io.EOF\n", ofArrowReader},
	{"arrow: anything may follow the end mark", arrowFolder + "reader.go", "if n > 0 {", "if n > 8 {", ofArrowReader},
	{"arrow: a cut stream says no rows", arrowFolder + "reader.go", "ok && r.before > 0 {", "ok && r.before > 1<<40 {", ofArrowReader},
	{"arrow: a number may be null", arrowFolder + "rows.go", "if of.isNull(r.row) {\n\t\t\treturn", "if false {\n\t\t\treturn", ofArrowReader},
	{"arrow: numbers in bulk may be null", arrowFolder + "bulk.go", "if v.some {\n", "if false {\n", ofArrowReader},
	{"arrow: ids in bulk may be null", arrowFolder + "bulk.go", "case of.some || !r.feed.TakesBulk():", "case !r.feed.TakesBulk():", ofArrowReader},
	{"arrow: a number that is in no dictionary", arrowFolder + "values.go", "if at < 0 || at >= v.words.Len() {", "if at < 0 {", ofArrowReader},
	{"arrow: claimed lengths are believed", arrowFolder + "messages.go", "room := min(n, max(least, 2*have, int64(cap(b))))", "room := max(n, least)", ofArrowReader},
	{"arrow: rows in bulk are numbered by batch", arrowFolder + "bulk.go", "r.before + r.row + 1", "r.row + 1", ofArrowReader},
	{"arrow: NaN is in range", "trajectory/format/feed.go", "if !(least <= v && v <= greatest) {", "if v < least || v > greatest {", ofArrowReader},
	{"arrow: the row whose id is wrong has its numbers", "trajectory/format/feed.go", "return taken, f.took(r, taken)", "return taken, f.took(r, min(taken+1, r.rows()))", ofArrowReader},
	{"arrow: values reach beyond their bytes", arrowFolder + "layout.go", "if last > size {", "if last > 2*size+8 {", ofArrowReader},
	{"arrow: more lists of one size than there are numbers", arrowFolder + "layout.go", "n > has/each {", "n > has {", ofPointArrow},
	{"arrow: a text in a view reaches beyond its buffer", arrowFolder + "layoutvalues.go", "w.within(int64(i), from, size, int64(len(data[at])))", "w.within(int64(i), from, size, 1<<40)", ofArrowReader},
	{"arrow: a packed buffer of less than no bytes", arrowFolder + "unpack.go", "case says < 0:", "case says < -1<<62:", ofArrowReader},
	{"arrow: a null word is a word", arrowFolder + "values.go", "return at >= 0 && at < v.words.Len() && v.words.IsNull(at)", "return at < 0 && v.words.IsNull(at)", ofArrowReader},
	{"arrow: null words are not looked for", arrowFolder + "values.go", " || v.words != nil && v.words.NullN() != 0", "", ofArrowReader},
	{"arrow: a number of a list may be null", arrowFolder + "list.go", "if l.Missing < 0 {", "if l.Missing < -1 {", ofPointArrow},
	{"arrow: a vtable of an odd size hides a field", arrowFolder + "metadata.go", "(w.u16(vtable) - 3) / 2", "(w.u16(vtable) - 4) / 2", ofPointArrow},
	{"geometries: kind 4001 is a point", "internal/geoparquet/wkb.go", "axes <= 3 {", "axes <= 4 {", "./internal/geoparquet"},
	{"points in Arrow: names stay in the memory of a batch", "points/format/arrow.go", "r.ids.appendAll(&r.batch, estimate)", "r.ids = r.batch", ofPointArrow},
	{"points in Arrow: a null is a number in bulk", "points/format/arrow.go", "r.table.Numbers(&r.scratch[k], at, from, n); !ok {", "r.table.Numbers(&r.scratch[k], at, from, n); !ok && n > 1<<14 {", ofPointArrow},
	{"points in Arrow: the ids of rows that come one by one stay", "points/format/arrow.go", "	r.beginIDs()\n	for row", "	for row", ofPointArrow},
	{"arrow: no end mark is written", "trajectory/output/arrowsink.go", "return f.out.Blame(f.stream.Close())", "return nil", ofArrowWriter},
	{"arrow: batches of half the rows", "trajectory/output/arrowsink.go", "arrowRows = 1 << 16", "arrowRows = 1 << 15", ofArrowWriter},
	{"arrow: what is not there is written", "trajectory/output/arrowarray.go", "if is(i) {", "if is(i) || i >= 0 {", ofArrowWriter},
	{"arrow: a dictionary lacks its last word", "trajectory/output/arrowschema.go", "words = dictionary{column.ids.Len(), column.ids.ID}", "words = dictionary{column.ids.Len() - 1, column.ids.ID}", ofArrowWriter},
	{"arrow: text has no dictionary", "trajectory/output/arrowschema.go", "|| column.time:\n", "|| column.time || column.ids != nil:\n", ofArrowWriter},
}
