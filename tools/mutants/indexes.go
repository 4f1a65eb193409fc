package main

// found runs the cases that failed once, or might.
const found = "./internal/agree -run TestDifferFound"

const ofBinindex = "./binindex"

// The tests of searches that are too large for a device, or whose ids are excluded.
const (
	smallMemory = "./internal/agree -run ^TestSmallMemory$"
	sameIDs     = "./internal/agree -run ^TestSameIDsInParts$"
	midway      = "./internal/agree -run ^TestMemoryEndsMidway$"
	freeing     = "./internal/agree -run ^TestFreeingFails$"
	choosing    = "./internal/engine -run ^TestAuto"
	progressing = "./internal/agree -run ^TestProgressOfParts$"
	losing      = "./internal/agree -run ^TestLostDevice$"
	settling    = "./internal/agree -run ^TestExactlyAtTheDistance$|^TestPairsLeftAreSettled$"
)

// ofIndexes changes the boxes and the bins.
var ofIndexes = []mutant{
	{"box: the lower side without the step outwards", "binindex/box.go", "math.Nextafter32(b.Min[k]-r, -inf)", "min(b.Min[k]-r, inf)", ofBinindex},
	{"box: the upper side without the step outwards", "binindex/box.go", "math.Nextafter32(b.Max[k]+r, inf)", "min(b.Max[k]+r, inf)", ofBinindex},
	{"box: a radius is rounded to nearest", "binindex/frame.go", "	if float64(r) < v {\n		r = math.Nextafter32(r, float32(math.Inf(1)))\n	}\n", "", ofBinindex},
	{"box: a corner that equals its float32 is kept", "binindex/frame.go", "	if float64(r) >= v {\n		step = 1", "	if float64(r) > v {\n		step = 1", ofBinindex},
	{"box: the reach has no room for float32", "binindex/frame.go", "float32(r*r*(1+0x1p-18)) + 0x1p-100", "float32(r*r) + 0x1p-100", ofBinindex},
	{"box: the reach does not mind underflow", "binindex/frame.go", "(1+0x1p-18)) + 0x1p-100", "(1+0x1p-18))", ofBinindex},
	{"box: ticks that touch do not meet", "binindex/box.go", "if b.First > o.Last || o.First > b.Last {", "if b.First >= o.Last || o.First > b.Last {", ofBinindex},
	{"box: an end that is owned has no tick", "binindex/clock.go", "if !closed && last > 0 &&", "if last > 0 &&", ofBinindex},
	{"box: a group forgets what it held", "binindex/box.go", "b.Max[k] = max(b.Max[k], o.Max[k])", "b.Max[k] = o.Max[k]", ofBinindex},
	{"box: the last sample is left out", "binindex/run.go", "col[first+1 : last+1]", "col[first+1 : last]", ofBinindex},
	{"bins: a long segment is forgotten", "binindex/bins.go", "latest[b] = soFar", "latest[b] = ends[i]", ofBinindex},
	{"bins: the last candidates are left out", "binindex/bins.go", "c.starts.upTo(end)", "c.starts.below(end)", ofBinindex},
}

const (
	ofHostTests = "./kernel/host -run ^TestDriver$"
	ofListing   = "./kernel/host -run ^TestListing$"
)

const motionTests = "./kernel/host -run ^TestMotions"

const byQueryTests = "./kernel/host -run ByQuery"

// ofHost changes the walk on the cpu.
var ofHost = []mutant{
	{"walk: two ends that are owned are one", "kernel/host/refine.go", "ownership.EndsFirst(a.T1, a.Last, b.T1, b.Last), ownership.EndsFirst(b.T1, b.Last, a.T1, a.Last)", "ownership.EndsFirst(a.T1, false, b.T1, false), ownership.EndsFirst(b.T1, false, a.T1, false)", ofHostTests},
	{"walk: a box does not meet itself", "kernel/host/walk.go", ">> (a - first)\n		for ; near != 0; near &= near - 1 {\n			v.take(pair{p.qs - 1, p.es - 1, a, a + ", ">> (a - first + 1)\n		for ; near != 0; near &= near - 1 {\n			v.take(pair{p.qs - 1, p.es - 1, a, a + 1 + ", ofHostTests},
	{"walk: an object meets itself", "kernel/host/walk.go", "return v.Excludes(q, e)", "return v.Excluded != nil && v.Excluded[q] == e", ofHostTests},
	{"walk: excluded pairs meet", "kernel/host/walk.go", "return v.Excludes(q, e)", "return v.Join && q == e", ofHostTests},
	{"walk: the first entry that is late enough comes too early", "kernel/host/laterboxes.go", "l.latest[p.es][p.e] < l.first[p.qs][p.q]", "l.latest[p.es][p.e] <= l.first[p.qs][p.q]", ofHostTests},
	{"walk: all entries but the excluded are late enough", "interaction/rule.go", "	if r.Later {", "	if false {", ofHostTests},
	{"list: a bucket that is listed loses pairs", "kernel/host/listing.go", "bucket >= int(l.ends.Load())", "bucket >= int(l.ends.Load())-1", ofListing},
	{"list: a range has the pairs of the next query", "kernel/host/listing.go", "query >= first && query < last", "query >= first && query <= last", ofListing},
	{"list: the first query comes too early", "kernel/host/laterboxes.go", "l.latest[p.qs][p.q]) < l.from", "l.latest[p.qs][p.q]) <= l.from", ofListing},
	{"walk: the window's last tick is outside", "kernel/host/walk.go", "max(q.First, e.First) > v.last", "max(q.First, e.First) >= v.last", ofHostTests},
	{"walk by query: boxes that find no room are forgotten", "kernel/host/querytask.go", "		v.visitNow(p)\n", "", byQueryTests},
	{"walk by query: a query run is another of its box", "kernel/host/querytask.go", "first+int(k%packetBoxes)", "first", byQueryTests},
	{"motions: one run strays from its motion for nothing", "kernel/host/motion.go", "reach += l.r + float64(o.r)", "reach += l.r", motionTests},
	{"motions: two runs are nearest where they begin", "kernel/host/motion.go", "s = min(along/way, 1)", "s = 0 * min(along/way, 1)", motionTests},
	{"motions: radii are points", "kernel/host/motion.go", " + float64(f.store.Radius(int(u.Traj))*f.scale)", "", motionTests},
	{"chunks: what is appended to one is in the next", "internal/engine/columns.go", "Enter: h.Enter[first:last:last]", "Enter: h.Enter[first:last]", "./internal/engine -run ^TestColumns$"},
	{"order: what comes too late in a row stays there", "internal/hitorder/rows.go", "h.Entry < least[row]", "false", "./internal/hitorder"},
	{"walk: what lies apart has no room to round", "kernel/host/body.go", "reachSlack = 1 + 0x1p-40", "reachSlack = 1.0", found},
	{"batches: an object meets itself", "kernel/host/interact.go", "b.Join && q.row > e.row || b.Excludes(q.traj, e.traj)", "b.Join && q.row > e.row || b.Excluded != nil && b.Excluded[q.traj] == e.traj", ofHostTests},
	{"batches: a pair is found twice", "kernel/host/interact.go", "b.Join && q.row > e.row || ", "", ofHostTests},
}

