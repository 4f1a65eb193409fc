package main

const (
	arrowFolder    = "internal/codec/arrow/"
	bulkFile       = "internal/reading/batchesbulk.go"
	ofArrowReader  = "./" + arrowFolder + " ./trajectory/input -run ^TestCut$|^TestArrowNulls$|^TestLies|^TestLieOf|^TestClaims$|^TestArrowBulkIsRows$|^TestNegativeLength$|^TestNullWord$|^TestValues$|^TestPointsOfNumbers$"
	ofPointArrow   = "./points/format -run Arrow"
	ofPointBatches = "./points/format -run Batch"
	ofArrowWriter  = "./internal/output -run ^TestArrow"
)

// ofArrow changes the reading and writing of Arrow streams.
var ofArrow = []mutant{
	{"arrow: the end of the data is an end", arrowFolder + "messages.go", "if err := m.fill(word[:], \"before its end mark\"); err != nil {\n", "if err := m.fill(word[:], \"before its end mark\"); err != nil {\n\t\tm.ended, err = true, io.EOF\n", ofArrowReader},
	{"arrow: anything may follow the end mark", arrowFolder + "reader.go", "more = n > 0;", "more = n > 8;", ofArrowReader},
	{"arrow: a cut stream says no rows", arrowFolder + "record.go", "ok && rows > 0 {", "ok && rows > 1<<40 {", ofArrowReader},
	{"batches: a number may be null", "internal/codec/batch.go", "if v.Nulls.Has(row) {\n\t\treturn \"\", Missing", "if false {\n\t\treturn \"\", Missing", ofArrowReader},
	{"batches: numbers in bulk may be null", bulkFile, "if !v.Nulls.Empty() || len(v.Faults) > 0 {", "if len(v.Faults) > 0 {", ofArrowReader},
	{"batches: ids in bulk may be null", bulkFile, "case !v.Nulls.Empty() || len(v.Faults) > 0:", "case len(v.Faults) > 0:", ofArrowReader},
	{"arrow: a number that is in no dictionary", arrowFolder + "values.go", "case at < 0 || at >= int64(none):", "case at < 0:", ofArrowReader},
	{"arrow: claimed lengths are believed", arrowFolder + "messages.go", "room := min(n, max(least, 2*have, int64(cap(b))))", "room := max(n, least)", ofArrowReader},
	{"batches: rows in bulk are numbered from the second", bulkFile, "to.Lines.Add(0, 1)", "to.Lines.Add(0, 2)", ofArrowReader},
	{"arrow: NaN is in range", "internal/reading/feed.go", "if !(least <= v && v <= greatest) {", "if v < least || v > greatest {", ofArrowReader},
	{"batches: the row whose id is wrong has its numbers", bulkFile, "b.floats[kind][:n:n]", "b.floats[kind][:min(n+1, len(b.floats[kind]))]", ofArrowReader},
	{"arrow: values reach beyond their bytes", arrowFolder + "layout.go", "if last > size {", "if last > 2*size+8 {", ofArrowReader},
	{"arrow: more lists of one size than there are numbers", arrowFolder + "layout.go", "v.n > has/each {", "v.n > has {", ofArrowReader},
	{"arrow: a text in a view reaches beyond its buffer", arrowFolder + "layoutvalues.go", "w.within(int64(i), from, size, v.views[at].size)", "w.within(int64(i), from, size, 1<<40)", ofArrowReader},
	{"arrow: a packed buffer of less than no bytes", arrowFolder + "unpack.go", "case says < 0:", "case says < -1<<62:", ofArrowReader},
	{"arrow: a null word is a word", arrowFolder + "values.go", "case words[at] == nil:", "case words[at] == nil && at < 0:", ofArrowReader},
	{"arrow: a number of a list may be null", arrowFolder + "values.go", "d.own.ends, d.own.itemNulls, items", "d.own.ends, nil, items", ofPointArrow},
	{"arrow: a vtable of an odd size hides a field", arrowFolder + "metadata.go", "(w.u16(vtable) - 3) / 2", "(w.u16(vtable) - 4) / 2", ofPointArrow},
	{"geometries: kind 4001 is a point", "internal/geoparquet/wkb.go", "axes <= 3 {", "axes <= 4 {", "./internal/geoparquet"},
	{"points in batches: names stay in the memory of a batch", "points/format/batchrows.go", "	p.ids.own()\n", "", ofPointBatches},
	{"points in batches: a null is a number", "points/format/batchrows.go", "			if v.Nulls.Has(row) {\n", "			if v.Nulls.Has(row) && row < 0 {\n", ofPointBatches},
	{"points in batches: the ids of rows that come one by one stay", "points/format/batchrows.go", "	p.points = 0\n	p.ids.reset()\n", "	p.points = 0\n", ofPointBatches},
	{"points in batches: lists before the first point are not taken anew", "points/format/batches.go", "	if b.lists.Load() != nil {\n		t.take(p)\n	}\n", "", ofPointBatches},
	{"points in batches: the CRS of geometries makes no degrees", "points/format/geometry.go", "		o.LonLat = true\n", "		o.LonLat = o.LonLat && true\n", ofPointBatches},
	{"points in batches: the row of a point is that of the batch", "points/format/batches.go", "row := p.batch.First + p.row(i)", "row := p.row(i)", ofPointBatches},
	{"arrow: no end mark is written", "internal/output/arrowsink.go", "return f.out.Blame(f.stream.Close())", "return nil", ofArrowWriter},
	{"arrow: batches of half the rows", "internal/output/arrowsink.go", "arrowRows = 1 << 16", "arrowRows = 1 << 15", ofArrowWriter},
	{"arrow: what is not there is written", "internal/output/arrowarray.go", "if is(i) {", "if is(i) || i >= 0 {", ofArrowWriter},
	{"arrow: a dictionary lacks its last word", "internal/output/arrowschema.go", "words = dictionary{column.ids.Len(), column.ids.ID}", "words = dictionary{column.ids.Len() - 1, column.ids.ID}", ofArrowWriter},
	{"arrow: text has no dictionary", "internal/output/arrowschema.go", "|| column.time:\n", "|| column.time || column.ids != nil:\n", ofArrowWriter},
}
