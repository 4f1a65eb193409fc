package host

import (
	"golang.org/x/sys/cpu"

	"flyby/kernel"
)

// bestSolve returns the fastest solveFunc that this processor runs.
func bestSolve() solveFunc {
	switch {
	case hasAVX512():
		return solve512
	case cpu.X86.HasAVX2:
		return solve256
	}
	return solveGeneric
}

// hasAVX512 reports whether the processor has the parts of AVX-512 that the
// vector versions use.
func hasAVX512() bool {
	return cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL
}

// solve512 is solveFunc on processors with AVX-512.
func solve512(u *queue, from int, w *kernel.Window) (hit, borderline uint32) {
	found := solveAVX512(&u.t[0][from], &w.From)
	return found & 0xff, found >> 8
}

// solve256 is solveFunc on processors with AVX2.
func solve256(u *queue, from int, w *kernel.Window) (hit, borderline uint32) {
	low, high := solveAVX2(&u.t[0][from], &w.From), solveAVX2(&u.t[0][from+4], &w.From)
	return low&0xf | high&0xf<<4, low>>8 | high>>8<<4
}
