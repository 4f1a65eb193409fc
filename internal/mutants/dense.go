package main

const (
	denseFolder  = "points/pointjoin/dense/"
	ofDenseTests = "./points/pointjoin/dense"
	ofClusters   = "./points/pointjoin/host -run ^TestClusters$"
)

// ofDense are changes to clusters without a neighbour table: where cells are, how far counts go, what is linked, and which cluster a
// border point has.
var ofDense = []mutant{
	{"dense: cells are as wide as can be", denseFolder + "frame.go", "/eps) * (1 + slack)", "/eps)", ofDenseTests},
	{"dense: neighbours are looked for as far as cells are wide", denseFolder + "frame.go", "f.inverse*(1+2*slack) + least", "f.inverse*(1-2*slack)", ofDenseTests},
	{"dense: a row ends before its last cell", denseFolder + "walker.go", "int(o+far)+w.reach)", "int(o+far)+w.reach-1)", ofDenseTests},
	{"dense: counts stop one too soon", denseFolder + "cores.go", "for first < last && n < most {", "for first < last && n < most-1 {", ofClusters},
	{"dense: a cell of one too few is core", denseFolder + "cores.go", "int(last-first) >= minPoints", "int(last-first) >= minPoints-1", ofClusters},
	{"dense: what is borderline is within", denseFolder + "compare.go", "	if within != below { // some are borderline", "	if within != below && false {", ofClusters},
	{"dense: the farthest rows are not tied", denseFolder + "unite.go", "		for d := range w.width - 1 {", "		for d := range w.width - 2 {", ofClusters},
	{"dense: a cell is not tied to those of its own row", denseFolder + "unite.go", "if row == 0 && k <= w.reach ||", "if row == 0 ||", ofClusters},
	{"dense: cells that meet stay two sets", denseFolder + "unite.go", "sets.root(a) != sets.root(c) && w.meet(a, b, c, d)", "sets.root(a) != sets.root(c) && w.meet(a, b, c, d) && d-c > 1", ofClusters},
	{"dense: of a loose cell one pair is enough", denseFolder + "unite.go", "case w.state[a]&w.state[c]&joined == 0:", "case (w.state[a]|w.state[c])&joined == 0:", ofClusters},
	{"dense: a lead is the first place's row", denseFolder + "unite.go", "*to = min(*to, row)", "if *to == pointjoin.NoLead {\n				*to = row\n			}", ofClusters},
	{"dense: a border point has the first cluster that is found", denseFolder + "borders.go", "if one && w.link[first] >= best {", "if best != pointjoin.NoLead || one && w.link[first] >= best {", ofClusters},
	{"dense: a border point has the higher number", denseFolder + "borders.go", "w.link[other] >= best {", "w.link[other] <= best && best != pointjoin.NoLead {", ofClusters},
	{"dense: links lead to higher places", denseFolder + "forest.go", "		if a < b {", "		if a > b {", ofDenseTests + " -run ^TestForest$"},
}
