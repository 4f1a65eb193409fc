package main

const clFile = "kernel/opencl/internal/pair/interaction.cl"

// The tests of one kernel, or a few: each is compiled as the tests begin.
const (
	clSolves     = "./kernel/opencl/internal/pair -run ^TestSolveTwin$"
	clBoxes      = "./kernel/opencl/internal/walk -run ^TestSegmentBoxes$"
	clWalks      = "./kernel/opencl -run ^TestSuite$/^default$/^walk$"
	clBatches    = "./kernel/opencl -run ^TestSuite$/^default$/^interact$"
	clEncounters = "./kernel/opencl -run ^TestSuite$/^gpu$/^encounters$"
	clTiny       = "./kernel/opencl -run ^TestAgainstBruteForce$/^tiny$"
	clGrowth     = "./kernel/opencl -run ^TestHitsOfBatchesGrow$"
	clNoFloat64  = "./kernel/opencl -run ^TestSuite$/^nofloat64$/^walk$"
)

// ofOpenCL changes the OpenCL driver and its kernels.
var ofOpenCL = []mutant{
	{"cl: an eighth of the error band", clFile, "DISTANCE_ERROR * (m->scale", "DISTANCE_ERROR / 8 * (m->scale", clSolves},
	{"cl: no underflow", clFile, " + UNDERFLOW : 0", " : 0", clSolves},
	{"cl: the window does not end", clFile, "  if (to < hi) hi = to;\n", "", clSolves},
	{"cl: every instant counts after the window", clFile, "  if (to < hi) hi = to;\n  if (lo == hi && !(owns(q, lo) && owns(e, lo))) return false;\n", "  if (to < hi) hi = to;\n", clSolves},
	{"cl: another order of the radius sum", clFile, "(q->r + e->r) + d", "q->r + (e->r + d)", clSolves},
	{"cl: half a pass", clFile, "s0 = s - h;", "s0 = s;", clSolves},
	{"cl: an instant that both own is rejected", "kernel/opencl/internal/pair/reject.cl", "return lo < hi || (lo == hi && owns(q, lo) && owns(e, lo));", "return lo < hi;", clWalks},
	{"cl: what lies apart has no room to round", "kernel/opencl/internal/pair/reject.cl", "return threshold + threshold * 0x1p-50;", "return threshold;", found},
	{"cl: a radius widens a box upwards alone", "kernel/opencl/internal/walk/boxes.cl", "(float2)(step_down(e.x - r), step_up(e.y + r))", "(float2)(e.x, step_up(e.y + r))", clBoxes},
	{"cl: a box's lower side without the step outwards", "kernel/opencl/internal/walk/boxes.cl", "(float2)(step_down(e.x - r), step_up(e.y + r))", "(float2)(e.x - r, step_up(e.y + r))", clBoxes},
	{"cl: a radius is rounded to nearest", "kernel/opencl/internal/walk/boxes.cl", "  if ((double)r < v) r = step_up(r);\n", "", clBoxes},
	{"cl: an end is owned by every run's last", "kernel/opencl/internal/walk/runs.cl", "g->last = i + 1 == count && (ends & RUN_LAST);", "g->last = i + 1 == count;", clWalks},
	{"cl: batches do not own their ends", "kernel/opencl/internal/trajdistsearch/interact.cl", " | ((firsts[k] == e->t1) & e->last);", ";", clBatches},
	{"cl: a pair of a batch is found twice", "kernel/opencl/internal/trajdistsearch/interact.cl", "((flags & JOIN) && qRow > eRow)", "false", clBatches},
	{"cl: excluded pairs meet at the top", "kernel/opencl/internal/trajdistsearch/interact.cl", "(flags & LATER ? eTraj < query[k].excluded + 1 : eTraj == query[k].excluded) || ", "", clBatches},
	{"cl: a box does not meet itself", "kernel/opencl/internal/walk/open.cl", "set &= 0xfu << i % FAN;", "set &= 0xeu << i % FAN;", clWalks},
	{"cl: hits that touch are two", "kernel/opencl/internal/hitlist/encounters.cl", "hit[i + 1].entry == x.entry + 1 && hit[i + 1].enter <= x.exit)", "hit[i + 1].entry == x.entry + 1 && hit[i + 1].enter < x.exit)", clEncounters},
	{"cl: of equal distances the last", "kernel/opencl/internal/hitlist/encounters.cl", "di < distance", "di <= distance", clEncounters},
	{"cl: an entry ends where the query does", "kernel/opencl/internal/hitlist/encounters.cl", "(x.exit == e.t1 && e.last)", "(x.exit == e.t1 && q.last)", clEncounters},
	{"cl: an instant at an end is joined at once", "kernel/opencl/internal/hitlist/encounters.cl", "lo < hi && x.enter == hi;", "false;", "./kernel/opencl -run ^TestInstantsOfParts$"},
	{"cl: the window opens no end", "kernel/opencl/internal/hitlist/encounters.cl", "k == 0 && (x.enter == from || ", "k == 0 && (", clEncounters},
	{"joints: gaps do not break", "kernel/opencl/internal/hitlist/joints.go", "		breaks[last/32] |= 1 << (last % 32)\n", "		if _, end := s.Range(p.Traj); last+1 == end {\n			breaks[last/32] |= 1 << (last % 32)\n		}\n", clEncounters},
	{"joints: trajectories begin a row early", "kernel/opencl/internal/hitlist/joints.go", "first[traj+1] = uint32(last)", "first[traj+1] = uint32(last - 1)", clEncounters},
	{"overflow: a hit too many is dropped", "kernel/opencl/internal/hitlist/hits.go", "if int(n) > h.Room {", "if int(n) > h.Room+1 {", clTiny},
	{"overflow: a list that grew is read as it was", "kernel/opencl/internal/trajdistsearch/interact.go", "	for again {\n		w.stats = kernel.Stats{}\n", "	for again {\n", clGrowth},
	{"no float64: a join's rows as they come", "kernel/opencl/internal/pair/portion.go", "		qrow, erow = erow, qrow\n", "		_ = qrow\n", clNoFloat64},
	{"no float64: the last instant is left out", "kernel/opencl/internal/walk/refinehost.go", "if q.T0 <= e.T1 {", "if q.T0 < e.T1 {", clNoFloat64},
}

