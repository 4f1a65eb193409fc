package main

const (
	testsOfVisits = "./internal/visit ./internal/zone"

	boundaryFile   = "internal/visit/boundary.go"
	featureFile    = "internal/visit/feature.go"
	evaluationFile = "internal/visit/evaluation.go"
	solveFile      = "internal/visit/solve.go"
	surdFile       = "internal/visit/surd.go"
	finderFile     = "internal/visit/finder.go"
	visitRowsFile  = "internal/visit/rows.go"
)

// ofZones changes how visits to zones are found.
var ofZones = []mutant{
	{"visits: a tangent is no visit", featureFile, "bb.Sign() < 0", "bb.Sign() <= 0", testsOfVisits},
	{"visits: intervals that touch stay apart", boundaryFile, "i.from.cmp(out[n].to) <= 0", "i.from.cmp(out[n].to) < 0", testsOfVisits},
	{"visits: a vertex on the motion's line is on both sides of it", boundaryFile, "normal.dot(g).Sign() > 0 != (normal.dot(h).Sign() > 0)", "normal.dot(g).Sign() >= 0 != (normal.dot(h).Sign() > 0)", testsOfVisits},
	{"visits: an object on a boundary keeps its side", boundaryFile, "b.before, b.startsApart()", "b.before, true", testsOfVisits},
	{"visits: crossings before a first gap count for the next", boundaryFile, "		turns := b.turnsBefore(gap)\n		switch {", "		turns := 0\n		if i > 0 {\n			turns = b.turnsBefore(gap)\n		}\n		switch {", testsOfVisits},
	{"visits: the beginning of a line is outside", featureFile, "s0 >= 0 && s1 >= 0", "s0 > 0 && s1 > 0", testsOfVisits},
	{"visits: of equal distances the later", evaluationFile, "order = at.cmp(first)", "order = first.cmp(at)", testsOfVisits},
	{"visits: the ray of a vertex goes both ways", featureFile, "f.lines = []line{{m.p0.dot(g), m.p1.dot(g)}}", "f.lines = nil", testsOfVisits},
	{"visits: no zone has the centre", evaluationFile, "		add(e.centreOf())\n", "", testsOfVisits},
	{"visits: a sum of roots is compared by one root", surdFile, "mixed.Lsh(mixed.Neg(mixed), 1)", "mixed.Lsh(mixed.Neg(mixed), 2)", testsOfVisits},
	{"visits: views without an error", "internal/zone/view.go", "viewError = 0x1p-47", "viewError = 0x1p-90", testsOfVisits},
	{"visits: touching in float64 is overlap", solveFile, "z.unsure = z.unsure || !o.to.after(r.from)", "z.unsure = z.unsure || r.from.after(o.to)", testsOfVisits},
	{"visits: a foot at a vertex is on the side", solveFile, "z.unsure = z.unsure || !(foot > err)", "z.unsure = z.unsure || foot > math.Inf(1)", testsOfVisits},
	{"visits: entering from the wrong end", solveFile, "r.from = bound{at: 1 - back.at, err: back.err}", "r.from = back", testsOfVisits},
	{"visits: an equal distance of a later segment counts", "internal/visit/span.go", "scaled(o.square, a.scale-o.scale)) < 0", "scaled(o.square, a.scale-o.scale)) <= 0", testsOfVisits},
	{"visits: an end that is the next segment's is a hit", visitRowsFile, "s.single && s.atEnd && l.hi == l.T1 && !l.Owns(l.T1)", "false && l.Owns(l.T1)", testsOfVisits},
	{"visits: joints end visits", visitRowsFile, "v != nil && s.atStart && v.goesOn && v.row == row-1", "v != nil && s.atStart && v.goesOn && v.row == row", testsOfVisits},
	{"visits: a segment that ends as the window opens", "internal/visit/job.go", " || g.T1 == d.window.From && g.Last", "", testsOfVisits},
	{"visits: a piece that is cut has one more beginning", visitRowsFile, "if v.joins = !p.begins; p.begins {", "if p.begins {", testsOfVisits},
	{"visits: a visit that ends before a cut goes on behind it", visitRowsFile, "v.joined = !p.ends && v.goesOn && v.row == p.to-1", "v.joined = !p.ends", testsOfVisits},
	{"visits: each section is open at its end", "internal/visit/job.go", "d.begins && s.from == d.from, d.ends && s.to == d.to", "d.begins && s.from == d.from, d.ends", testsOfVisits},
	{"visits: a zone does not count at its bounds of heights", "internal/visit/leg.go", "high < floor || low > ceiling", "high <= floor || low >= ceiling", testsOfVisits},
	{"visits: refined crossings of rounded differences", "internal/visit/crossing.go", "e[k], r[k] = twoSumOf(of.H[k], -of.G[k]), twoSumOf(x[k], -of.G[k])", "e[k][0], r[k][0] = of.H[k]-of.G[k], x[k]-of.G[k]", testsOfVisits},
	{"visits: a beginning that is joined is not the leg's", "internal/visit/bound.go", "case b == beginning() || o.after(b):", "case o.after(b):", testsOfVisits},
	{"visits: arcs bulge out of their boxes", "internal/zone/box.go", "box.widen(float64(0.25*vec3.Dot(chord, chord)) + boxError)", "box.widen(float64(0*vec3.Dot(chord, chord)) + boxError)", testsOfVisits},
	{"zones: a side is split from its first vertex", "internal/zone/builder.go", "from[0] > to[0] || from[0] == to[0] && from[1] > to[1]", "false", testsOfVisits},
	{"zones: polygons hold what is behind the Earth", "internal/zone/inside.go", "of.Polygon < 0 || !s.Faces(of.Polygon, x)", "of.Polygon < 0", testsOfVisits},
	{"zones: a vertex on a ray counts twice", "internal/zone/inside.go", "rayPlane(x, of.G, axis) > 0, rayPlane(x, of.H, axis) > 0", "rayPlane(x, of.G, axis) >= 0, rayPlane(x, of.H, axis) > 0", testsOfVisits},
}
