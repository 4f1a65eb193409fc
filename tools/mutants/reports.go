package main

const (
	reportFolder = "report/internal/encounters/"
	ofReportTest = "./report/internal/encounters"
	sceneFolder  = "internal/scene/"
	pageFolder   = "report/internal/page/"
	ofPageTest   = "./report/internal/page"
	groupsFolder = "report/internal/groups/"
	ofGroupsTest = "./report/internal/groups"
)

// ofReport changes the making of a page of encounters.
var ofReport = []mutant{
	{"report: the farthest rows are kept", reportFolder + "maker.go", "cmp.Compare(a.distance, b.distance)", "cmp.Compare(b.distance, a.distance)", ofReportTest},
	{"pages: the last rows are kept", pageFolder + "maker.go", "compare(m.Shown[n-1], r) <= 0", "compare(m.Shown[n-1], r) > 0", ofPageTest},
	{"pages: rows that are equal have no order", pageFolder + "maker.go", "return compare(m.Shown[i], r) > 0", "return compare(m.Shown[i], r) >= 0", ofPageTest},
	{"pages: rows change while they are kept", pageFolder + "maker.go", "m.content.Keep(r)", "r", ofPageTest},
	{"report: ties by the later row", reportFolder + "maker.go", "cmp.Compare(a.number, b.number)", "cmp.Compare(b.number, a.number)", ofReportTest},
	{"report: any distance is the distance of the data", pageFolder + "parser.go", "CoordinateError = 1e-9", "CoordinateError = 1e-3", ofReportTest},
	{"report: Parquet may be rounded", pageFolder + "parser.go", "if m.Result.Binary() || len(m.Shown) == 0 {", "if len(m.Shown) == 0 {", ofReportTest},
	{"report: a rounded time has no leeway", reportFolder + "check.go", "page.InstantAt(r.closest, time)", "page.InstantAt(r.closest, 0*time)", ofReportTest},
	{"report: objects may be nowhere", reportFolder + "check.go", "if !o.There(r.closest, instant) {", "if false {", ofReportTest},
	{"report: ends that data cut tell a threshold", reportFolder + "check.go", "r.open&trajectory.OpenEnd == 0 {", "true {", ofReportTest},
	{"report: radii are part of the threshold", reportFolder + "check.go", " - q.Radius(q.Traj) - e.Radius(e.Traj)", "", ofReportTest},
	{"report: three samples around", reportFolder + "page.go", "aroundSamples   = 4", "aroundSamples   = 3", ofReportTest},
	{"report: windows end inside of a segment", sceneFolder + "mover.go", "sort.SearchFloat64s(t, until)+1)", "sort.SearchFloat64s(t, until))", ofReportTest},
	{"report: gaps are drawn", reportFolder + "page.go", "a, b := max(first, p.First), min(last, p.First+p.Samples)", "a, b := first, min(last, p.First+p.Samples)", ofReportTest},
	{"report: east is west", sceneFolder + "frame.go", "{-sinLon, cosLon, 0}", "{sinLon, -cosLon, 0}", ofReportTest},
	{"report: wider bins lose every other", sceneFolder + "histogram.go", "d.counts[2*i] + d.counts[2*i+1]", "d.counts[2*i]", "./internal/testing/leaves -run ^TestDistribution$"},
	{"report: spans that overlap stay apart", pageFolder + "intervals.go", "n >= 0 && s[0] <= out[n][1]", "n >= 0 && s[0] < out[n][0]", ofPageTest},
	{"report: rows that are mirrored count twice", reportFolder + "row.go", "r.number == last.number+1", "r.number == last.number+2", ofReportTest},
	{"report: names that both have are one", reportFolder + "intervals.go", "; both {\n", "; both && false {\n", ofReportTest},
	{"report: threads of components end early", reportFolder + "meetings.go", "g.parent[g.root(pair[0])] = g.root(pair[1])", "g.parent[pair[0]] = pair[1]", ofReportTest},
	{"report: hits of another distance", reportFolder + "check.go", "if least > within ||", "if least > within && false ||", ofReportTest},
	{"report: curves miss their least", reportFolder + "svgcurve.go", "all = append(all, p.leastBetween(step))", "all = append(all, step.from)", ofReportTest},
	{"report: curves turn at one of the two alone", reportFolder + "svgcurve.go", "for _, k := range []*Track{&p.Query, &p.Entry} {", "for _, k := range []*Track{&p.Query} {", ofReportTest},
	{"report: curves go on in gaps", reportFolder + "svgcurve.go", "max(a.from, b.from), min(a.until, b.until)", "max(a.from, b.from), max(a.until, b.until)", ofReportTest},
	{"report: point events are there at all times", reportFolder + "svg.go", "if w.pass.Query.Event || w.pass.Entry.Event {", "if false {", ofReportTest},
	{"report: names are markup of pictures", "internal/svg/svg.go", "xml.EscapeText(w, []byte(text))", "xml.EscapeText(w, nil)\n\tw.WriteString(text)", ofReportTest},
	{"report: names turn the text around", reportFolder + "svg.go", `<tspan unicode-bidi="isolate">`, `<tspan>`, ofReportTest},
	{"orbits: cross is the other way", reportFolder + "orbit.go", "vec3.Cross(at, way)", "vec3.Cross(way, at)", ofReportTest},
	{"orbits: along is the other way", reportFolder + "orbit.go", "vec3.Cross(cross, radial)", "vec3.Cross(radial, cross)", ofReportTest},
	{"orbits: places of the query from the entry", reportFolder + "orbit.go", "vec3.Minus(e.At(e.Traj, r.instant), at)", "vec3.Minus(at, e.At(e.Traj, r.instant))", ofReportTest},
	{"orbits: ways end at the time", reportFolder + "orbit.go", "math.Nextafter(t, math.Inf(1))", "math.Nextafter(t, math.Inf(-1))", ofReportTest},
	{"orbits: ways begin at the time", reportFolder + "orbit.go", "		g, _ = o.Around(o.Traj, math.Nextafter(t, math.Inf(-1)))\n", "", ofReportTest},
	{"orbits: a splice belongs to the piece behind", reportFolder + "check.go", "		found = before // ", "		r.instant = r.closest\n		found = before // ", ofReportTest},
	{"orbits: rounding is a plane", reportFolder + "orbit.go", "const least = 1e-9", "const least = -1", ofReportTest},
	{"orbits: frames turn", reportFolder + "orbit.go", "	}\n	return false\n", "	}\n	return true\n", ofReportTest},
	{"orbits: of any planet", reportFolder + "orbit.go", `about != "EARTH"`, `about == ""`, ofReportTest},
	{"orbits: in a plane", reportFolder + "orbit.go", " || !m.Data.InSpace()", "", ofReportTest},
	{"orbits: rows of orbits have no bytes", reportFolder + "page.go", "orbitBytes = 40", "orbitBytes = 0", ofReportTest},
	{"report: pictures do not sort", reportFolder + "svg.go", "len(strconv.Itoa(len(m.Shown)))", "1", ofReportTest},
}

