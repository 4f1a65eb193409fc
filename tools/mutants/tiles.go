package main

const (
	tileFolder   = "internal/pointjoin/host/internal/tile/"
	ofTilesTests = "./internal/pointjoin/host/internal/tile"

	deviceTiles      = "internal/pointjoin/opencl/internal/tiles/"
	deviceTilesTests = "./internal/pointjoin/opencl/internal/tiles"
)

// ofTiles changes tiles of points, the limits of their float32 sums, and nearest points.
var ofTiles = []mutant{
	{"tiles: offsets are taken for exact outwards", tileFolder + "filter.go", "far, near := f.eps+off,", "far, near := f.eps,", ofTilesTests},
	{"tiles: offsets are taken for exact inwards", tileFolder + "filter.go", "far, near := f.eps+off, f.eps-off", "far, near := f.eps+off, f.eps", ofTilesTests},
	{"tiles: sums are taken for exact", tileFolder + "filter.go", "float64(len(f.Order)+8) * 0x1p-24", "float64(len(f.Order)+8) * 0x1p-34", ofTilesTests},
	{"tiles: float32 decides whatever eps is", tileFolder + "filter.go", "off <= f.eps/16", "off <= f.eps*16", ofTilesTests},
	{"tiles: a point meets itself", tileFolder + "worker.go", "valid &= ^uint32(0) << at.i << 1", "valid &= ^uint32(0) << at.i", ofTilesTests},
	{"tiles: what fills a panel up is found", tileFolder + "worker.go", "valid = 1<<left - 1", "valid = 2<<left - 1", ofTilesTests},
	{"tiles: a tile does not meet the next", tileFolder + "worker.go", "first = max(first, tile)", "first = max(first, tile+1)", ofTilesTests},
	{"tiles: boxes at eps are apart", tileFolder + "bounds.go", "sum += float64(gap * gap); sum >= b.not", "sum += float64(gap * gap); sum >= b.certainly", ofTilesTests},
	{"tiles: a box holds its first half alone", tileFolder + "tree.go", "max(one.most[j], other.most[j])", "one.most[j]", ofTilesTests},
	{"tiles: pairs stand in the order of tiles", tileFolder + "pairbuffer.go", "w.self && e < q", "w.self && e > q", ofTilesTests},
	{"tiles: a range begins a row late", tileFolder + "index.go", "int(row) >= first &&", "int(row) > first &&", ofTilesTests},
	{"tiles: nearest points are aimed at as if offsets were exact", tileFolder + "panel.go", "0x1p-140 + s.off", "0x1p-140", ofTilesTests},
	{"tiles: a query is its own neighbour", tileFolder + "nearest.go", "!s.self || row", "s.self || row", ofTilesTests},
	{"tiles: the first query tells for all which tiles are beyond", tileFolder + "nearest.go", "range s.kept {\n		if !k.Beyond", "range s.kept[:1] {\n		if !k.Beyond", ofTilesTests},
	{"tiles: nearest points of one query are those of all", tileFolder + "nearest.go", "if !k.Beyond(gap) {\n			return false", "if k.Beyond(gap) {\n			return true", ofTilesTests},
	{"tiles: sums stop when one is beyond eps", "internal/asm/tiles/main.go", "VMINPS(least[i]", "VMAXPS(least[i]", ofTilesTests},
	{"tiles on devices: products are taken for exact", deviceTiles + "near.cl", "far * far / 2 + blur", "far * far / 2", deviceTilesTests},
	{"tiles on devices: coarse offsets are taken for exact", deviceTiles + "near.cl", "(far + coarse) * (far + coarse) / 2 + blur", "far * far / 2 + blur", deviceTilesTests},
	{"tiles on devices: a lane settles the other side's points", deviceTiles + "matrix.cl", "lane % 4 * 2 + i % 2, scope", "lane % 4 * 2, scope", deviceTilesTests},
	{"tiles on devices: the mark of another tile", deviceTiles + "near.cl", "1u << tile % 32", "1u << (tile + 1) % 32", deviceTilesTests},
	{"tiles on devices: what outgrows the queue is lost", deviceTiles + "compare.cl", "more = queued > QUEUE;", "more = false;", deviceTilesTests},
}
