package main

const (
	denseFolder  = "internal/pointjoin/dense/"
	ofDenseTests = "./internal/pointjoin/dense"
	ofClusters   = "./internal/pointjoin/host -run ^TestClusters$"
)

// ofDense changes clusters without a neighbour table: the places of cells, the ends of counts, links, and the cluster of a border
// point.
var ofDense = []mutant{
	{"dense: borderline pairs around a cell are taken for none", denseFolder + "surroundings.go", "if within != below {", "if within > below {", ofClusters},
	{"dense: cells are as wide as can be", denseFolder + "frame.go", "/eps) * (1 + slack)", "/eps)", ofDenseTests},
	{"dense: neighbours are looked for as far as cells are wide", denseFolder + "frame.go", "f.inverse*(1+2*slack)) + least", "f.inverse*(1-2*slack))", ofDenseTests},
	{"dense: a row begins behind its first cell", denseFolder + "walker.go", "first += int((bits - math.Float64bits(gap[d])) >> 63)", "first += int((bits-math.Float64bits(gap[d]))>>63) | (1 - d)", ofDenseTests},
	{"dense: of a mark's ids the last are not seen", denseFolder + "marks.go", "m.is>>shift | x.marks[word+1].is<<(64-shift)", "m.is >> shift", ofDenseTests},
	{"dense: counts stop one too soon", denseFolder + "cores.go", "for first < last && n < most {", "for first < last && n < most-1 {", ofClusters},
	{"dense: a cell of one too few is core", denseFolder + "cores.go", "int(last-first) >= minPoints", "int(last-first) >= minPoints-1", ofClusters},
	{"dense: what is borderline is within", denseFolder + "compare.go", "	if within != below { // some are borderline", "	if within != below && false {", ofClusters},
	{"dense: the last cells of rows are not tied", denseFolder + "unite.go", "for ; k < w.width-1; k++ {", "for ; k < w.width-2; k++ {", ofClusters},
	{"dense: a cell is tied to the next of its own row alone", denseFolder + "unite.go", "k = w.reach + 1", "k = w.width", ofClusters},
	{"dense: cells that meet stay two sets", denseFolder + "unite.go", "sets.root(a) != sets.root(c) && w.meet(a, b, c, d)", "sets.root(a) != sets.root(c) && w.meet(a, b, c, d) && d-c > 1", ofClusters},
	{"dense: of a loose cell one pair is enough", denseFolder + "unite.go", "case w.state[a]&w.state[c]&joined == 0:", "case (w.state[a]|w.state[c])&joined == 0:", ofClusters},
	{"dense: a lead is the first place's row", denseFolder + "unite.go", "*to = min(*to, row)", "if *to == pointjoin.NoLead {\n				*to = row\n			}", ofClusters},
	{"dense: a border point has the cluster of the nearest row", denseFolder + "borders.go", "best = min(best, least)", "if best == pointjoin.NoLead {\n					best = least\n				}", ofClusters},
	{"dense: a border point has the first cluster that is found", denseFolder + "borders.go", "case w.link[other] >= best:", "case best != pointjoin.NoLead:", ofClusters},
	{"dense: a border point has the higher number", denseFolder + "disc.go", "least = min(least, link|(uint32(is)-1)) // all bits are set where the point is not within", "if is == 1 && (least == pointjoin.NoLead || link > least) {\n			least = link\n		}", ofClusters},
	{"dense: what is borderline is not near a border point", denseFolder + "disc.go", "return least, within == below", "return least, true", ofClusters},
	{"dense: the links of one row around a cell are moved by one", denseFolder + "surroundings.go", "w.link[first:last]...)", "w.link[min(first+1, last):last]...)\n			w.links = append(w.links, w.link[first:min(first+1, last)]...)", ofClusters},
	{"dense: points that are looked at four at a time are all sure", denseFolder + "disc.go", "	return (d.unsure[0] | d.unsure[1]", "	return 0 & (d.unsure[0] | d.unsure[1]", ofDenseTests + " -run ^TestDisc$"},
	{"dense: borderline pairs around a cell are counted with the ends of another", denseFolder + "surroundings.go", "		w.look(cell)\n		return w.core", "		return w.core", ofClusters},
	{"dense: the last of the cells around several is not looked at", denseFolder + "walker.go", "len(ends)-2+cells)", "len(ends)-1)", ofClusters},
	{"dense: cells that are apart share what is around", denseFolder + "surroundings.go", "w.cells[until] < end", "w.cells[until] <= end", ofClusters},
	{"dense: what is around cells is counted twice where the grid is narrow", denseFolder + "surroundings.go", "return int(min(mostWide, f.stride[1]-2*int64(f.reach)))", "return mostWide", ofDenseTests + " -run ^TestNarrow$"},
	{"dense: cells of core points alone have none", denseFolder + "borders.go", "flags := x.state[first] &^ isCore", "flags := x.state[first] & joined", ofClusters},
	{"dense: cells of core points alone are of one set", denseFolder + "borders.go", "flags := x.state[first] &^ isCore", "flags := hasCore | joined", ofClusters},
	{"dense: points count themselves among others of their cell", denseFolder + "crowd.go", "2 * (i - first)", "2 * (i - first + 1)", ofDenseTests + " -run ^TestCrowd$"},
	{"dense: cells of few points are dense", denseFolder + "crowd.go", "f.crowd(s) < leastCrowd", "f.crowd(s) > leastCrowd", ofDenseTests + " -run ^TestSparse$"},
	{"dense: links lead to higher places", denseFolder + "forest.go", "		if a < b {", "		if a > b {", ofDenseTests + " -run ^TestForest$"},
}
