package main

import (
	"io/fs"
	"strings"
)

// allowed lists code that may have fused operations, or call functions of package math that differ:
// a folder of packages, with code inlined from there, or a function.
var allowed = []struct{ name, why string }{
	{"flyby/internal/predict", "predicts times, and chooses among ways to the same answer"},
	{"flyby/internal/estimate", "estimates the workload of a search, for internal/predict"},
	{"flyby/internal/calibrate", "measures times, for internal/predict"},
	{"flyby/internal/pointjoin/host.predict", "predicts times, and chooses among ways to the same answer"},
	{"flyby/internal/pointjoin/host/internal/tile.Predict", "predicts times, and chooses among ways to the same answer"},
	{"flyby/internal/pointjoin/host/internal/tile.Whole", "predicts times, and chooses among ways to the same answer"},
	{"flyby/internal/pointjoin/host/internal/tile.indexOf", "predicts times"},
	{"flyby/internal/pointjoin/host/internal/tile.extent", "looks at a sample for that"},
	{"flyby/internal/pointjoin/host.prefersPairs", "predicts times, and chooses among ways to the same answer"},
	{"flyby/internal/pointjoin/host/internal/tile.predicted", "predicts times"},
	{"flyby/internal/pointjoin/dense.cost", "predicts times, and chooses how many dimensions are indexed"},
	{"flyby/internal/papers/pointindex.Costs", "predicts times, and chooses how many dimensions are indexed"},
	{"flyby/internal/pointengine.nthOf", "chooses a method"},
	{"flyby/internal/pointengine.reach", "chooses a method"},
	{"flyby/internal/pointjoin/host.look", "looks at a sample for that"},
	{"flyby/internal/pointjoin/host.leafSides", "looks at a sample for that"},
	{"flyby/internal/pointengine.(*Engine).clusterSeconds", "predicts times"},
	{"flyby/internal/nearest.(*rounds).guess", "says how far the first round searches, whatever is found"},
	{"flyby/internal/nearest.(*rounds).instants", "says how far rounds search, whatever is found"},
	{"flyby/internal/nearest.distance", "says how far rounds search, whatever is found"},
	{"flyby/internal/nearest.diagonalOf", "says how far the last round searches, by a millionth of a millionth beyond all"},
	{"flyby/verify/internal/visits.ballOf", "returns bounds, of thousands of times the error"},
	{"flyby/verify/internal/visits.length", "for bounds, of thousands of times the error"},
	{"flyby/verify/internal/visits.(*leg).altitudes", "returns bounds, of thousands of times the error"},
	{"flyby/verify.roughly", "returns bounds, of hundreds of times the error"},
	{"flyby/internal/engine.(*report)", "tells how far a search has come"},
	{"flyby/internal/engine.(*execution).report", "tells how far a search has come"},
	{"flyby/internal/engine.(*listing).run", "tells how far a search has come"},
	{"flyby/internal/engine.(*listing).progress", "tells how far a search has come"},
	{"flyby/internal/engine.(*execution).budget", "says how many queries are searched with at a time, whatever is found"},
	{"flyby/internal/survey.distance", "tells speeds of the data, which are shown in few digits"},
	{"flyby/internal/papers/pointindex.Estimate.Operations", "tells what a join would do, whatever it finds"},
	{"flyby/internal/papers/pointindex.distinctCells", "counts cells for the choice of how many dimensions are indexed"},
	{"flyby/internal/pointjoin/rowgrid.(*sample)", "predicts times, and chooses among ways to the same answer"},
	{"flyby/internal/fit", "fits curves to measured times, for internal/predict"},
	{"flyby/datasets.epicycle.at", "Disc, which benchmarks alone use, has the sines of package math that its figures were measured with"},
}

// exact lists the functions of package math whose results are defined to the bit.
const exact = " abs ceil copysign dim float32bits float32frombits float64bits float64frombits floor fma frexp ilogb inf isinf isnan" +
	" ldexp max min mod modf nan nextafter nextafter32 remainder round roundtoeven signbit sqrt trunc normalize "

// isExact reports whether a function of package math, however it is written, is exact.
func isExact(name string) bool {
	name = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(name, "math."), "arch"))
	return strings.Contains(exact, " "+name+" ")
}

// judge returns the places that are not allowed, and the number of calls of math.FMA.
func judge(all []place, s *sources) (found []place, wanted int) {
	for _, p := range all {
		switch {
		case p.kind == fusedKind && isWanted(s.line(p.file, p.line)):
			wanted++
		case !isAllowed(p):
			found = append(found, p)
		}
	}
	return found, wanted
}

func isAllowed(p place) bool {
	for _, a := range allowed {
		if strings.HasPrefix(p.function, a.name) || strings.HasPrefix(p.file, a.name+"/") {
			return true
		}
	}
	return false
}

// isWanted reports whether a line of source calls math.FMA and multiplies nothing besides, so that
// the fused operation is the call.
func isWanted(line string) bool {
	return strings.Contains(line, "math.FMA(") && !strings.Contains(line, "*")
}

// sources reads lines of the module's files.
type sources struct {
	root  fs.FS
	lines map[string][]string
}

func newSources(root fs.FS) *sources { return &sources{root: root, lines: map[string][]string{}} }

// line returns a line of a file, named as by -trimpath, flyby/interaction/double.go; "" where it
// cannot be read, such as a line of another module.
func (s *sources) line(file string, line int) string {
	lines, ok := s.lines[file]
	if !ok {
		if name, ours := strings.CutPrefix(file, "flyby/"); ours {
			text, err := fs.ReadFile(s.root, name)
			if err == nil {
				lines = strings.Split(string(text), "\n")
			}
		}
		s.lines[file] = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return lines[line-1]
}