// ofEngine changes the joining of parts.
var ofEngine = []mutant{
	{"parts: rows of entries are not moved back", "internal/partition/pair.go", "			list[i].Entry += entry\n", "			_ = entry\n", smallMemory},
	{"parts: rows of queries are not moved back", "internal/partition/pair.go", "			list[i].Query += query\n", "			_ = query\n", sameIDs},
	{"parts: encounters are moved by rows", "internal/partition/pair.go", "= p.Queries.Traj(e.QueryTraj[i])", "= p.Queries.Row(e.QueryTraj[i])", engines},
	{"parts: a slice of time begins at row 0", "internal/partition/part.go", "		return p.rows[here]\n", "		return p.rows[0] + here\n", ofSlices},
	{"parts: the first of a part is not excluded", "internal/partition/part.go", "case there >= p.traj &&", "case there > p.traj &&", sameIDs},
	{"parts: excluded pairs are those of the whole", "internal/engine/parts.go", "t.Queries, t.Excluded = queries.Store, pair.Excluded(t.Rule)", "t.Queries = queries.Store", sameIDs},
	{"parts: they do not meet those before", "internal/engine/parts.go", "j := 0; j < i && err == nil", "j := 1; j < i && err == nil", smallMemory},
	{"halves: excluded pairs of the first half", "internal/partition/pair.go", "whole.Excluded[q.traj:][:q.Store.Trajectories()]", "whole.Excluded[:q.Store.Trajectories()]", sameIDs},
	{"halves: rows are not moved back", "internal/engine/spatiotemporal.go", "		pair.MoveBack(out.Lists[from:])\n", "		_ = from\n", sameIDs},
	{"retry: what a search had found stays", "internal/partition/run.go", "			out.Truncate(before)\n", "", midway},
	{"retry: what a part had found stays", "internal/engine/parts.go", "	out.Truncate(before)\n	g.paged = true", "	_ = before\n	g.paged = true", midway},
	{"freeing: an error of making room is not told", "internal/engine/parts.go", "	if err := g.evict(); err != nil {\n		return err\n	}\n", "	_ = g.evict()\n", freeing},
	{"freeing: an error between parts is not told", "internal/engine/parts.go", "			if err := g.evict(); err != nil {\n				return stats, err\n			}\n", "			_ = g.evict()\n", freeing},
	{"auto: the slower of two", "internal/engine/auto.go", "walks[placement.Choose(seconds...)]", "walks[len(walks)-1-placement.Choose(seconds...)]", choosing},
	{"auto: a device that failed is taken for open", "internal/engine/parts.go", "		g.all, g.paged = nil, false\n", "", choosing},
	{"auto: a device without walks is refused", "internal/engine/auto.go", "!errors.Is(err, kernel.ErrAbility) || len(a.ways) == 1", "true || len(a.ways) == 1", choosing},
	{"progress: parts are not added up", "internal/engine/report.go", "(float64(r.i) + done/total) / float64(r.n)", "(0*float64(r.i) + done/total) / float64(r.n)", progressing},
	{"lost device: lists are not given back", "internal/engine/result.go", "		hits.Truncate(0)\n", "", losing},
	{"results: borderline misses stay", "internal/engine/settle.go", "slices.DeleteFunc(lists[i].List, interaction.HitRow.Borderline)", "slices.DeleteFunc(lists[i].List, func(interaction.HitRow) bool { return false })", settling},
	{"results: ids of the queries are those of the entries", "interaction/rule.go", "		excluded[q] = uint32(e)\n", "		excluded[q] = uint32(q + 0*e)\n", sameIDs},
}
