package main

const (
	clJoinFolder = "internal/papers/opencl/gpujoin/"
	ofJoinTests  = "./internal/papers/opencl/gpujoin"
)

// ofDeviceJoins changes gpusj and gpujoin on devices: visits of cells, comparisons, and the cutting of batches.
var ofDeviceJoins = []mutant{
	{"cl gpusj: UNICOMP visits the cells above alone", clJoinFolder + "visits.cl", "occur & ~OWN : 0;", "occur & ABOVE : 0;", ofJoinTests},
	{"cl gpusj: the own cell is met from both sides", clJoinFolder + "join.cl", "from = at + 1;", "from = places[cell];", ofJoinTests},
	{"cl gpusj: of an id the first word decides", clJoinFolder + "visits.cl", "uint w = words - 1;", "uint w = 0;", ofJoinTests},
	{"cl gpusj: pairs held back are lost", clJoinFolder + "visits.cl", "    give(found, batch.room, held, kept.holding);\n", "", ofJoinTests},
	{"cl gpusj: a cell is one tile", clJoinFolder + "shared.cl", "start < end; start += WG", "start < min(end, begin + WG); start += WG", ofJoinTests},
	{"cl gpusj: a visited cell is one tile", clJoinFolder + "shared.cl", "first < to; first += WG", "first < min(to, from + WG); first += WG", ofJoinTests},
	{"cl gpusj: rows begin where they end", clJoinFolder + "sort.cl", "seconds[atomic_inc(&starts[(found[1 + i] >> 32) + 1])]", "seconds[atomic_inc(&starts[found[1 + i] >> 32])]", ofJoinTests},
	{"gpusj: an estimate is what it may be off by", clJoinFolder + "plan.go", "b := (1 + 2*alpha) * total / lanes", "b := (1 - 2*alpha) * total / lanes", ofJoinTests},
	{"gpusj: large results have batches without slack", clJoinFolder + "plan.go", "math.Ceil((1 + alpha) * total", "math.Ceil(total", ofJoinTests},
	{"gpusj: batches are equally long", clJoinFolder + "plan.go", "(s.count - l + n - 1) / n", "s.count / n", ofJoinTests},
	{"gpusj: what outgrew its room is done", clJoinFolder + "batches.go", "b.waiting = append(l.batch.cut(n), b.waiting...)", "b.waiting = append(l.batch.cut(n)[1:], b.waiting...)", ofJoinTests},
}
