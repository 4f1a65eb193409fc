package main

// The tests of Z-lists, and of the method that joins with them.
const (
	zorders = "./internal/papers/zorder"
	lssJoin = "./internal/papers/lss"
	clLists = "internal/papers/opencl/lss/"
	clHalf  = "./internal/papers/opencl/lss -run ^TestHalves$"
)

// ofZLists changes the order of points along curves, and the searched intervals.
var ofZLists = []mutant{
	{"zorder: bits of a code are counted in 16 bits", "internal/papers/zorder/code.go", "bits.LeadingZeros32(most)*len(a) + at, less", "int(uint16(bits.LeadingZeros32(most)*len(a)+at)), less", zorders},
	{"zorder: the greater difference decides, not the higher bit", "internal/papers/zorder/code.go", "most < x && most < x^most {", "most < x {", zorders},
	{"zorder: a box that touches the points has none", "internal/papers/zorder/frame.go", "from <= f.most[j]", "from < f.most[j]", zorders},
	{"zorder: an interval ends before the corner's code", "internal/papers/zorder/lists.go", "uint32(list.After(high, first))", "uint32(list.First(high))", zorders},
	{"lss: half intervals, each on its own list, as printed", "internal/papers/lss/search.go", "			all[i] = zorder.Interval{List: uint32(list), First: uint32(i + 1), Last: uint32(l.After(high, i+1))}\n", "			t.lists.Frame().Place(low, t.walkers.Row(int(rows[i])))\n			all[i] = t.lists.Shortest(low, high)\n", lssJoin},
	{"lss: half intervals end before the corner's code", "internal/papers/lss/search.go", "Last: uint32(l.After(high, i+1))}", "Last: max(uint32(i+1), uint32(l.First(high)))}", lssJoin},
	{"lss: half intervals begin with the point's code", "internal/papers/lss/search.go", "First: uint32(i + 1)", "First: uint32(i)", lssJoin},
	{"lss: the nearest bounds the others", "internal/papers/lss/nearest.go", "int(rows[len(rows)-1])", "int(rows[0])", "./internal/pointjoin/host -run ^TestSuite$/^lss"},
	{"cl: lss: half intervals, each on its own list, as printed", clLists + "search.cl", "    intervals[at] = (uint4)(list, at + 1, bound(k, r, places, frame, lists[list], high, at + 1, frame.count, 1), row);", "    uint4 own = (uint4)(0, 0, ~0u, row);\n    for (uint l = 0; l < search.lists; l++) {\n      __global const ulong *key = LIST_OF(keys, frame, l);\n      __global const uint *other = LIST_OF(rows, frame, l);\n      const uint first = bound(key, other, places, frame, lists[l], places + (size_t)row * frame.dimensions, 0, frame.count, 0);\n      const uint last = bound(key, other, places, frame, lists[l], high, first, frame.count, 1);\n      if (last - first < own.z - own.y) own = (uint4)(l, first, last, row);\n    }\n    intervals[at] = own;", clHalf},
	{"cl: lss: half intervals begin with the point", clLists + "search.cl", "(uint4)(list, at + 1, ", "(uint4)(list, at, ", clHalf},
	{"cl: lss: equal codes in any order", clLists + "sort.cl", "order < 0 || order == 0 && row < other", "order < 0 || order == 0 && row > other", "./internal/papers/opencl/lss -run ^TestSort$"},
	{"cl: lss: a chunk of an element too many", clLists + "join.go", "to := j.sums.Chunk(from, room)", "to := min(j.sums.Chunk(from, room)+1, total)", "./internal/papers/opencl/lss -run ^TestChunks$"},
	{"cl: lss: the nearest bounds the others", clLists + "nearest.cl", "least = fmin(least, heap[0])", "least = fmin(least, heap[near.k - 1])", "./internal/papers/opencl/lss -run ^TestBound$"},
}