// ofGroupPages changes the making of a page of groups.
var ofGroupPages = []mutant{
	{"group pages: the smallest are kept", groupsFolder + "maker.go", "cmp.Compare(b.most, a.most)", "cmp.Compare(a.most, b.most)", ofGroupsTest},
	{"group pages: rows of a group may stand apart", groupsFolder + "read.go", "if r.group < b.found.number {", "if false {", ofGroupsTest},
	{"group pages: rows of a group may differ", groupsFolder + "read.go", "r.start != f.start || r.end != f.end ||", "", ofGroupsTest},
	{"group pages: there may be more members than the size", groupsFolder + "read.go", "b.at > r.size", "false", ofGroupsTest},
	{"group pages: who comes back was never away", groupsFolder + "read.go", "case b.last[at] == tick-1:", "case b.last[at] < tick:", ofGroupsTest},
	{"group pages: members may be nowhere", sceneFolder + "path.go", "t[p.First] <= until && t[p.First+p.Samples-1] >= from", "t[p.First] <= until || t[p.First+p.Samples-1] >= from", ofGroupsTest},
	{"group pages: the middle need not be connected", groupsFolder + "check.go", "moments := []float64{f.start, f.middle, f.end}", "moments := []float64{f.start, f.end}", ofGroupsTest},
	{"group pages: the end need not be connected", groupsFolder + "check.go", "moments := []float64{f.start, f.middle, f.end}", "moments := []float64{f.start, f.middle}", ofGroupsTest},
	{"group pages: convoys are connected between ticks", groupsFolder + "check.go", "if m.Result.Method() == string(group.Convoy) {", "if m.Result.Method() == string(group.Moving) {", ofGroupsTest},
	{"group pages: breaks end links", groupsFolder + "check.go", "|| m.Result.MaxBreak() > 0", "", ofGroupsTest},
	{"group pages: members alone are linked", groupsFolder + "check.go", "m.apart(trajs, m.others(trajs), t,", "m.apart(trajs, nil, t,", ofGroupsTest},
	{"group pages: who was not read connects nobody", groupsFolder + "check.go", "case m.Sampled.EntryTrajs != nil:", "case false:", ofGroupsTest},
	{"group pages: Parquet may be rounded", pageFolder + "parser.go", "if m.Result.Binary() || len(m.Shown) == 0 {", "if len(m.Shown) == 0 {", ofGroupsTest},
	{"group pages: a rounded time has no leeway", pageFolder + "parser.go", "math.Pow10(-digits) / 2", "0", ofGroupsTest},
	{"group pages: nobody is near but in the same cell", groupsFolder + "graph.go", "float64(i%3-1)", "0", ofGroupsTest},
	{"group pages: ends of lines are left out", sceneFolder + "path.go", "row == piece[1]-1 ||", "", ofGroupsTest},
	{"group pages: samples beside the start are left out", sceneFolder + "path.go", "t[row-1] <= time.From && time.From <= t[row+1] ||", "", ofGroupsTest},
	{"group pages: paths begin inside of a segment", sceneFolder + "mover.go", "return t[i] > from }) - 1", "return t[i] > from })", ofGroupsTest},
	{"group pages: windows go beyond the data", sceneFolder + "path.go", "max(most.From, time.From-max(around,", "min(most.From, time.From-max(around,", ofGroupsTest},
	{"group pages: centres are the first member", groupsFolder + "window.go", "sum[k] += (v - sum[k]) / n", "sum[k] += (v - sum[k]) * (1 - min(n-1, 1))", ofGroupsTest},
	{"group pages: pages grow beyond their size", groupsFolder + "page.go", "if bytes <= m.Bytes ||", "if bytes >= 0 ||", ofGroupsTest},
}
