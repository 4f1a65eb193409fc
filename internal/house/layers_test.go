package house

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the path of the repository's module, with which imports of its packages begin.
const module = "flyby"

// layer is a package and the packages that it may import. Each may import leaves, too.
type layer struct {
	name    string
	imports string // separated by spaces, in the order of layers
}

// layers is the order of the house: a package may import the listed ones among those above it, and no package
// that is missing here may import any of them. A line changes with the design, never to let a shortcut pass.
var layers = []layer{
	{"trajectory", ""},
	{"internal/slab", "trajectory"},
	{"internal/testing/slabtest", "trajectory internal/slab"},
	{"internal/packed", "trajectory"},
	{"internal/whereabouts", "trajectory internal/slab"},
	{"stage", "trajectory"},
	{"internal/xmlscan", "trajectory"},
	{"internal/codec/arrow", "trajectory"},
	{"internal/codec/fits", "trajectory"},
	{"internal/codec/votable", "internal/xmlscan"},
	{"internal/codec/csv", "trajectory"},
	{"internal/codec/ecsv", "trajectory internal/codec/csv"},
	{"internal/geo", "trajectory"},
	{"internal/zone", "trajectory internal/geo"},
	{"internal/curve", "trajectory"},
	{"internal/states", "trajectory internal/geo"},
	{"trajectory/sgp4", ""},
	{"internal/elements", "internal/curve trajectory/sgp4"},
	{"internal/fleet", "trajectory internal/slab internal/curve internal/elements"},
	{"trajectory/format/internal/history", ""},
	{"trajectory/format", "trajectory internal/curve internal/elements internal/states trajectory/format/internal/history"},
	{"internal/zonefile", "trajectory internal/codec/arrow internal/codec/csv internal/geo internal/zone trajectory/format"},
	{"internal/reading/internal/lines", "trajectory"},
	{"points", "trajectory"},
	{"datasets", "trajectory points"},
	{"internal/papers/pointindex", ""},
	{"internal/papers", ""},
	{"internal/papers/zorder", "points"},
	{"binindex", "trajectory"},
	{"batching", ""},
	{"interaction", "trajectory"},
	{"internal/encounter", "trajectory interaction"},
	{"internal/visit", "trajectory internal/zone interaction"},
	{"internal/testing/visittest", "trajectory internal/zone internal/visit"},
	{"internal/nearest", "trajectory interaction"},
	{"internal/hitbuffer", "interaction"},
	{"kernel", "trajectory binindex batching interaction"},
	{"internal/pointjoin", "points kernel"},
	{"internal/testing/pointjointest", "points internal/pointjoin"},
	{"cluster", "points internal/pointjoin"},
	{"internal/pointjoin/finder", "points internal/pointjoin"},
	{"internal/pointjoin/host/internal/boxtree", "points internal/pointjoin internal/pointjoin/finder"},
	{"internal/papers/gpujoin", "internal/papers/pointindex internal/pointjoin internal/pointjoin/finder"},
	{"internal/pointjoin/rowgrid", "points internal/pointjoin internal/pointjoin/finder"},
	{"internal/pointjoin/dense", "points internal/pointjoin internal/pointjoin/rowgrid"},
	{"group", "trajectory internal/slab points internal/pointjoin cluster internal/pointjoin/rowgrid internal/pointjoin/dense"},
	{"internal/papers/lss", "points internal/papers/zorder internal/pointjoin internal/pointjoin/finder"},
	{"internal/pointjoin/tiling", "points"},
	{"internal/selector", "kernel"},
	{"internal/partition", "trajectory binindex interaction kernel"},
	{"internal/queryset", "trajectory binindex batching interaction kernel"},
	{"internal/testing/kerneltest", "trajectory binindex batching interaction internal/encounter kernel"},
	{"internal/pointjoin/host/internal/tile", "points internal/pointjoin internal/pointjoin/finder internal/pointjoin/tiling"},
	{"internal/cl", ""},
	{"internal/testing/cltest", "internal/cl"},
	{"internal/clrt", "internal/cl"},
	{"internal/testing/clrttest", "internal/clrt"},
	{"internal/testing/rig", "trajectory datasets binindex interaction kernel internal/cl internal/clrt"},
	{"kernel/opencl/internal/pair", "trajectory binindex interaction internal/hitbuffer kernel internal/cl internal/clrt"},
	{"kernel/opencl/internal/hitlist", "trajectory interaction kernel internal/cl internal/clrt kernel/opencl/internal/pair"},
	{"kernel/opencl/internal/walk", "trajectory binindex interaction internal/hitbuffer kernel internal/cl internal/clrt kernel/opencl/internal/pair kernel/opencl/internal/hitlist"},
	{"internal/pointjoin/opencl/device", "points kernel internal/pointjoin internal/cl internal/clrt"},
	{"internal/testing/devicetest", "kernel internal/testing/cltest internal/clrt internal/pointjoin/opencl/device"},
	{"internal/pointjoin/opencl/rows", "points internal/pointjoin internal/cl internal/clrt internal/pointjoin/opencl/device"},
	{"internal/pointjoin/opencl/internal/grid", "points internal/pointjoin internal/pointjoin/rowgrid internal/cl internal/clrt internal/pointjoin/opencl/device internal/pointjoin/opencl/rows"},
	{"internal/papers/opencl/lss", "points internal/papers/zorder internal/pointjoin internal/pointjoin/finder internal/papers/lss internal/cl internal/clrt internal/pointjoin/opencl/device internal/pointjoin/opencl/rows"},
	{"internal/pointjoin/opencl/internal/tiles", "points internal/pointjoin internal/pointjoin/tiling internal/cl internal/clrt internal/pointjoin/opencl/device internal/pointjoin/opencl/rows"},
	{"internal/papers/opencl/gpujoin", "points internal/papers/pointindex internal/pointjoin internal/papers/gpujoin internal/cl internal/clrt internal/pointjoin/opencl/device internal/pointjoin/opencl/rows"},
	{"internal/pointjoin/opencl/internal/fused", "points internal/pointjoin internal/pointjoin/rowgrid internal/cl internal/clrt internal/pointjoin/opencl/device internal/pointjoin/opencl/rows"},
	{"internal/pointjoin/several", "points kernel internal/pointjoin internal/selector"},
	{"internal/several", "trajectory binindex interaction kernel internal/selector internal/partition"},
	{"internal/trial", "kernel"},
	{"internal/devices", "kernel internal/selector internal/several internal/trial"},
	{"internal/hitorder", "interaction kernel"},
	{"internal/testing/modeltest", "trajectory interaction"},
	{"perfmodel", ""},
	{"internal/pointengine", "internal/packed points kernel internal/pointjoin cluster internal/selector"},
	{"internal/webpage", ""},
	{"internal/scene", "trajectory internal/geo"},
	{"internal/svg", "internal/scene"},
	{"internal/testing/pagetest", "trajectory internal/webpage"},
	{"internal/door/problem", ""},
	{"serve/internal/queue", ""},
	{"serve/internal/backlog", ""},
	{"internal/door", "internal/door/problem"},
	{"internal/ownership", "trajectory"},
	{"kernel/host", "trajectory binindex batching interaction internal/encounter internal/hitbuffer kernel internal/selector internal/ownership"},
	{"internal/pointjoin/host", "points kernel internal/pointjoin internal/pointjoin/finder internal/pointjoin/host/internal/boxtree internal/papers/gpujoin internal/pointjoin/rowgrid internal/pointjoin/dense internal/papers/lss internal/pointjoin/host/internal/tile kernel/host"},
	{"kernel/opencl/internal/trajdistsearch", "trajectory binindex batching interaction internal/hitbuffer kernel internal/cl internal/clrt kernel/opencl/internal/pair kernel/opencl/internal/hitlist internal/ownership"},
	{"kernel/opencl", "kernel internal/selector internal/cl internal/clrt kernel/opencl/internal/pair kernel/opencl/internal/hitlist kernel/opencl/internal/walk kernel/opencl/internal/trajdistsearch"},
	{"internal/pointjoin/opencl", "points kernel internal/pointjoin internal/papers/gpujoin internal/papers/lss internal/selector internal/cl internal/clrt internal/pointjoin/opencl/device internal/pointjoin/opencl/rows internal/pointjoin/opencl/internal/grid internal/papers/opencl/lss internal/pointjoin/opencl/internal/tiles internal/papers/opencl/gpujoin internal/pointjoin/opencl/internal/fused kernel/opencl"},
	{"internal/baseline", "trajectory interaction internal/hitbuffer kernel internal/ownership"},
	{"internal/estimate", "trajectory binindex batching interaction internal/queryset internal/ownership"},
	{"internal/predict", "batching kernel perfmodel internal/estimate"},
	{"internal/placement", "kernel internal/estimate internal/predict"},
	{"internal/pointdrivers", "kernel internal/pointjoin internal/selector internal/pointjoin/several internal/devices internal/pointjoin/host internal/pointjoin/opencl internal/placement"},
	{"internal/calibrate", "trajectory binindex batching interaction kernel internal/queryset internal/hitorder internal/estimate internal/predict"},
	{"internal/engine", "trajectory internal/packed binindex batching interaction internal/encounter internal/hitbuffer kernel internal/partition internal/queryset internal/hitorder perfmodel internal/ownership internal/baseline internal/estimate internal/predict internal/placement internal/calibrate"},
	{"internal/sweep", "trajectory internal/slab internal/packed batching interaction internal/encounter kernel internal/partition internal/engine"},
	{"internal/drivers", "kernel internal/devices kernel/host internal/placement internal/engine"},
	{"internal/reading", "trajectory internal/geo internal/curve internal/states internal/elements trajectory/format"},
	{"internal/testing/formattest", "trajectory internal/geo trajectory/format internal/reading"},
	{"internal/reading/parquet", "trajectory trajectory/format internal/reading"},
	{"internal/reading/arrow", "internal/codec/arrow internal/reading"},
	{"internal/reading/fcd", "trajectory internal/xmlscan trajectory/format internal/reading"},
	{"internal/reading/gpx", "trajectory internal/xmlscan trajectory/format internal/reading"},
	{"internal/reading/plt", "trajectory trajectory/format internal/reading/internal/lines internal/reading"},
	{"internal/reading/oem", "trajectory internal/xmlscan trajectory/format internal/reading/internal/lines internal/reading"},
	{"internal/reading/orbits", "trajectory internal/xmlscan internal/codec/csv trajectory/sgp4 internal/elements trajectory/format internal/reading/internal/lines internal/reading"},
	{"internal/reading/csv", "trajectory internal/codec/csv internal/codec/ecsv trajectory/format internal/reading"},
	{"internal/survey", "trajectory internal/geo trajectory/format internal/reading"},
	{"internal/reading/fileset", "trajectory internal/states trajectory/sgp4 internal/elements internal/fleet internal/xmlscan internal/codec/arrow internal/codec/fits internal/codec/votable internal/codec/ecsv trajectory/format internal/reading internal/reading/parquet internal/reading/arrow internal/reading/fcd internal/reading/gpx internal/reading/plt internal/reading/oem internal/reading/orbits internal/reading/csv"},
	{"trajectory/input", "trajectory trajectory/format internal/reading/fileset"},
	{"internal/spool", "trajectory internal/slab internal/curve internal/fleet trajectory/format internal/reading internal/reading/parquet internal/reading/fileset trajectory/input"},
	{"internal/source", "trajectory internal/slab internal/whereabouts trajectory/format batching interaction kernel group internal/devices internal/engine internal/sweep internal/drivers internal/reading internal/reading/fileset trajectory/input internal/spool internal/fleet"},
	{".", "trajectory internal/zone internal/zonefile points batching interaction internal/visit internal/nearest kernel internal/pointjoin cluster group internal/cl internal/trial internal/devices perfmodel internal/pointengine internal/pointjoin/host internal/pointjoin/opencl internal/placement internal/pointdrivers internal/engine internal/sweep internal/drivers internal/source"},
	{"question", "trajectory/format cluster group ."},
	{"internal/testing/enginetest", "trajectory binindex interaction kernel internal/selector internal/cl internal/devices perfmodel kernel/opencl internal/baseline internal/estimate internal/predict internal/calibrate ."},
	{"internal/doctor", "kernel internal/cl internal/devices internal/predict internal/engine ."},
	{"docs/example", "trajectory trajectory/input ."},
	{"internal/machine", "kernel internal/devices internal/placement internal/engine internal/source ."},
	{"internal/output", "trajectory trajectory/format internal/reading"},
	{"trajectory/output", "trajectory internal/output"},
	{"internal/resultfile", "trajectory internal/codec/arrow trajectory/format internal/reading internal/output"},
	{"points/format", "trajectory internal/codec/votable internal/geo trajectory/format points internal/reading internal/reading/fileset trajectory/input internal/output"},
	{"internal/inventory", "trajectory internal/geo internal/states trajectory/sgp4 trajectory/format internal/zonefile internal/reading internal/survey points/format"},
	{"internal/tune", "batching perfmodel internal/webpage internal/scene internal/svg internal/inventory ."},
	{"report/internal/page", "trajectory internal/zone trajectory/format points internal/webpage internal/scene internal/resultfile points/format"},
	{"report/internal/clusters", "internal/geo cluster internal/webpage internal/scene internal/resultfile report/internal/page"},
	{"report/internal/encounters", "trajectory interaction internal/encounter internal/webpage internal/scene internal/svg internal/resultfile report/internal/page"},
	{"report/internal/groups", "trajectory group internal/webpage internal/scene internal/resultfile report/internal/page"},
	{"report/internal/visits", "trajectory internal/geo internal/zone interaction internal/visit internal/webpage internal/scene internal/resultfile report/internal/page"},
	{"report", "trajectory/output report/internal/page report/internal/clusters report/internal/encounters report/internal/groups report/internal/visits"},
	{"internal/asking", "trajectory trajectory/format internal/zonefile internal/pointjoin group internal/reading internal/reading/fileset question points/format"},
	{"verify/internal/visits", "trajectory internal/zone interaction"},
	{"verify", "trajectory internal/zone trajectory/format interaction . question internal/output trajectory/output internal/resultfile internal/asking verify/internal/visits"},
	{"job", "trajectory internal/whereabouts stage internal/geo trajectory/format internal/zonefile points internal/visit kernel internal/pointjoin cluster group internal/devices internal/pointengine internal/pointdrivers internal/engine internal/drivers internal/reading internal/reading/fileset trajectory/input internal/source . question internal/tune internal/machine internal/output trajectory/output internal/resultfile points/format report internal/asking verify"},
	{"serve", "trajectory trajectory/format cluster internal/door/problem serve/internal/queue serve/internal/backlog internal/door internal/survey internal/reading/fileset trajectory/input internal/source . question internal/output points/format internal/inventory report internal/asking job"},
	{"slabs", "trajectory internal/slab internal/packed trajectory/format batching internal/sweep internal/reading internal/inventory internal/reading/fileset trajectory/input internal/source . question internal/machine internal/output internal/asking job"},
	{"docs/fields/meetings", "trajectory/format . question job"},
	{"cmd/flyby", "trajectory trajectory/format points datasets batching kernel internal/pointjoin cluster group internal/door kernel/host kernel/opencl internal/predict internal/reading internal/inventory internal/reading/fileset trajectory/input internal/source . question internal/tune internal/doctor internal/machine internal/output points/format report internal/asking verify job serve slabs"},
}

