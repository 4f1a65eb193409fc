package main

const (
	ofCells      = "./internal/pointindex"
	ofVisits     = "./internal/pointindex -run PairsOfCellsOnce"
	ofStandIn    = "./internal/pointengine -run ^TestStandIn$"
	ofPointSlabs = "./internal/pointengine -run ^TestBorder$|^TestForetell|^TestWhole"
	ofGPUJoin    = "./internal/papers/gpujoin ./internal/pointjoin/host"
)

// ofPoints changes the grid of points, and the joins that use it.
var ofPoints = []mutant{
	{"cells: as wide as eps", "internal/pointindex/axis.go", "wider = 1 + 0x1p-20", "wider = 1 + 0x1p-60", ofCells},
	{"cells: twice as many", "internal/pointindex/axis.go", "mostCells = 1 << 28", "mostCells = 1<<32 - 1", ofCells},
	{"cells: a width without all its bits", "internal/pointindex/axis.go", "leastWidth = 0x1p-1000", "leastWidth = 0x1p-1074", ofCells},
	{"cells: the one before the least has no neighbour", "internal/pointindex/axis.go", "below >= -1", "below >= 0", ofCells},
	{"cells: the one past the greatest has no neighbour", "internal/pointindex/axis.go", "below <= float64(a.cells)", "below < float64(a.cells)", ofCells},
	{"unicomp: even visits, and odd visits", "internal/pointindex/finder.go", "own%2 == 0", "own%2 == 2", ofVisits},
	{"unicomp: only the greater", "internal/pointindex/finder.go", "c < own && visits == Unicomp", "c < own && visits != Unicomp", ofVisits},
	{"unicomp: only own coordinates before", "internal/pointindex/finder.go", "copy(f.lists[:j], f.near)", "copy(f.lists[:j/2], f.near)", ofVisits},
	{"ids: the second axis has the size of the first", "internal/pointindex/ids.go", "id = id*s.sizes[j] + uint64(c[j])", "id = id*s.sizes[0] + uint64(c[j])", ofCells},
	{"ids: the carry is lost", "internal/pointindex/ids.go", "id.high*s.sizes[j] + high + carry", "id.high*s.sizes[j] + high + 0*carry", ofCells},
	{"sortidu: an interval without its end", "internal/pointindex/reorder.go", "return value - eps, value + eps", "return value - eps, math.Nextafter(value+eps, 0)", ofCells},
	{"sortidu: windows leave out what is at the end", "internal/papers/gpujoin/scan.go", "s.u[w.last] <= high", "s.u[w.last] < high", ofGPUJoin},
	{"gpusj: a point of a cell meets itself", "internal/papers/gpujoin/tasks.go", "s.places(t.rows[place], p, place+1, end)", "s.places(t.rows[place], p, place, end)", ofGPUJoin},
	{"gpusj: rows behind a range are left out", "internal/papers/gpujoin/tasks.go", "s.cut(t.work.First, t.work.Last)", "s.cut(t.work.First, t.work.First)", ofGPUJoin},
	{"gpujoin: a pair from both sides", "internal/papers/gpujoin/scan.go", "case other > row:", "case other != row:", ofGPUJoin},
	{"gpujoin: borderline pairs are pairs", "internal/papers/gpujoin/scan.go", "if n > sure {", "if n < sure {", ofGPUJoin},
	{"shortc: a sum is broken off at eps", "internal/papers/gpujoin/measure.go", "m.shortC && sum >= m.not", "m.shortC && sum >= m.not/2", ofGPUJoin},
	{"point slabs: what is at the end of a border is left out", "internal/pointengine/lineup.go", "v >= low && v <= high", "v >= low && v < high", ofPointSlabs},
	{"point slabs: searches need no room beside an index", "internal/pointengine/slabs.go", "left < kept {", "left < 0*kept {", ofPointSlabs},
	{"cells counted in part: of more dimensions by the hash of the first part", "internal/pointindex/estimate.go", "isDrawn(h, part/c.part)", "isDrawn(h, part)", ofCells},
	{"the ends of an axis: none above the first", "internal/pointindex/axis.go", "case v > most:", "case v > most && false:", ofCells},
	{"nearest: auto takes a paper's method", "internal/pointengine/auto.go", "if m.Paper == \"\" && (nearest == 0 || m.Nearest) {", "if nearest == 0 || m.Nearest {", ofStandIn},
	{"nearest: joins run on the cpu that stands in", "internal/pointengine/auto.go", "if nearest > 0 || !p.standIn {", "if nearest > 0 || !p.standIn || true {", ofStandIn},
	{"nearest: nobody says what stands in", "internal/pointengine/engine.go", "if !e.places[e.at].standIn {", "if true {", ofStandIn},
	{"foretold pairs: each row with itself", "internal/pointengine/foretell.go", "each = (each - 1) / 2", "each /= 2", ofPointSlabs},
	{"foretold pairs: what is compared of many is all", "internal/pointengine/foretell.go", "float64(found.Load()) * float64(step)", "float64(found.Load())", ofPointSlabs},
}
