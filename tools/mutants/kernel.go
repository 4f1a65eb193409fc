package main

// The tests of the interaction, quick ones first.
const (
	ofPairs = "./interaction"
	suites  = "./kernel/opencl/... -run TestAgainstBruteForce|TestSuite|TestSolve|TestEncounters"
	joins   = "./internal/encounter -run ^FuzzEncounters$|^TestCollect"
	linked  = "./kernel/host -run ^TestDriver$//^encounters$"
	merges  = "./internal/encounter -run Merge"
	rooms   = "./internal/agree -run ^TestTinyHitBuffers$|^TestSmallRoom$"
	engines = "./internal/agree -run TestOracle|TestSmall|TestNoRoom|TestEncountersOnly|TestDiffer|TestExclude"
)

const interactionFile = "interaction/interaction.go"

// ofInteraction changes the float64 solve.
var ofInteraction = []mutant{
	{"error band: distanceError a 32nd", interactionFile, "float64(DistanceError*(scale+threshold))", "float64(DistanceError/32*(scale+threshold))", ofPairs},
	{"error band: no underflow", interactionFile, "*(scale+threshold)) + Underflow", "*(scale+threshold))", ofPairs},
	{"error band: the scale leaves the offset out", interactionFile, "m.scale += math.Abs(base) + (math.Abs(de) + math.Abs(dq))", "m.scale += math.Abs(de) + math.Abs(dq)", ofPairs},
	{"error band: one undecided end is enough", interactionFile, "if atStart == Borderline || atEnd == Borderline {", "if atStart == Borderline && atEnd == Borderline {", ofPairs},
	{"error band: a negative inner threshold", interactionFile, "inner >= 0 && square", "square", ofPairs},
	{"error band: an infinite square is inside", interactionFile, " && square <= math.MaxFloat64 {", " {", ofPairs},
	{"error band: outer is outside", interactionFile, "if square > float64(outer*outer) {", "if square >= float64(outer*outer) {", ofPairs},
	{"overflow: a motion whose square overflows", interactionFile, "if a > math.MaxFloat64 {", "if a < 0 {", ofPairs},
	{"ownership: every instant counts", interactionFile, "	if lo == hi && !(q.Owns(lo) && e.Owns(lo)) {\n		return lo, hi, false\n	}\n	return lo, hi, lo <= hi", "	return lo, hi, lo <= hi", ofPairs},
	{"ownership: one segment's is enough", interactionFile, "	if lo == hi && !(q.Owns(lo) && e.Owns(lo)) {\n		return lo, hi, false\n	}\n	return lo, hi, lo <= hi", "	if lo == hi && !q.Owns(lo) && !e.Owns(lo) {\n		return lo, hi, false\n	}\n	return lo, hi, lo <= hi", ofPairs},
	{"ownership: no end is owned", "trajectory/segment.go", "return t < s.T1 || s.Last", "return t < s.T1", ofPairs},
	{"window: it ends a place later", interactionFile, "		hi = w.To\n", "		hi = math.Nextafter(w.To, hi)\n", ofPairs},
	{"window: it does not cut the start", interactionFile, "	if w.From > lo {\n		lo = w.From\n", "	if w.From > hi {\n		lo = w.From\n", ofPairs},
	{"window: an instant is none", interactionFile, "return lo, hi, lo <= hi", "return lo, hi, lo < hi", ofPairs},
	{"radius sum: the larger radius alone", interactionFile, "(q.R+e.R)+d", "max(q.R, e.R)+d", ofPairs},
	{"radius sum: another order", interactionFile, "(q.R+e.R)+d", "q.R+(e.R+d)", ofPairs},
	{"tangents: half a pass", interactionFile, "s0, s1 = s-h, s+h", "s0, s1 = s, s+h", ofPairs},
	{"crossing: it cancels", interactionFile, "if h <= 0 {", "if h == h {", ofPairs},
	{"crossing: entering from the wrong end", interactionFile, "s0 = 1 - leave(a, -dot(r1, m.w), end, threshold)", "s0 = 1 - leave(a, -dot(m.r0, m.w), end, threshold)", ofPairs},
	{"closest: squares that underflow", "interaction/closestapproach.go", "m.scale >= 0x1p-400 && m.scale <= 0x1p500", "m.scale <= 0x1p500", ofPairs},
}

const (
	exactFile    = "interaction/exact.go"
	fixedFile    = "interaction/exactfixed.go"
	crossingFile = "interaction/crossing.go"
)