// above reports whether only a package's own tests may import it: nothing stands on it.
func above(name string) bool {
	return strings.HasPrefix(name, "cmd/") || strings.HasPrefix(name, "docs/")
}

// measured lists the packages, besides leaves, that the evaluation, a module of its own, may import: the public
// packages, and the package that exports insides for measurement.
const measured = ". question job trajectory trajectory/format trajectory/input trajectory/output points batching cluster group points/format internal/reading internal/reading/fileset internal/output internal/papers/pointindex datasets internal/testing/enginetest"

// measures reports whether a package belongs to the evaluation.
func measures(name string) bool {
	return name == "evaluation" || strings.HasPrefix(name, "evaluation/")
}

// tool reports whether a package belongs to the tools, a module of its own that only developers run.
func tool(name string) bool { return strings.HasPrefix(name, "tools/") }

// leaf reports whether a package knows nothing of flyby: all of internal except the packages in layers. Leaves
// import only one another.
func leaf(name string) bool { return strings.HasPrefix(name, "internal/") && find(name) < 0 }

// find returns the index of a package in layers, -1 where it is in none.
func find(name string) int {
	return slices.IndexFunc(layers, func(l layer) bool { return l.name == name })
}

// TestLayersAreInOrder: each layer imports only layers above its line, and these packages exist.
func TestLayersAreInOrder(t *testing.T) {
	there := map[string]bool{}
	for _, s := range sources(t) {
		there[s.folder()] = true
	}
	for i, l := range layers {
		if find(l.name) != i || !there[l.name] {
			t.Errorf("%s: twice in layers, or no package of that name is here", l.name)
		}
		for _, name := range strings.Fields(l.imports) {
			if at := find(name); at < 0 || at >= i {
				t.Errorf("%s may import %s, which does not stand above it", l.name, name)
			}
		}
	}
}

