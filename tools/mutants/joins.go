package main

// The tests of joins of points.
const (
	ofThreshold = "./internal/pointjoin"
	ofKDTree    = "./internal/pointjoin/host -run ^TestSuite$/^kdtree"
	ofFinder    = "./internal/pointjoin/finder"
	ofPlanning  = "./internal/pointengine"
)

// ofJoins changes the exact decision about pairs of points, the comparison of distances, the tree of
// boxes, the planning of joins and the order of pairs.
var ofJoins = []mutant{
	{"points: no pair is borderline", "internal/pointjoin/threshold.go", "return t.square - slack, t.square + slack", "return t.square - 0*slack, t.square + 0*slack", ofThreshold},
	{"points: expansions lose what products round", "internal/pointjoin/expansion.go", "math.FMA(a, b, -product)", "0 * math.FMA(a, b, -product)", ofThreshold},
	{"points: distances are compared as they are rounded", "internal/pointjoin/closer.go", "float64(min(b, math.MaxFloat64)*(1-slack))", "min(b, math.MaxFloat64)", ofThreshold + " -run Closer"},
	{"points: a quarter of the slack beside eps", "internal/pointjoin/threshold.go", "(2 * u * float64(n+4))", "(0.5 * u * float64(n+4))", ofThreshold},
	{"points: an eighth of the slack between two sums", "internal/pointjoin/closer.go", "float64(2 * u * float64(dimensions+4))", "float64(0.25 * u * float64(dimensions+4))", ofThreshold},
	{"points: lost squares are nothing beside any sum", "internal/pointjoin/closer.go", "b >= leastSum && ", "", ofThreshold},
	{"boxtree: a borderline box is none", "internal/pointindex/boxtree/search.go", "near >= w.not", "near > w.certainly", ofKDTree},
	{"boxtree: a borderline box is taken whole", "internal/pointindex/boxtree/search.go", "far <= w.certainly", "far < w.not", ofKDTree},
	{"boxtree: the nearer half alone", "internal/pointindex/boxtree/nearest.go", "	k.open(right, r)\n", "	_ = r\n", ofKDTree},
	{"nearest: of equal distances the higher row", "internal/pointjoin/finder/nearest.go", "k.row(a.place) < k.row(b.place)", "k.row(a.place) > k.row(b.place)", ofFinder},
	{"finder: a block that is full is forgotten", "internal/pointjoin/finder/finder.go", "	f.cut()\n	size := max(n,", "	size := max(n,", ofFinder},
	{"handing over: lists overtake single pairs", "internal/pointjoin/finder/hand.go", "		f.spread()\n		f.add(", "		f.add(", ofFinder},
	{"handing over: no memory for a task is no error", "internal/pointjoin/host/handover.go", "			stop(errMissing)", "			_ = errMissing", "./internal/pointjoin/host -run ^TestHandOver"},
	{"planning: lists are in order", "internal/pointengine/order.go", "if !l.Ordered {", "if !l.Ordered && false {", ofPlanning},
	{"planning: a range is found again", "internal/pointengine/stream.go", "w.First < whole.Last; w.First = w.Last", "w.First < whole.Last; w.First = max(w.First+1, w.Last-1)", ofPlanning},
	{"slabs: a border without its edge", "internal/pointengine/lineup.go", "v >= low && v <= high && !yield(row)", "v >= low && v < high && !yield(row)", ofPlanning + " -run ^TestBorder"},
	{"slabs: a border narrower than eps", "internal/pointengine/slabwork.go", "s.high+w.Threshold.Eps()", "s.high+w.Threshold.Eps()*(1-0x1p-52)", ofPlanning + " -run ^TestBorder"},
	{"slabs: the step of the border's end is left out", "internal/pointengine/lineup.go", "l.begins[l.edges.step(high)+1]", "l.begins[l.edges.step(high)]", ofPlanning + " -run ^TestLineUp"},
	{"slabs: pairs within a slab are found with its border, too", "internal/pointengine/slabwork.go", "w.order.between(s.last, low, high)", "w.order.between(s.last-1, low, high)", ofPlanning + " -run ^TestSlabsAgree"},
	{"slabs: pairs keep the order of slabs", "internal/pointengine/slabwork.go", "if w.Self() && b < a {", "if w.Self() && b < a && false {", ofPlanning + " -run ^TestSlabsAgree"},
	{"nearest in slabs: the way back is left out", "internal/pointengine/slabnearest.go", "return s.stats, s.backwards(ctx)", "return s.stats, nil", ofPlanning + " -run ^TestNearest"},
	{"nearest in slabs: a gap that is too wide", "internal/pointengine/slabnearest.go", "float64(gap*gap)", "float64(2*gap*gap)", ofPlanning + " -run ^TestNearest"},
	{"nearest in slabs: of equal distances that of the earlier slab", "internal/pointengine/slabmerge.go", "c == 0 && m.lists[0][0] < m.lists[1][0]", "c == 0", ofPlanning + " -run ^TestNearest"},
	{"nearest in slabs: a slab prefers its order", "internal/pointengine/slabnearest.go", "return slices.Sorted(slices.Values(rows))", "return rows", ofPlanning + " -run ^TestNearest"},
	{"nearest in slabs: too few for a query that is one of them", "internal/pointengine/slabnearest.go", "		own.K++", "		own.K += 0", ofPlanning + " -run ^TestNearest"},
	{"slabs: points of a border tell whether they are core", "internal/pointengine/clusterslabs.go", "	b.last = b.first + len(own)", "	b.first, b.last = 0, len(b.rows)", ofPlanning + " -run ^TestClusters"},
	{"slabs: clusters have no border before them", "internal/pointengine/clusterslabs.go", "c.order.between(0, low-eps, high+eps)", "c.order.between(place, low-eps, high+eps)", ofPlanning + " -run ^TestClusters"},
	{"slabs: a union that two slabs share is missed", "internal/pointengine/clusterslabs.go", "if l != pointjoin.NoLead {", "if l != pointjoin.NoLead && i < b.last && int(l) >= b.first {", ofPlanning + " -run ^TestClusters"},
	{"planning: a table without the lower neighbours", "internal/pointengine/tablefiller.go", "if f.mirrored && b >= low", "if f.mirrored && a > b && b >= low", ofPlanning},
}
