package main

// The tests of Z-lists, and of the method that joins by them.
const (
	zorders = "./points/pointindex/zorder"
	lssJoin = "./points/pointjoin/lss"
)

// ofZLists are changes to the order of points along curves, and to the intervals that are searched.
var ofZLists = []mutant{
	{"zorder: the greater difference decides, not the higher bit", "points/pointindex/zorder/code.go", "most < x && most < x^most {", "most < x {", zorders},
	{"zorder: a box that touches the points has none", "points/pointindex/zorder/frame.go", "from <= f.most[j]", "from < f.most[j]", zorders},
	{"zorder: an interval ends before the corner's code", "points/pointindex/zorder/lists.go", "uint32(list.After(high, first))", "uint32(list.First(high))", zorders},
	{"lss: half intervals, each on its own list, as printed", "points/pointjoin/lss/search.go", "			all[i] = zorder.Interval{List: uint32(list), First: uint32(i + 1), Last: uint32(l.After(high, i+1))}\n", "			t.lists.Frame().Place(low, t.walkers.Row(int(rows[i])))\n			all[i] = t.lists.Shortest(low, high)\n", lssJoin},
	{"lss: half intervals end before the corner's code", "points/pointjoin/lss/search.go", "Last: uint32(l.After(high, i+1))}", "Last: max(uint32(i+1), uint32(l.First(high)))}", lssJoin},
	{"lss: half intervals begin with the point's code", "points/pointjoin/lss/search.go", "First: uint32(i + 1)", "First: uint32(i)", lssJoin},
	{"lss: the nearest bounds the others", "points/pointjoin/lss/nearest.go", "int(rows[len(rows)-1])", "int(rows[0])", "./points/pointjoin/host -run ^TestSuite$/^lss"},
}