// TestImports: a package imports only the packages that layers allows, and no package imports a command. Tests
// may import more, but no command either.
func TestImports(t *testing.T) {
	told := map[string]bool{}
	for _, s := range sources(t) {
		for _, i := range s.ast.Imports {
			to, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if to != module && !strings.HasPrefix(to, module+"/") {
				continue
			}
			if to = strings.TrimPrefix(strings.TrimPrefix(to, module), "/"); to == "" {
				to = "."
			}
			if why := refused(s, to); why != "" && !told[s.folder()+to] {
				told[s.folder()+to] = true
				t.Errorf("%s imports %s: %s", s.at(i), to, why)
			}
		}
	}
}

// refused returns why a file may not import a package of the repository, "" where it may.
func refused(s source, to string) string {
	from := s.folder()
	switch {
	case above(to) && to != from:
		return "nothing imports cmd or docs"
	case measures(to) && !measures(from):
		return "what runs does not know what measures it"
	case tool(to) && !tool(from):
		return "what runs does not know the tools of its developers"
	case measures(to), tool(to), leaf(to):
		return ""
	case measures(from):
		if !slices.Contains(strings.Fields(measured), to) {
			return "the evaluation may import " + measured
		}
		return ""
	case tool(from):
		return "the tools may import leaves alone"
	case s.test():
		if leaf(from) {
			return ""
		}
		if i := find(from); i < 0 {
			return from + " has no line in layers"
		}
		return ""
	case leaf(from):
		return "a package of internal imports others of internal alone, or stands in layers"
	}
	i := find(from)
	if i < 0 {
		return from + " has no line in layers"
	}
	if !slices.Contains(strings.Fields(layers[i].imports), to) {
		return "its line in layers does not have that"
	}
	return ""
}

// TestToolsStandApart: only the tools import the tools, and outside of them the tools import leaves alone.
func TestToolsStandApart(t *testing.T) {
	for _, c := range []struct {
		from, to string
		allowed  bool
	}{
		{"tools/mutants/main.go", "internal/atomicfile", true},
		{"tools/release/build.go", "tools/fused", true},
		{"tools/release/build.go", "kernel", false},
		{"tools/mutants/mutant_test.go", ".", false},
		{"internal/engine/engine.go", "tools/mutants", false},
		{"internal/spill/spill_test.go", "tools/mutants", false},
		{"evaluation/report.go", "tools/mutants", false},
	} {
		if why := refused(source{path: c.from}, c.to); (why == "") != c.allowed {
			t.Errorf("%s imports %s: refused with %q", c.from, c.to, why)
		}
	}
}
