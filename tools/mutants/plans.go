package main

const (
	ofSlabPlans  = "./internal/source -run ^Test"
	ofRootPlans  = "./internal/agree -run ^TestPlan"
	ofQuotaTests = "./internal/memory -run Quota"
)

// ofPlans changes the planning of searches of data that outgrow memory, and their memory.
var ofPlans = []mutant{
	{"plans: what is found has no room", "internal/source/plan.go", "left/foundPart)", "left/foundPart/8)", ofSlabPlans},
	{"plans: a slab takes all that is left", "internal/source/plan.go", "spool.Cut(left/slabParts, spools...)", "spool.Cut(left, spools...)", ofSlabPlans},
	{"plans: a quota that is too little is tried", "internal/source/plan.go", "gathering + leastSearch(r.Threads)", "gathering", ofSlabPlans},
	{"plans: the index of no slab is made ahead", "internal/source/plan.go", "plan.Slabs > 1 &&", "plan.Slabs > 0 &&", ofSlabPlans},
	{"plans: one thread makes indexes ahead", "internal/source/plan.go", "parallel.Threads(r.Threads) > 1 {", "parallel.Threads(r.Threads) > 0 {", ofSlabPlans},
	{"plans: an index is as large as its slab", "internal/source/plan.go", "cut.Bytes / indexParts * indexPart", "cut.Bytes", ofSlabPlans},
	{"plans: slabs are counted by their edges", "internal/source/plan.go", "Slabs: len(cut.Edges) + 1,", "Slabs: len(cut.Edges),", ofSlabPlans},
	{"plans: merging takes all that is left", "internal/source/plan.go", "r.Quota.Remaining()/mergePart", "r.Quota.Remaining()", ofSlabPlans},
	{"plans: row groups are read for each slab", "internal/source/plan.go", "!(planned && one.spool.TellsApart(edges))", "!planned", ofSlabPlans},
	{"plans: row groups are read for ranges", "internal/source/plan.go", "!(planned && one.spool.TellsApart(edges))", "!one.spool.TellsApart(edges)", ofSlabPlans},
	{"plans: a range has the room of two", "internal/source/plan.go", "left / slabParts / sidesOfRanges", "left / slabParts", ofSlabPlans},
	{"plans: ranges of a join meet twice", "internal/source/plan.go", "n * (n + 1) / 2", "n * n", ofSlabPlans},
	{"plans: ranges of a search meet once", "internal/source/plan.go", "n * (len(plan.Queries) - 1)", "n", ofSlabPlans},
	{"plans: a range ends where it begins", "internal/source/plan.go", "append(at, one.Last)", "append(at, one.First)", ofSlabPlans},
	{"plans: slabs of no width are taken", "internal/source/plan.go", "!(edge > last)", "!(edge >= last)", ofSlabPlans},
	{"plans: edges that are no numbers are taken", "internal/source/plan.go", "!(edge > last)", "edge <= last", ofSlabPlans},
	{"plans: the last range may be missing", "internal/source/plan.go", "borders[n-1] != trajectories", "borders[n-1] > trajectories", ofSlabPlans},
	{"plans: the first range may be missing", "internal/source/plan.go", "borders[0] != 0", "borders[0] < 0", ofSlabPlans},
	{"plans: ranges may overlap", "internal/source/plan.go", "!slices.IsSorted(borders)", "!slices.IsSorted(borders) && false", ofSlabPlans},
	{"plans: ranges of one side will do", "internal/source/plan.go", "!p.Join && ranges != (plan.Queries != nil)", "false", ofSlabPlans},
	{"plans: ranges within slabs of time", "internal/source/plan.go", "ranges && len(plan.Edges) > 0", "false", ofSlabPlans},
	{"plans: a store is no slab beside a spool", "internal/source/plan.go", "if s.spool != nil {\n\t\t\treturn s", "if s.spool != nil || !p.Join {\n\t\t\treturn s", ofSlabPlans},
	{"plans: data of an unknown size fit", "internal/source/reader.go", "!known && r.Asked", "!known && false", ofSlabPlans},
	{"plans: data of an unknown size never fit", "internal/source/reader.go", "!known && r.Asked", "!known", ofSlabPlans},
	{"plans: large queries fit beside", "internal/source/reader.go", "bytes <= r.Quota.Remaining() && (known", "bytes >= 0 && (known", ofSlabPlans},
	{"plans: queries of an unknown size fit beside", "internal/source/reader.go", "(known || !r.Asked)", "(known || true)", ofSlabPlans},
	{"plans: the same files count twice", "internal/source/reader.go", "i > 0 && in.Same(&inputs[0])", "false", ofSlabPlans},
	{"plans: only the first data set counts", "internal/source/reader.go", "i > 0 && in.Same(&inputs[0])", "i > 0", ofSlabPlans},

	{"plans: another version's is obeyed", "plan.go", "p.Format != planFormat", "false", ofRootPlans},
	{"plans: one of slabs is obeyed in memory", "plan.go", "(p.Kind != inMemory) != pair.Outgrows()", "false", ofRootPlans},
	{"plans: other trajectories are searched by it", "internal/source/plan.go", "now.Trajectories != f.Trajectories", "false", ofRootPlans},
	{"plans: other segments are searched by it", "internal/source/plan.go", "now.Segments != f.Segments", "false", ofRootPlans},
	{"plans: others that begin later are searched by it", "internal/source/plan.go", "now.Start != f.Start", "false", ofRootPlans},
	{"plans: others that end later are searched by it", "internal/source/plan.go", "now.End != f.End", "false", ofRootPlans},
	{"plans: one of a join is one of a search", "plan.go", "pair.Join != (p.Queries == nil)", "false && pair.Join", ofRootPlans},
	{"plans: other queries are searched by it", "internal/source/plan.go", "facts[1].check(\"queries\", p.Queries); err != nil {", "facts[1].check(\"queries\", p.Queries); err != nil && p.Join {", ofRootPlans},
	{"plans: a changed text is read", "internal/source/seal.go", "crc32.ChecksumIEEE(compact.Bytes()) != s.Sum", "crc32.ChecksumIEEE(compact.Bytes()) != s.Sum && false", ofRootPlans},
	{"plans: edges are not obeyed", "plan.go", "source.Plan{Edges: p.Edges, Slabs", "source.Plan{Slabs", ofRootPlans},

	{"quota: what the process held before counts", "internal/memory/quota.go", "b.base = max(b.base, less(held, b.promised()))", "b.base = max(b.base, 0*less(held, b.promised()))", ofQuotaTests},
	{"quota: what another took is held by others", "internal/memory/quota.go", "less(held, b.promised())", "less(held, 0*b.promised())", ofQuotaTests},
	{"quota: what was held before is held for ever", "internal/memory/quota.go", "len(b.promises) == 0 {", "len(b.promises) < 0 {", ofQuotaTests},
	{"quota: a closed one counts on", "internal/memory/quota.go", "	delete(b.promises, p)\n", "	_ = p\n", ofQuotaTests},
	{"quota: only one counts", "internal/memory/quota.go", "bytes = sum(bytes, p.bytes)", "bytes = p.bytes", ofQuotaTests},
	{"quota: nothing is kept for what nobody counts", "internal/memory/quota.go", "Usage() + Absent() + uncounted\n", "Usage() + Absent() + 0*uncounted\n", ofQuotaTests},
	{"quota: no size has what was held twice", "internal/memory/quota.go", "less(all, Usage())", "all", ofQuotaTests},
	{"quota: any need is met by the process", "internal/memory/quota.go", "sum(q.Usage(), bytes) <= q.Most() &&", "q.Usage() <= q.Most() &&", ofQuotaTests},
	{"quota: any need is met by the rest", "internal/memory/quota.go", " && bytes <= q.Rest() {", " {", ofQuotaTests},
	{"quota: what was taken is left", "internal/memory/quota.go", "return less(q.Bytes(), q.promise.taken.Load())", "return q.Bytes()", ofQuotaTests},
	{"quota: the rest of one is that of all", "internal/memory/quota.go", "min(less(most, held), q.Rest())", "less(most, held)", ofQuotaTests},
	{"quota: garbage counts where more is needed", "internal/memory/quota.go", "		debug.FreeOSMemory()\n	}\n	if least", "		_ = debug.FreeOSMemory\n	}\n	if least", ofQuotaTests},
	{"quota: garbage counts in what is left", "internal/memory/quota.go", "		debug.FreeOSMemory() // garbage of reading files\n", "", ofQuotaTests},
	{"quota: what would do has what was held before", "internal/memory/quota.go", "sum(q.bytes, less(least, q.Most()))", "least", ofQuotaTests},
}
