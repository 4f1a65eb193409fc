package main

const (
	nearestFolder  = "internal/nearest/"
	ofNearestRanks = "./internal/agree -run ^TestNearest$"
	ofRounds       = "./internal/nearest"
	ofApproaches   = "./internal/nearest -run ^TestRepeats$|^TestCompareKeys$"
	ofLeastSquares = "./interaction -run ^TestLeast$"
	ofVerifyRanks  = "./verify -run Nearest"
)

// ofNearest changes the ranks of the nearest entries, and the rounds that find them.
var ofNearest = []mutant{
	{"nearest: an earlier passage as close is left out", nearestFolder + "approach.go", "if o.low <= a.high {", "if o.low < a.high {", ofNearestRanks},
	{"nearest: what rests repeats whatever rests", nearestFolder + "approach.go", "constant && was && r == before", "constant && was && r[0] == before[0]", ofApproaches},
	{"nearest: what moves alike repeats what is elsewhere in time", nearestFolder + "approach.go", "if !rest && (p.q.T0 != p.e.T0 || p.q.T1 != p.e.T1) {", "if !rest && false {", ofApproaches},
	{"nearest: the last instant of least distance", nearestFolder + "approach.go", "square.Cmp(a.exact.square) < 0:", "square.Cmp(a.exact.square) <= 0:", ofNearestRanks},
	{"nearest: the segments before a joint own it", nearestFolder + "approach.go", "at.Cmp(a.exact.at) == 0: //", "at.Cmp(a.exact.at) == 0 && false: //", ofNearestRanks},
	{"nearest: computed keys rank", nearestFolder + "approach.go", "case a.high < b.low:\n\t\treturn -1\n\tcase b.high < a.low:", "case a.low < b.low:\n\t\treturn -1\n\tcase b.low < a.low:", ofNearestRanks},
	{"nearest: radii do not count", nearestFolder + "approach.go", "compareKeys(x.square, y.square, a.radius, b.radius)", "compareKeys(x.square, y.square, 0, 0)", ofNearestRanks},
	{"nearest: the lesser radius is taken off", nearestFolder + "approach.go", "return -compareKeys(y, x, s, r)", "return compareKeys(y, x, s, r)", ofApproaches},
	{"nearest: the square of a difference of radii is left out", nearestFolder + "approach.go", "rest.Sub(rest, dd).Sign() < 0", "rest.Sign() < 0", ofApproaches},
	{"nearest: equal keys are in order of entries", nearestFolder + "approach.go", "a.radius, b.radius), x.at.Cmp(y.at), cmp", "a.radius, b.radius), cmp", ofNearestRanks},
	{"nearest: equal keys at one instant are in any order", nearestFolder + "approach.go", "cmp.Compare(a.entry, b.entry))\n}\n\n// compareKeys", "cmp.Compare(b.entry, a.entry))\n}\n\n// compareKeys", ofNearestRanks},
	{"nearest: of two that end at once the entry goes on", nearestFolder + "times.go", "goesOn && until <= other:", "goesOn && until < other:", ofNearestRanks},
	{"nearest: shared time is not cut to the window", nearestFolder + "times.go", "t.eachPair(entry, t.window, func(_, _", "t.eachPair(entry, interaction.Unbounded(), func(_, _", ofNearestRanks},
	{"nearest: later pieces share no time", nearestFolder + "times.go", "if last > end || last == end && e.GoesOn {", "if k > 0 || last > end || last == end && e.GoesOn {", "./internal/nearest -run ^TestPiecesShareTime$"},
	{"nearest: a candidate as far as the last is left out", nearestFolder + "shortlist.go", "if c.key > l.most {", "if c.key >= l.most-r.margin {", ofRounds},
	{"nearest: no margin at the K-th", nearestFolder + "shortlist.go", "!(l.candidates[n].key > l.most)", "l.candidates[n].key < last", ofNearestRanks},
	{"nearest: as far as the K-th is among the K", nearestFolder + "shortlist.go", "l.candidates[sure].key < last-r.margin", "l.candidates[sure].key <= last", ofRounds},
	{"nearest: a list stays cut in the next round", nearestFolder + "shortlist.go", "		l.most = math.Inf(1)\n", "		l.most = math.Inf(-1)\n", ofRounds},
	{"nearest: a query is done with less than K", nearestFolder + "rounds.go", "r.lists[q].offered >= r.K ||", "r.lists[q].offered >= r.K-1 ||", ofNearestRanks},
	{"nearest: rows come twice", nearestFolder + "rounds.go", "		r.lists[q].clear()\n", "		_ = q\n", ofNearestRanks},
	{"nearest: in a join the lesser alone has neighbours", nearestFolder + "rounds.go", "	if !both {\n", "	if !both || true {\n", ofNearestRanks},
	{"nearest: excluded is the number in the round", nearestFolder + "rounds.go", "excluded[i] = uint32(q); !r.Rule.Join", "excluded[i] = uint32(i); !r.Rule.Join", ofNearestRanks},
	{"nearest: the queries of a round are the first of all", nearestFolder + "rounds.go", "r.offer(open[e.QueryTraj[first]], cand", "r.offer(int(e.QueryTraj[first]), cand", ofNearestRanks},
	{"nearest: an encounter as close is left out", nearestFolder + "rounds.go", "if !(e.Distance[i] > c.key+rank.margin) {", "if i == first && e.Distance[i] == c.key {", ofNearestRanks},
	{"nearest: a threshold is rounded beyond the last round's", nearestFolder + "rounds.go", "radius+reach >= radius+r.most", "radius < 0 || reach >= r.most", ofRounds},
	{"nearest: every query makes all rounds", nearestFolder + "rounds.go", "	*open = left\n", "	if len(left) == 0 {\n		*open = left\n	}\n", ofRounds},
	{"nearest: a distance that does not grow stays", nearestFolder + "rounds.go", "		far = r.most\n", "		far += 0\n", ofRounds + " -run ^TestSmallestDistances$"},
	{"nearest: no greatest distance", nearestFolder + "search.go", "min(diagonalOf(s.Queries, s.Entries), s.MaxDistance)", "diagonalOf(s.Queries, s.Entries)", ofNearestRanks},
	{"nearest: distances are not lowered to the greatest", nearestFolder + "search.go", "margin: margin, distance: r.MaxDistance", "margin: margin, distance: r.MaxDistance*2 + 1", ofNearestRanks},
	{"nearest: a point has a speed", closestFile, "		return math.NaN()\n", "		return 0\n", ofNearestRanks},
	{"nearest: an instant has no speed", closestFile, "		a.Speed = ownSpeed(&q, &e)\n", "", ofNearestRanks},
	{"nearest: the query alone says for how long", closestFile, "if e.T1-e.T0 < hi-lo {", "if false {", "./interaction -run ^TestSpeedOfOwners$"},
	{"nearest: what rests goes on resting wherever it is", nearestFolder + "times.go", "x[row] == x[row+1] && y[row]", "x[row] == x[row] && y[row]", ofRounds + " -run ^TestRests$"},
	{"nearest: an instant at rest stands for later ones", nearestFolder + "times.go", "t.window.From) < min(", "t.window.From) <= min(", ofNearestRanks},
	{"nearest: the least squared distance alone is near", nearestFolder + "narrowing.go", "!(o.square > limit)", "o.square == least", ofNearestRanks},
	{"nearest: encounters of one segment are in order though they are tied", nearestFolder + "ranking.go", "!(c.key-candidates[i-1].key > r.margin)", "false", ofRounds},
	{"nearest: an instant is an encounter of one segment", nearestFolder + "ranking.go", "!(r.sharedOnce(query, int(c.entry)) > 0)", "false", ofRounds},
	{"nearest: rows of early queries are not moved up", nearestFolder + "early.go", "if first[n] < n*e.K {", "if false {", ofRounds},
	{"nearest: the diagonal is rounded", nearestFolder + "ranking.go", "sides[2]) * (1 + 0x1p-40)", "sides[2]) * (1 - 0x1p-52)", ofNearestRanks},
	{"nearest: the computed distance has no error", "interaction/least.go", "return max(distance-bound, 0), distance + bound, true", "return max(distance-0*bound, 0), distance + 0*bound, true", ofLeastSquares},
	{"nearest: what stays as far is closest at the end", "interaction/least.go", "case p.b.Sign() >= 0:", "case p.b.Sign() > 0:", ofLeastSquares},
	{"nearest: the unit of long lengths is the unit of short ones", "interaction/least.go", "	if length < 0 {\n", "	if false {\n", ofLeastSquares},
	{"verify: nearest entries have no radii", "verify/ranks.go", "cmp.Or(compareKeys(a.square, r.entries.Radius(a.entry), b.square, r.entries.Radius(b.entry))", "cmp.Or(a.square.Cmp(b.square)", ofVerifyRanks},
	{"verify: a nearest entry as far as the K-th is left out", "verify/ranks.go", "return n.low > most[r.Search.K-1]", "return n.low > most[r.Search.K-1]-1e-6", ofVerifyRanks},
	{"verify: no greatest distance of nearest entries", "verify/ranks.go", "return d == nil ||", "return true ||", ofVerifyRanks},
	{"verify: rows of nearest entries are in any order", "verify/cutend.go", "k.place[2] = int(number(\"rank\"))", "k.place[2] = 0", ofVerifyRanks},
	{"verify: a query without rows is not looked at", "verify/sample.go", "	for _, q := range dice.Perm(n) {\n", "	for _, q := range dice.Perm(0) {\n", ofVerifyRanks},
}
