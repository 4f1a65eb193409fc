package main

const (
	rowgridFolder  = "internal/pointjoin/rowgrid/"
	ofRowgridTests = "./internal/pointjoin/rowgrid"
)

// ofRowgrid changes rows of cells: the places of cells, the cells that are compared, and the decisions of
// float32.
var ofRowgrid = []mutant{
	{"grid: cells are as wide as eps", rowgridFolder + "frame.go", "slack = 1 + 0x1p-20", "slack = 1", ofRowgridTests},
	{"grid: offsets are taken for exact", rowgridFolder + "frame.go", "off := float64(0x1p-22*f.mostOffset(place))", "off := float64(0x1p-32*f.mostOffset(place))", ofRowgridTests},
	{"grid: sums beyond eps are none", rowgridFolder + "frame.go", "most := float64((f.eps + off)", "most := float64((f.eps - off)", ofRowgridTests},
	{"grid: the row before a cell's is not looked at", rowgridFolder + "neighbours.go", "if step > 0 || step < 0 && !half", "if step > 0", ofRowgridTests},
	{"grid: half of the rows are all of them", rowgridFolder + "neighbours.go", "if step > 0 || step < 0 && !half", "if step != 0", ofRowgridTests},
	{"grid: a range ends before its last cell", rowgridFolder + "walker.go", "first, last := three[0], three[3]", "first, last := three[0], three[2]", ofRowgridTests},
	{"grid: stripes have one corner", rowgridFolder + "walker.go", "opens, closes := at == 0, at == stripe-1", "opens, closes := at == 1, at == stripe-1", ofRowgridTests},
	{"grid: what float32 cannot tell is within", rowgridFolder + "scan.go", "if s.finder.Within(s.p, s.q) {", "if s.finder.Within(s.p, s.q) || true {", ofRowgridTests},
	{"grid: a list has the point itself", rowgridFolder + "listtasks.go", "s.point(at, row+1)", "s.point(at, row)", ofRowgridTests},
	{"grid: pairs of a bucket are in order of first rows alone", rowgridFolder + "sorter.go", "return append(shifts, 32), append(sizes, s.shift)", "return []int{32}, []int{s.shift}", ofRowgridTests},
	{"grid: no candidate is unknown", "internal/asm/sieve/avx512.go", "	JNE(s.to(\"unknown\"))\n", "", ofRowgridTests},
	{"grid: a point of a cell is its own candidate", "internal/asm/sieve/cell.go", "	INCL(row.As32())\n", "", ofRowgridTests},
	{"grid: lists of a cell with unknown rows are whole", rowgridFolder + "listtasks.go", "		if n&missing != 0 {", "		if n&missing == missing-1 {", ofRowgridTests},
	{"grid: rows below the least are found", "internal/asm/sieve/avx2.go", "		VMOVMSKPS(above, tail)\n", "", ofRowgridTests},
	{"cells: ids lose their upper bits", rowgridFolder + "order.go", "	if ids>>32 != 0 {", "	if ids>>32 < 0 {", ofRowgridTests + " -run ^TestOrder"},
	{"cells: rows are in order of the upper bits of ids alone", rowgridFolder + "order.go", "	o.pass(threads, func(row uint32) uint64 { return uint64(id(row)) })\n", "", ofRowgridTests + " -run ^TestOrder"},
}
