package main

const (
	testsOfWorked   = "./verify/internal/visits"
	testsOfVerified = "./verify -run Visits"
	testsOfSmall    = "./verify -run ^TestSmallDistances$"
	testsOfDoubts   = "./verify -run ^TestDoubtfulGaps$"

	workedFolder     = "verify/internal/visits/"
	workedEvaluation = workedFolder + "evaluation.go"
	verifiedFile     = "verify/visits.go"
)

// ofWorked changes how verify works visits out, and compares them.
var ofWorked = []mutant{
	{"verify: surds of one sign are equal", workedFolder + "surd.go", "roots *= a.w.Cmp(b.w)", "roots = 0", testsOfWorked},
	{"verify: a sum of roots is compared by one root", workedFolder + "surd.go", "big.NewRat(4, 1)", "big.NewRat(1, 1)", testsOfWorked},
	{"verify: a tangent is no visit", workedFolder + "feature.go", "	if rest.Sign() < 0 {\n", "	if rest.Sign() <= 0 {\n", testsOfWorked},
	{"verify: the ray of a vertex goes both ways", workedFolder + "feature.go", "g.dot(g), w.along(g))", "g.dot(g))", testsOfWorked},
	{"verify: no zone has the centre", workedEvaluation, "		all = append(all, e.way.centre())\n", "", testsOfWorked},
	{"verify: contacts are open", workedEvaluation, "i.from.compare(apart[n-1].to) <= 0", "i.from.compare(apart[n-1].to) < 0", testsOfWorked},
	{"verify: what is inside stays so over contacts", workedEvaluation, "if len(on) > 0 || e.leg.first {", "if e.leg.first {", testsOfWorked},
	{"verify: of equal distances the later", workedEvaluation, "order = at.Cmp(s.closest.u)", "order = s.closest.u.Cmp(at)", testsOfWorked},
	{"verify: the nearest side of a covered leg is left out", workedEvaluation, "(high[k]+float64(1e-9*high[k]))/least", "0.2*high[k]", testsOfWorked},
	{"verify: polygons go round the Earth", workedFolder + "parity.go", "	if x.dot(ahead).Sign() <= 0 {\n", "	if false {\n", testsOfWorked},
	{"verify: sides that go down are not crossed", workedFolder + "parity.go", "to && left > 0 || from && left < 0", "to && left > 0 || from && left > 0", testsOfWorked},
	{"verify: an equal distance of a later segment counts", workedFolder + "visits.go", "s.least.Cmp(f.least) < 0", "s.least.Cmp(f.least) <= 0", testsOfWorked},
	{"verify: joints end visits", workedFolder + "visits.go", "if !atStart || !wentOn {", "if !atStart || wentOn || l.row >= 0 {", testsOfWorked},
	{"verify: an end that is the next segment's is a hit", workedFolder + "visits.go", "&& !l.Owns(l.T1)", "&& false", testsOfWorked},
	{"verify: zones count at all heights", workedFolder + "object.go", "			heights = s.Z()\n", "", testsOfWorked},
	{"verify: distances are 0 where they are small", verifiedFile, "(t == 0) != (want == 0) || t > most", "t > most", testsOfSmall},
	{"verify: a visit may be missing", verifiedFile, "	if err != nil || len(want.rows[0]) == 0 {\n", "	if err != nil || len(want.rows[0]) < 2 {\n", testsOfVerified},
	{"verify: columns without numbers are not compared", verifiedFile, "return n.column == column }) {", "return column != \"\" }) {", testsOfVerified},
	{"verify: numbers of visits are not compared", verifiedFile, "!(math.Abs(t-want) <= within)", "false", testsOfVerified},
	{"verify: a doubtful gap is joined", "verify/visitrows.go", "is = is != (d.wrong>>d.seen&1 == 1)", "is = d.wrong == 0 && is", testsOfDoubts},
	{"verify: one doubt decides all", "verify/visitrows.go", "d.wrong>>d.seen&1 == 1", "d.wrong&1 == 1", testsOfDoubts},
	{"verify: gaps far from the limit are doubtful", "verify/visitrows.go", "a-b <= d.within && b-a <= d.within", "a-b <= 1 && b-a <= 1", testsOfDoubts},
	{"verify: events are in any order", "verify/cutend.go", "		k.distance, err = r.entries.Times().Parse(fields[2])\n", "", testsOfVerified},
}
