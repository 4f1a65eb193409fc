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
	{"internal/slab/slabtest", "trajectory"},
	{"internal/packed", "trajectory"},
	{"internal/whereabouts", "trajectory internal/slab"},
	{"stage", "trajectory"},
	{"internal/xmlscan", "trajectory"},
	{"internal/codec/arrow", "trajectory"},
	{"internal/codec/fits", "trajectory"},
	{"internal/codec/votable", "internal/xmlscan"},
	{"internal/codec/csv", "trajectory"},
	{"internal/codec/ecsv", "trajectory internal/codec/csv"},
	{"trajectory/geo", "trajectory"},
	{"trajectory/curve", "trajectory"},
	{"trajectory/format/internal/history", ""},
	{"trajectory/format", "trajectory internal/slab internal/xmlscan trajectory/geo trajectory/curve trajectory/format/internal/history"},
	{"trajectory/format/formattest", "trajectory trajectory/geo trajectory/format"},
	{"trajectory/format/parquet", "trajectory trajectory/format"},
	{"trajectory/format/arrow", "trajectory internal/codec/arrow trajectory/format"},
	{"trajectory/format/internal/lines", "trajectory"},
	{"trajectory/format/fcd", "trajectory internal/xmlscan trajectory/format"},
	{"trajectory/format/gpx", "trajectory internal/xmlscan trajectory/format"},
	{"trajectory/format/plt", "trajectory trajectory/format trajectory/format/internal/lines"},
	{"trajectory/format/oem", "trajectory internal/xmlscan trajectory/format trajectory/format/internal/lines"},
	{"trajectory/format/csv", "trajectory internal/codec/csv internal/codec/ecsv trajectory/format"},
	{"trajectory/input", "trajectory internal/xmlscan internal/codec/arrow internal/codec/ecsv internal/codec/fits internal/codec/votable trajectory/format trajectory/format/parquet trajectory/format/arrow trajectory/format/fcd trajectory/format/gpx trajectory/format/plt trajectory/format/oem trajectory/format/csv"},
	{"trajectory/output", "trajectory trajectory/format"},
	{"internal/resultfile", "trajectory internal/codec/arrow trajectory/format trajectory/output"},
	{"trajectory/survey", "trajectory trajectory/geo trajectory/format"},
	{"trajectory/inventory", "trajectory trajectory/geo trajectory/format trajectory/survey"},
	{"internal/spool", "trajectory internal/slab trajectory/geo trajectory/curve trajectory/format trajectory/format/parquet trajectory/input"},
	{"points", "trajectory"},
	{"points/format", "trajectory internal/codec/votable internal/codec/arrow trajectory/geo trajectory/format trajectory/format/arrow trajectory/input trajectory/output points"},
	{"datasets", "trajectory points"},
	{"points/pointindex", ""},
	{"points/papers", ""},
	{"points/papers/zorder", "points"},
	{"binindex", "trajectory"},
	{"batching", ""},
	{"interaction", "trajectory"},
	{"encounter", "trajectory interaction"},
	{"internal/hitbuffer", "interaction"},
	{"kernel", "trajectory binindex batching interaction"},
	{"points/pointjoin", "points kernel"},
	{"points/pointjoin/pointjointest", "points points/pointjoin"},
	{"cluster", "points points/pointjoin"},
	{"points/pointjoin/finder", "points points/pointjoin"},
	{"points/pointindex/boxtree", "points points/pointjoin points/pointjoin/finder"},
	{"points/papers/gpujoin", "points points/pointindex points/pointjoin points/pointjoin/finder"},
	{"points/pointjoin/rowgrid", "points points/pointindex points/pointjoin points/pointjoin/finder"},
	{"points/pointjoin/dense", "points points/pointjoin points/pointjoin/rowgrid"},
	{"group", "trajectory internal/slab points points/pointjoin cluster points/pointjoin/dense points/pointjoin/rowgrid"},
	{"points/papers/lss", "points points/papers/zorder points/pointjoin points/pointjoin/finder"},
	{"points/pointjoin/tiling", "points points/pointindex"},
	{"internal/selector", "kernel"},
	{"internal/partition", "trajectory binindex interaction kernel"},
	{"internal/queryset", "trajectory binindex batching interaction kernel"},
	{"kernel/kerneltest", "trajectory binindex batching interaction encounter kernel"},
	{"kernel/host", "trajectory binindex batching interaction encounter internal/hitbuffer kernel internal/selector"},
	{"points/pointjoin/host/internal/tile", "points points/pointjoin points/pointjoin/finder points/pointjoin/tiling"},
	{"points/pointjoin/host", "points kernel points/pointjoin points/pointjoin/finder points/pointindex/boxtree points/papers/gpujoin points/pointjoin/rowgrid points/pointjoin/dense points/papers/lss kernel/host points/pointjoin/host/internal/tile"},
	{"kernel/cl", ""},
	{"kernel/cl/cltest", "kernel/cl"},
	{"internal/clrt", "kernel/cl"},
	{"internal/clrt/clrttest", "internal/clrt"},
	{"kernel/opencl/internal/rig", "trajectory datasets binindex interaction kernel kernel/cl internal/clrt"},
	{"kernel/opencl/internal/pair", "trajectory binindex interaction internal/hitbuffer kernel kernel/cl internal/clrt"},
	{"kernel/opencl/internal/hitlist", "trajectory interaction kernel kernel/cl internal/clrt kernel/opencl/internal/pair"},
	{"kernel/opencl/internal/walk", "trajectory binindex interaction internal/hitbuffer kernel kernel/cl internal/clrt kernel/opencl/internal/pair kernel/opencl/internal/hitlist"},
	{"kernel/opencl/internal/trajdistsearch", "trajectory binindex batching interaction internal/hitbuffer kernel kernel/cl internal/clrt kernel/opencl/internal/pair kernel/opencl/internal/hitlist"},
	{"kernel/opencl", "kernel internal/selector kernel/cl internal/clrt kernel/opencl/internal/pair kernel/opencl/internal/hitlist kernel/opencl/internal/walk kernel/opencl/internal/trajdistsearch"},
	{"points/internal/opencl/device", "points kernel points/pointjoin kernel/cl internal/clrt"},
	{"points/internal/opencl/devicetest", "kernel kernel/cl kernel/cl/cltest internal/clrt points/internal/opencl/device"},
	{"points/internal/opencl/rows", "points points/pointjoin kernel/cl internal/clrt points/internal/opencl/device"},
	{"points/pointjoin/opencl/internal/grid", "points points/pointjoin points/pointjoin/rowgrid kernel/cl internal/clrt points/internal/opencl/device points/internal/opencl/rows"},
	{"points/papers/opencl/lss", "points points/papers/zorder points/pointjoin points/pointjoin/finder points/papers/lss kernel/cl internal/clrt points/internal/opencl/device points/internal/opencl/rows"},
	{"points/pointjoin/opencl/internal/tiles", "points points/pointjoin points/pointjoin/tiling kernel/cl internal/clrt points/internal/opencl/device points/internal/opencl/rows"},
	{"points/papers/opencl/gpujoin", "points points/pointindex points/pointjoin points/papers/gpujoin kernel/cl internal/clrt points/internal/opencl/device points/internal/opencl/rows"},
	{"points/pointjoin/opencl/internal/fused", "points points/pointjoin points/pointjoin/rowgrid kernel/cl internal/clrt points/internal/opencl/device points/internal/opencl/rows"},
	{"points/pointjoin/opencl", "points kernel points/pointjoin points/papers/gpujoin internal/selector kernel/cl internal/clrt kernel/opencl points/internal/opencl/device points/internal/opencl/rows points/pointjoin/opencl/internal/grid points/papers/lss points/papers/opencl/lss points/pointjoin/opencl/internal/tiles points/papers/opencl/gpujoin points/pointjoin/opencl/internal/fused"},
	{"points/pointjoin/several", "points kernel points/pointjoin internal/selector"},
	{"kernel/several", "trajectory binindex interaction kernel internal/selector internal/partition"},
	{"internal/trial", "kernel"},
	{"internal/devices", "kernel internal/selector kernel/several"},
	{"baseline", "trajectory interaction internal/hitbuffer kernel"},
	{"internal/hitorder", "trajectory interaction kernel"},
	{"perfmodel/modeltest", "trajectory interaction"},
	{"perfmodel/estimate", "trajectory binindex batching interaction internal/queryset"},
	{"perfmodel", "trajectory batching interaction kernel perfmodel/estimate"},
	{"perfmodel/calibrate", "trajectory binindex batching interaction kernel internal/queryset internal/hitorder perfmodel/estimate perfmodel"},
	{"internal/engine", "trajectory internal/packed binindex batching interaction encounter internal/hitbuffer kernel internal/partition internal/queryset baseline internal/hitorder perfmodel/estimate perfmodel perfmodel/calibrate"},
	{"internal/sweep", "trajectory internal/slab internal/packed batching interaction encounter kernel internal/partition internal/engine"},
	{"internal/drivers", "kernel kernel/host internal/devices internal/engine"},
	{"internal/source", "batching interaction trajectory internal/slab internal/whereabouts trajectory/format trajectory/input internal/spool group kernel internal/devices internal/engine internal/sweep internal/drivers"},
	{"internal/pointengine", "internal/packed points kernel points/pointjoin cluster internal/selector"},
	{"internal/pointdrivers", "kernel points/pointjoin internal/selector points/pointjoin/host points/pointjoin/several points/pointjoin/opencl internal/devices"},
	{".", "trajectory trajectory/format trajectory/input points group batching interaction kernel points/pointjoin cluster points/pointjoin/host kernel/cl points/pointjoin/opencl internal/devices perfmodel internal/engine internal/sweep internal/drivers internal/source internal/pointengine internal/pointdrivers internal/trial"},
	{"question", "trajectory trajectory/format trajectory/input trajectory/output points/format group points/pointjoin cluster ."},
	{"internal/enginetest", "trajectory binindex batching interaction kernel internal/devices internal/selector internal/queryset kernel/host kernel/cl kernel/opencl baseline perfmodel/estimate perfmodel perfmodel/calibrate ."},
	{"verify", "trajectory trajectory/input trajectory/output internal/resultfile interaction . question"},
	{"internal/webpage", ""},
	{"internal/scene", "trajectory trajectory/geo"},
	{"internal/svg", "internal/scene"},
	{"tune", "trajectory/inventory batching perfmodel . internal/webpage internal/scene internal/svg"},
	{"report/internal/pagetest", "trajectory internal/webpage"},
	{"report/internal/page", "trajectory internal/scene trajectory/format trajectory/output internal/resultfile internal/webpage"},
	{"report/clusters", "trajectory internal/scene trajectory/geo trajectory/input trajectory/output internal/resultfile points points/format cluster internal/webpage report/internal/page"},
	{"report", "trajectory internal/scene internal/svg trajectory/format trajectory/output internal/resultfile interaction encounter internal/webpage report/internal/page"},
	{"report/groups", "trajectory internal/scene trajectory/format trajectory/output internal/resultfile group internal/webpage report/internal/page"},
	{"serve/problem", ""},
	{"serve/queue", ""},
	{"serve/backlog", ""},
	{"serve/door", "serve/problem"},
	{"job", "trajectory internal/whereabouts stage trajectory/geo trajectory/format trajectory/input trajectory/output points points/format group kernel points/pointjoin cluster internal/devices internal/engine internal/drivers internal/source internal/pointengine internal/pointdrivers . question verify tune report/clusters report report/groups"},
	{"serve", "trajectory trajectory/format trajectory/input trajectory/output trajectory/survey trajectory/inventory . question report serve/problem serve/queue serve/backlog serve/door job"},
	{"slabs", "trajectory internal/slab internal/packed trajectory/format trajectory/input trajectory/output trajectory/inventory batching internal/sweep internal/source . question job"},
	{"internal/doctor", "kernel kernel/opencl internal/devices perfmodel internal/engine ."},
	{"docs/example", "trajectory trajectory/input ."},
	{"docs/fields/meetings", "trajectory/format . question job"},
	{"cmd/flyby", "trajectory trajectory/geo stage trajectory/format trajectory/input trajectory/output trajectory/survey trajectory/inventory datasets points points/format group batching kernel points/pointjoin cluster kernel/host kernel/opencl perfmodel . question verify tune report/clusters report report/groups serve/door job serve slabs internal/doctor"},
}

// above reports whether only a package's own tests may import it: nothing stands on it.
func above(name string) bool {
	return strings.HasPrefix(name, "cmd/") || strings.HasPrefix(name, "docs/")
}

// measured lists the packages, besides leaves, that the evaluation, a module of its own, may import: the public
// packages, and the package that exports insides for measurement.
const measured = ". question job trajectory trajectory/format trajectory/input trajectory/output points batching cluster group points/format points/pointindex datasets internal/enginetest"

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
