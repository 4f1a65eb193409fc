package main

const ofGroupTests = "./group"

// ofGroups are changes to the sweep that finds groups.
var ofGroups = []mutant{
	{"groups: an encounter that begins as another ends comes after", "group/sweep.go", "w.enter[begins[begun]] <= end", "w.enter[begins[begun]] < end", ofGroupTests},
	{"groups: what is left of a group ends as one of its own", "group/cut.go", "&& s.cut != end", "", ofGroupTests},
	{"groups: a part that is one child is a node", "group/cut.go", "if at.children > 1 {", "if at.children > 0 {", ofGroupTests},
	{"groups: two beginnings at one instant are two sets", "group/lineage.go", "l.nodes[n].start == start", "l.nodes[n].start > start", ofGroupTests},
	{"groups: the link of a circle that ends last is left out", "group/forest.go", "f.exit[f.by[v]] >= w", "f.exit[f.by[v]] <= w", ofGroupTests},
	{"groups: a break as long as the longest is filled", "group/links.go", ">= 0\n}", "> 0\n}", ofGroupTests},
	{"groups: a set goes on from another than a child", "group/lineage.go", "l.nodes[l.setOf].parent != n", "l.nodes[l.setOf].parent == n", ofGroupTests},
	{"convoys: a window is as long as a convoy", "group/hop.go", "max(1, k/2)", "max(1, k)", ofGroupTests},
	{"convoys: not followed on from a window", "group/hop.go", "before = h.narrow(thread, h.inside(ctx, thread, w, at), before)", "before = nil", ofGroupTests},
	{"convoys: not followed back from a window", "group/hop.go", "after = h.narrow(thread, h.inside(ctx, thread, w, at), after)", "after = nil", ofGroupTests},
	{"convoys: the window ahead of a block is not looked at", "group/hop.go", "beside[i+2].sets", "beside[min(i+2, done)].sets", ofGroupTests},
	{"convoys: not followed into the windows of the next block", "group/hop.go", "before, windows = windows[done-1]", "before, windows = &window{to: windows[done-1].to}", ofGroupTests},
	{"convoys: what is behind the last benchmark is not followed", "group/hop.go", "w := &window{first: h.runs.of(h.benchmark), last: h.len()}", "w := &window{first: h.runs.of(h.benchmark), last: h.len() - 1}", ofGroupTests},
	{"convoys: a run with two benchmarks holds none", "group/hop.go", "if c := w.from.cluster(i); len(c) >= h.size {", "if c := w.from.cluster(i); len(c) >= h.size && w.first < w.last {", ofGroupTests},
	{"runs: an object that goes changes nothing", "group/runs.go", "return c.add(to, to+1)", "return c.add(to+1, to+1)", ofGroupTests},
	{"runs: motion ends with the tick before its last", "group/runs.go", "min(c.from(t[row]), to)", "min(c.upTo(t[row]), to)", ofGroupTests},
	{"runs: changes that touch are two", "group/runs.go", "kept[n].last >= one.first", "kept[n].last > one.first", ofGroupTests},
	{"moving clusters: links of a path that ends too soon stay", "group/chains.go", "l != nil && l.branches == 0", "l != nil && l.branches < 0", ofGroupTests},
	{"moving clusters: paths that branch are in order of their last clusters", "group/chains.go", "for a.before != b.before {", "for a == b {", ofGroupTests},
	{"convoys: one that another contains is kept", "group/convoy.go", "side, root, err = c.lineage.cut(part, float64(tick-1))", "side, root, err = c.lineage.cut(part, float64(tick)-0.5*float64(i))", ofGroupTests},
	{"convoys: a tick too few will do", "group/convoy.go", "int(end-at.start)+1 < c.search.MinTicks", "int(end-at.start)+2 < c.search.MinTicks", ofGroupTests},
	{"moving clusters: a part that rounds to theta will do", "group/chains.go", "math.FMA(theta, w, -product) <= 0", "math.FMA(theta, w, -product) < 0", ofGroupTests},
	{"moving clusters: theta of one cluster alone", "group/chains.go", "len(members)+len(c.last.cluster(int(from)))-n", "len(members)", ofGroupTests},
	{"a clock that leaves out the last tick", "group/clock.go", "for c.at(i+1) <= t {", "for c.at(i+1) < t {", ofGroupTests},
	{"groups: sets of the least size are none", "group/sweep.go", "int(at.size) < w.search.MinSize", "int(at.size) <= w.search.MinSize", ofGroupTests},
	{"convoys: cells narrower than the distance", "group/grid.go", "g.within.Eps() * (1 + slack)", "g.within.Eps() * (1 - 64*slack)", ofGroupTests},
	{"convoys: rows of cells of the plane are looked at twice", "group/grid.go", "steps = steps[:1]", "steps = append(steps[:1], y)", ofGroupTests},
	{"convoys: what is borderline is near", "group/grid.go", "sum > g.certainly && !g.within", "sum > g.not && !g.within", ofGroupTests},
	{"convoys: a border point is in the last cluster that it is near", "group/snapshot.go", "min(s.lead[p[1]], s.lead[p[0]])", "max(s.lead[p[1]]+1, s.lead[p[0]]+1)-1", ofGroupTests},
	{"convoys: a point is not near itself", "group/snapshot.go", "int(n)+1 >= s.least", "int(n) >= s.least", ofGroupTests},
	{"groups: a list goes on where the last set began to differ", "group/lister.go", "from += bits.OnesCount64(l.words[i])", "from += bits.OnesCount64(set[i])", ofGroupTests},
	{"groups: what a list has in common with the last is its beginning", "group/lister.go", "l.last[first:from]", "l.last[:from-first]", ofGroupTests},
}