// ofExact changes the exact path.
var ofExact = []mutant{
	{"exact: times of 64 bits", crossingFile, "	for precision := uint(firstPrecision); ; precision *= 2 {\n		from, to := p.bounds(sign, lo, hi, precision)\n		if from == to {", "	for precision := uint(64); ; precision *= 2 {\n		from, to := p.bounds(sign, lo, hi, precision)\n		if from <= to {", ofPairs},
	{"exact: times of 512 bits", crossingFile, "	for precision := uint(firstPrecision); ; precision *= 2 {\n		from, to := p.bounds(sign, lo, hi, precision)\n		if from == to {", "	for precision := uint(512); ; precision *= 2 {\n		from, to := p.bounds(sign, lo, hi, precision)\n		if from <= to {", ofPairs},
	{"exact: the bounds of a time are too close", crossingFile, "4-int(precision)", "-64-int(precision)", ofPairs},
	{"exact: of two nearest times the odd one", crossingFile, "		if math.Float64bits(from)&1 == 0 {", "		if math.Float64bits(from)&1 == 1 {", ofPairs},
	{"exact: the middle of two times is not asked", crossingFile, "return p.nearer(sign, lo, hi, from, to) + 0", "return from + 0", ofPairs},
	{"exact in 128 bits: the entry's radius is left out", fixedFile, ".add(g.integer(e.R)).times(both)", ".times(both)", ofPairs},
	{"exact in 128 bits: the start at d is outside", fixedFile, "p.c0.sign() <= 0, p.c1.sign() <= 0\n	if in0 && in1", "p.c0.sign() < 0, p.c1.sign() <= 0\n	if in0 && in1", ofPairs},
	{"exact in 128 bits: wider positions", fixedFile, "mostPosition = 124", "mostPosition = 140", ofPairs},
	{"exact in 128 bits: the error of a double", "interaction/double.go", "doubleError = 0x1p-96", "doubleError = 0x1p-140", ofPairs},
	{"exact in 64 bits: terms that cancel", "interaction/narrowpair.go", "2*ac.h < bb.h", "ac.h < bb.h", ofPairs},
	{"open: a time that is rounded to the end", "interaction/ends.go", "	if atStart == Borderline || atEnd == Borderline {\n		return exactEnds(q, e, d, lo, hi)\n	}\n	return atStart == Hit, atEnd == Hit", "	return atStart != Miss, atEnd != Miss", ofPairs},
	{"open: the start at d is not", "interaction/ends.go", "return s0 <= 0,", "return s0 < 0,", ofPairs},
	{"exact: a tangent is a miss", exactFile, "Cmp(ac.Mul(&p.a, &p.start)) >= 0", "Cmp(ac.Mul(&p.a, &p.start)) > 0", ofPairs},
	{"exact: the start at d is outside", exactFile, "p.start.Sign() <= 0, p.end", "p.start.Sign() < 0, p.end", ofPairs},
	{"exact: the entry's radius is left out", exactFile, "	threshold.Add(threshold, length.Integer(e.R))\n", "", ofPairs},
	{"exact: the last bit of a number", "internal/dyadic/dyadic.go", "least = min(least, exp-53)", "least = min(least, exp-52)", ofPairs},
}

const (
	encountersFile = "internal/encounter/join.go"
	meetingFile    = "internal/encounter/meeting.go"
)

// ofEncounters changes the joining of hits, and of encounters.
var ofEncounters = []mutant{
	{"encounters: hits that touch are two", encountersFile, "h.Enter <= j.out[n].exit {", "h.Enter < j.out[n].exit {", joins},
	{"encounters: of equal distances the last", encountersFile, "a.Distance < o.distance {", "a.Distance <= o.distance {", joins},
	{"encounters: the window opens no end", meetingFile, "	if m.Enter == m.rule.Window.From ||\n", "	if false ||\n", joins},
	{"encounters: an entry ends where the query does", meetingFile, "m.Exit == m.e.T1 && m.e.Last", "m.Exit == m.e.T1 && m.q.Last", joins},
	{"encounters: a gap opens no end", meetingFile, "m.queries.StartsPiece(m.query, int(m.Query))", "int(m.Query) == 0", joins},
	{"chains: that touch are two", "internal/encounter/chain.go", "if o.Enter > c.Exit {", "if o.Enter >= c.Exit {", joins},
	{"chains: of equal distances the last", "internal/encounter/chain.go", "if o.Distance < c.Distance {", "if o.Distance <= c.Distance {", joins},
	{"chains: the open end of the first stays", "internal/encounter/chain.go", "c.Open&trajectory.OpenStart | o.Open&trajectory.OpenEnd", "c.Open | o.Open&trajectory.OpenEnd", joins},
	{"chains: an instant at an end is joined at once", "internal/encounter/sequence.go", "		if c.AtEnd {\n", "		if false {\n", linked},
	{"linker: hits that do not touch are one", "kernel/host/linker.go", "u.enter[i] <= l.exit {", "l.exit == l.exit {", linked},
	{"linker: of equal distances the last", "kernel/host/linker.go", "u.distance[i] < c.Distance {", "u.distance[i] <= c.Distance {", linked},
	{"linker: an entry ends where the query does", "kernel/host/linker.go", "exit == u.t[3][i] && u.own[1][i] > exit", "exit == u.t[3][i] && u.own[0][i] > exit", linked},
	{"linker: the window opens no end", "kernel/host/linker.go", "enter == l.rule.Window.From ||", "false ||", linked},
	{"linker: a speed that is none", "kernel/host/walkjoined.go", "hit&hard | settled", "hit&hard&0 | settled", "./kernel/host -run ^TestJoined"},
	{"merge: encounters that touch are two", "internal/encounter/bucket.go", "return o.Enter[j] <= e.Exit[i]", "return o.Enter[j] < e.Exit[i]", merges},
	{"merge: of equal distances the last", "internal/encounter/bucket.go", "e.Distance[i] < to.Distance[n]", "e.Distance[i] <= to.Distance[n]", merges},
	{"merge: an instant comes in any order", "internal/encounter/bucket.go", "|| o.Enter[j] == e.Enter[i] && o.Exit[j] < e.Exit[i] {", "{", merges},
	{"merge: the open end of the first stays", "internal/encounter/bucket.go", "to.Open[n]&trajectory.OpenStart | e.Open[i]&trajectory.OpenEnd", "to.Open[n] | e.Open[i]&trajectory.OpenEnd", merges},
	{"split: halves of a join do not meet", "kernel/split.go", "w.With(a, a), w.With(a, b), w.With(b, b)", "w.With(a, a), w.With(b, b)", rooms},
	{"split: a range loses a place", "kernel/split.go", "b.Ranges = []binindex.Range{{First: half, Last: r.Last}}", "b.Ranges = []binindex.Range{{First: half + 1, Last: r.Last}}", rooms},
}
