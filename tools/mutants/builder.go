package main

const (
	ofBuilder = "./trajectory -run ^TestBuilder$"
	ofCores   = "./trajectory -run OnAnyCores$"
	ofJumps   = "./trajectory -run ^TestJumps|^TestBand$"
)

// ofBuilders changes the builders that make segments of rows.
var ofBuilders = []mutant{
	{"jumps: a band may be narrow", "trajectory/jumps.go", "const apart, far, rest = 2, 5, 4", "const apart, far, rest = 1, 5, 4", ofJumps},
	{"jumps: a third of the segments may jump", "trajectory/jumps.go", "const apart, far, rest = 2, 5, 4", "const apart, far, rest = 2, 5, 2", ofJumps},
	{"jumps: one segment is enough", "trajectory/jumps.go", "beyond >= 2 &&", "beyond >= 1 &&", ofJumps},
	{"jumps: whoever is fast for long jumps", "trajectory/jumps.go", "; 2*leaps < j.Segments {", "; leaps < 0 {", ofJumps},
	{"jumps: row by row, whoever is fast for long jumps", "trajectory/jumptally.go", "; 2*leaps < j.Segments {", "; leaps < 0 {", ofJumps},
	{"jumps: a gap is a way", "trajectory/jumptally.go", "k.flags&seen != 0 && parted == 0 {\n\t\tb.jumps", "k.flags&seen != 0 {\n\t\tb.jumps", ofJumps},
	{"jumps: a limit of speed is none", "trajectory/columns.go", "return o.MaxSpeed == 0 && o.Until", "return o.Until", ofJumps},
	{"jumps: parts of a way are segments", "trajectory/builder.go", "			b.went(number, k, s.T, &at, 0)\n", "", ofJumps},
	{"builder: a sample between two ways that are too fast stays", "trajectory/builder.go", "if k.flags&leapt != 0 {", "if k.flags&leapt != 0 && false {", ofBuilder},
	{"builder: pieces of rows are joined", "trajectory/builder.go", "case k.flags&ended != 0, other:", "case k.flags&ended != 0:", ofBuilder},
	{"builder: what follows an ended piece goes on with it", "trajectory/ends.go", "k.flags, k.past = seen|ended, k.past|parted", "k.past |= parted", "./internal/spool -run ^TestMaxSpeedOfRowGroups$|^TestRulesOfRowGroups$"},
	{"builder: a gap is joined", "trajectory/builder.go", "case b.o.MaxGap > 0 && c.T[row]-k.t > b.o.MaxGap:", "case b.o.MaxGap > 0 && c.T[row]-k.t > 2*b.o.MaxGap:", ofBuilder},
	{"builder: radii may differ", "trajectory/builder.go", "(!b.has.radius || c.R[row] == *b.radii.at(number))) {", "true) {", ofBuilder},
	{"builder: plain rows may differ in radius", "trajectory/plainrows.go", "(!b.has.radius || c.R[row] == *b.radii.at(number))", "true", ofBuilder},
	{"builder: plain rows are joined over gaps", "trajectory/plainrows.go", "t-k.t <= b.farthest", "t-k.t <= 2*b.farthest", ofBuilder},
	{"builder: plain rows go back", "trajectory/plainrows.go", "t > k.t && t-k.t", "t-k.t", ofBuilder},
	{"builder: plain rows are not finite", "trajectory/plainrows.go", "b.isPlain(c, row, 0, k) && c.bounded(row)", "b.isPlain(c, row, 0, k)", ofBuilder},
	{"builder: no limit holds along a path", "trajectory/builder.go", "case b.o.MaxSpeed > 0 && path.Faster(&last, s, b.o.MaxSpeed):", "case false:", ofBuilder},
	{"builder: ways along a path are split over gaps", "trajectory/builder.go", "if k.flags&seen != 0 && parted == 0 {\n\t\tlast", "if k.flags&seen != 0 {\n\t\tlast", ofBuilder},
	{"builder: a place ends as it begins", "trajectory/builder.go", "return b.step(number, k, *b.o.Until, &at, 1, 0)", "return nil", ofBuilder},
	{"builder: no gap is told", "trajectory/builder.go", "return b.to.Close(m)", "return nil", ofBuilder},
	{"builder: a repeat is bad", "trajectory/builder.go", "s.V, before.V = [3]float64{}, [3]float64{}", "s.V, before.V = [3]float64{1}, [3]float64{}", ofBuilder},
	{"new: gaps stay where they were before parts", "trajectory/weave.go", "shift += splits[0].Parts - 1", "shift += 0", ofBuilder},
	{"new: a place has one sample", "trajectory/weave.go", "if until == nil {", "if until == nil || true {", ofBuilder},
	{"new: ways are cut by a path that was too narrow", "trajectory/weave.go", "p.splits = nil\n", "continue\n", ofBuilder},
	{"new: widened paths cut across gaps", "trajectory/weave.go", "row := piece.First + 1", "row := max(1, piece.First)", ofBuilder},
	{"new: ids of rows that are all bad stay", "trajectory/portion.go", "q.ids.slice(q.traj, q.traj+1)", "q.ids.slice(n, n+1)", ofBuilder},
	{"new: gaps stay where they were before rows were dropped", "trajectory/gatherer.go", "s.gaps = appendShifted(s.gaps, q.gaps, q.from, q.kept, moved)", "s.gaps = appendShifted(s.gaps, q.gaps, q.from, q.kept, 0)", ofCores},
	{"new: portions stay where they are", "trajectory/gatherer.go", "column != nil && kept < q.from", "column != nil && kept < 0", ofCores},
	{"new: the last portion's bad row is told", "trajectory/gatherer.go", "(wrong == nil || q.wrong.Row < wrong.Row)", "(wrong == nil || true)", ofCores},
	{"new: the longest time is the last portion's", "trajectory/distantsamples.go", "f.most = max(f.most, o.most)", "f.most = o.most", ofCores},
	{"new: ids are sought among greater ones", "trajectory/rank.go", "if ids[row] < distinct[rank] {", "if ids[row] > distinct[rank] {", ofCores},
	{"new: later owners begin at the first row", "trajectory/order.go", "at := sums[k]", "at := 0 * sums[k]", ofCores},
	{"new: extents are of the first range", "trajectory/extent.go", "range parts[1:] {", "range parts[:1] {", ofCores},
}
