package main

import (
	"testing"
	"testing/fstest"
)

// TestInstructions wants instruction words of the assembler recognised.
func TestInstructions(t *testing.T) {
	for _, c := range []struct {
		name string
		word uint32
		want bool
	}{
		{"FMADD D0, D1, D2, D3", 0x1f420c20, true},
		{"FMSUB D0, D1, D2, D3", 0x1f428c20, true},
		{"FNMADD D0, D1, D2, D3", 0x1f620c20, true},
		{"FNMSUB S0, S1, S2, S3", 0x1f228c20, true},
		{"FMUL D0, D1, D2", 0x1e620820, false},
		{"FADD D0, D1, D2", 0x1e622820, false},
	} {
		if got := isFused(c.word); got != c.want {
			t.Errorf("%s: fused is %v", c.name, got)
		}
	}
	for _, c := range []struct {
		word   uint32
		offset int64
		ok     bool
	}{
		{0x94000002, 8, true}, {0x97ffffff, -4, true}, {0x14000002, 8, false}, {0x1f420c20, 0, false},
	} {
		if offset, ok := called(c.word); ok != c.ok || ok && offset != c.offset {
			t.Errorf("%#x: %d, %v", c.word, offset, ok)
		}
	}
}

func TestJudge(t *testing.T) {
	s := newSources(fstest.MapFS{"kernel/a.go": {Data: []byte("l := math.FMA(h, h, -z)\nl := math.FMA(h, h, -z) + x*y\ns := x*x + y\n")}})
	for _, c := range []struct {
		p      place
		found  int
		wanted int
	}{
		{place{"flyby/kernel.f", "flyby/kernel/a.go", 1, fusedKind}, 0, 1},
		{place{"flyby/kernel.f", "flyby/kernel/a.go", 2, fusedKind}, 1, 0},
		{place{"flyby/kernel.f", "flyby/kernel/a.go", 3, fusedKind}, 1, 0},
		{place{"flyby/kernel.f", "flyby/kernel/a.go", 9, fusedKind}, 1, 0},
		{place{"flyby/kernel.f", "math/floor.go", 1, fusedKind}, 1, 0},
		{place{"flyby/kernel.f", "flyby/kernel/a.go", 1, "math.sin"}, 1, 0},
		{place{"flyby/internal/predict.(*Host).Hits", "flyby/internal/predict/a.go", 1, "math.sin"}, 0, 0},
		{place{"flyby.(*engine).walk", "flyby/internal/predict/a.go", 1, fusedKind}, 0, 0},
		{place{"flyby/datasets.epicycle.at", "flyby/datasets/a.go", 1, "math.cos"}, 0, 0},
		{place{"flyby/datasets.newEpicycle", "flyby/datasets/a.go", 1, "math.cos"}, 1, 0},
	} {
		if found, wanted := judge([]place{c.p}, s); len(found) != c.found || wanted != c.wanted {
			t.Errorf("%v: %v, %d wanted", c.p, found, wanted)
		}
	}
}

func TestIsExact(t *testing.T) {
	for name, want := range map[string]bool{
		"math.Floor": true, "math.archFloor": true, "math.FMA": true, "math.remainder": true, "math.Nextafter32": true,
		"math.sin": false, "math.archExp": false, "math.Hypot": false, "math.Pow": false, "math.atan": false,
	} {
		if isExact(name) != want {
			t.Errorf("%s: exact is not %v", name, want)
		}
	}
}
