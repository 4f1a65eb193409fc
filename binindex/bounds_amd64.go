package binindex

import "golang.org/x/sys/cpu"

//go:generate go -C ../internal/asm run ./bounds -out ../../binindex/bounds_amd64.s -stubs ../../binindex/bounds_stubs_amd64.go -pkg binindex

// bounds returns the bounds of the units' mid-points; there is at least one unit.
func bounds(u []unit) (lo, hi [4]float32) {
	boundsSSE(&u[0].At[0], len(u), &lo[0], &hi[0])
	return lo, hi
}

// hasVectors reports whether the processor runs boxesOf.
func hasVectors() bool {
	return cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL
}

// boxesOf makes the boxes of the first runs, as many as it can, and returns their number.
func boxesOf(m *maker, runs []Run, out []Box) int {
	return boxesAVX512(&m.column[0], &runs[0].Row, len(runs), &out[0].Min[0])
}