// The tests of slices.
const (
	ofSlices = "./internal/several -run ^TestSettings$/^sliced"
	ofBorder = "./internal/several -run ^TestQueriesThatEndAtABorder$"
)

// ofSeveral changes slices and replicas.
var ofSeveral = []mutant{
	{"slices: excluded pairs are those of the whole", "internal/partition/part.go", "slices.BinarySearch(p.trajs, there); ok", "int(there), there < uint32(len(p.trajs)); ok", ofSlices},
	{"slices: queries that end as they begin", "internal/several/slice.go", "t[min(first, end)] >= e.Start", "t[min(first, end)] > e.Start", ofBorder},
	{"slices: an overhang that ends at the border", "internal/several/slice.go", "t[min(last, end)] < time", "t[min(last, end)] <= time", ofSlices},
	{"slices: what starts at a border is in two", "internal/several/slice.go", "t[row] >= s.from && t[row] < s.to", "t[row] >= s.from && t[row] <= s.to", ofSlices},
}

// The tests of the assembly.
const (
	assemblyTests = "./kernel/host -run Solve|Near|Gather"
	boundsTests   = "./binindex -run ^TestMaker$"
)

// ofAssembly changes the generator of the assembly.
var ofAssembly = []mutant{
	{"asm: half the error band", "internal/asm/solve.go", `number("distance_error", 0x1p-47)`, `number("distance_error", 0x1p-48)`, assemblyTests},
	{"asm: every instant counts after the window", "internal/asm/solve.go", "	ORL(s.notOwned(l, h), void)\n", "", assemblyTests},
	{"asm: outer is outside", "internal/asm/solve.go", "s.compare(square, greater, l.outer)", "s.compare(square, greaterEq, l.outer)", assemblyTests},
	{"asm: a negative inner threshold", "internal/asm/solve.go", "square = s.choose(s.compare(inner, greaterEq, s.zero()), square, s.constant(minusOne))", "square = s.choose(s.compare(inner, greaterEq, s.zero()), square, square)", assemblyTests},
	{"asm: one undecided end is enough", "internal/asm/solve.go", "hit = result(ANDL, result(ORL, p.startsIn, p.startsOut), result(ORL, p.endsIn, p.endsOut))", "hit = result(ORL, result(ORL, p.startsIn, p.startsOut), result(ORL, p.endsIn, p.endsOut))", assemblyTests},
	{"asm: half a pass", "internal/asm/solve.go", "s.choose(through, s.sub(p.at, half), s0)", "s.choose(through, p.at, s0)", assemblyTests},
	{"asm: boxes whose ticks touch do not meet, AVX-512", "internal/asm/near.go", "VPCMPUD(Imm(5), b.Offset(first), t, meets)", "VPCMPUD(Imm(6), b.Offset(first), t, meets)", assemblyTests},
	{"asm: boxes meet that share no tick, AVX2", "internal/asm/near.go", "VPMINUD(b.Offset(last), t, meets)", "VPMAXUD(b.Offset(last), t, meets)", assemblyTests},
	{"asm: the distance along an axis, AVX2", "internal/asm/near.go", "	half256(b.Offset(side/2), o, reach, zero, high)\n", "	half256(b, o, reach, zero, high)\n", assemblyTests},
	{"asm: a corner that equals its float32 is kept", "internal/asm/bounds/boxes.go", "	VPSUBD(step, r, same, r)\n", "", boundsTests},
	{"asm: the last sample of a run is left out", "internal/asm/bounds/boxes.go", "range b.row[1:]", "range b.row[1:4]", boundsTests},
	{"asm: ends that are owned have no tick", "internal/asm/bounds/boxes.go", "KNOTW(b.closed, open)", "KMOVW(b.closed, open)", boundsTests},
}
