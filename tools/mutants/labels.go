package main

const (
	ofLabelTests   = "./cluster"
	ofVariantTests = "./internal/pointengine -run ^TestClusters|^TestTablesWait$"
	ofKnees        = "./cluster -run Knee|Quantiles"
	ofEps          = "./job -run ^TestPointDistances$|^TestAutoEps$"
	ofArrays       = "./points/format ./internal/output -run NPY|Array|Integers"
	ofTables       = "./internal/pointjoin/opencl -run ^TestSuite$/"
)

// ofLabels changes the labels of clusters: core points, the points of a cluster, and the numbering.
var ofLabels = []mutant{
	{"labels: a core point without itself", "cluster/sequential.go", "least: minPoints - 1}", "least: minPoints}", ofLabelTests},
	{"labels: a border point goes to the last cluster", "cluster/sequential.go", "if s.labels.Numbers[near] == Noise {", "if s.labels.Numbers[near] == Noise || !s.core(near) {", ofLabelTests},
	{"labels: a border point grows its cluster", "cluster/sequential.go", "		s.labels.put(row, number, BorderPoint)\n		return\n", "		s.labels.put(row, number, BorderPoint)\n", ofLabelTests},
	{"labels: noise stays noise", "cluster/labels.go", "	l.Noise--\n", "", ofLabelTests},
	{"labels: every lead is a cluster's", "cluster/labels.go", "return core[row] && lead[row] == uint32(row)", "return core[row] || lead[row] == uint32(row)", ofLabelTests},
	{"labels: every thread numbers from 0", "cluster/labels.go", "number += int64(before.leads)", "number += 0 * int64(before.leads)", ofLabelTests},
	{"labels: border points are left out", "cluster/labels.go", "case of == pointjoin.NoLead:", "case of == pointjoin.NoLead || !core[row]:", ofLabelTests},
	{"labels: a lead is a border point", "cluster/labels.go", "			l.Kinds[row] = CorePoint", "			l.Kinds[row] = BorderPoint", ofLabelTests},
	{"labels: noise is that of the last thread", "cluster/labels.go", "l.Clusters+c.leads, l.Noise+c.noise", "l.Clusters+c.leads, c.noise", ofLabelTests},
	{"labels: minpts may be none", "cluster/search.go", "if n < 1 {", "if n < 0 {", ofLabelTests},
	{"variants: each of eps and each of minpts alone", "cluster/search.go", "len(s.Eps) * len(s.MinPoints)", "len(s.Eps) + len(s.MinPoints)", ofLabelTests},
	{"variants: all are of the first minpts", "internal/pointengine/hybrid.go", "p.search.MinPoints[r.at]", "p.search.MinPoints[0]", ofVariantTests},
	{"variants: each has what the table cost", "internal/pointengine/hybrid.go", "	if r.at == 0 {\n", "	if r.at >= 0 {\n", ofVariantTests},
	{"tables: labels are promised for good", "internal/pointengine/hybrid.go", "	p.labels.Add(-p.labelBytes())", "	p.labels.Add(0 * p.labelBytes())", "./internal/pointengine -run ^TestPromised$"},
	{"tables: on a device points find those above them alone", "internal/papers/opencl/gpujoin/search.go", "s.launch(of, s.Scope(s.whole, doubts)", "s.launch(of, s.Scope(false, doubts)", ofTables},
	{"tables: on a device borderline pairs are in one list", "internal/papers/opencl/gpujoin/search.go", "s.Self() && !s.whole", "s.Self()", ofTables},
	{"variants: a table is freed with its first", "internal/pointengine/hybrid.go", "if r.of.left.Add(-1) == 0 {", "if r.of.left.Add(-1) >= 0 {", ofVariantTests},
	{"variants: no table waits for memory", "internal/pointengine/hybrid.go", "if held == 0 || !errors.Is(err, memory.ErrNoRoom) {", "if held >= 0 || !errors.Is(err, memory.ErrNoRoom) {", ofVariantTests},
	{"variants: an index is that of each minpts", "internal/pointengine/clusters.go", "v.Eps, v.Stats.Index, index = eps, index, 0", "v.Eps, v.Stats.Index, index = eps, index, index", ofVariantTests},
	{"knee: the last points set the scale", "cluster/knee.go", "farthest*d.at(99)", "1e300*d.at(99)", ofKnees},
	{"knee: where the curve is above its chord", "cluster/knee.go", "float64(i)/float64(n-1) - (", "-float64(i)/float64(n-1) + (", ofKnees},
	{"knee: of any curve", "cluster/knee.go", "case bulge < leastBulge:", "case bulge < 0:", ofKnees},
	{"knee: of few points", "cluster/knee.go", "if n < leastPoints {", "if n < 2 {", ofKnees},
	{"knee: at 0", "cluster/knee.go", "case knee == 0:", "case knee < 0:", ofKnees},
	{"knee: quantiles are rounded down", "cluster/knee.go", "(rest+all-1)/all-1", "rest/all-1", ofKnees},
	{"knee: minpts does not count the point", "job/pointdistances.go", "near := &nearestPoints{k: minPoints - 1,", "near := &nearestPoints{k: minPoints,", ofEps},
	{"knee: any of the nearest is the last", "job/pointdistances.go", "if int(rank) == d.rank {", "if int(rank) <= 1 {", ofEps},
	{"arrays: integers beyond 2^53", "points/format/npynumber.go", "bits <= most", "bits <= 2*most", ofArrays},
	{"arrays: an integer has no sign", "points/format/npynumber.go", "return float64(int16(h.order.Uint16(b)))", "return float64(h.order.Uint16(b))", ofArrays},
	{"arrays: a shape of one is a number", "internal/output/array.go", "		tuple += \",\"\n", "", ofArrays},
	{"headers: any numbers are pandas'", "points/format/headerless.go", "if name != strconv.Itoa(i) {", "if name != strconv.Itoa(i) && !isNumber([]byte(name)) {", "./points/format"},
	{"headers: blanks before a line are a field", "internal/infile/blanks.go", " || ends('\\n')):", "):", "./points/format ./internal/infile"},
}
