package host

import (
	"golang.org/x/sys/cpu"

	"flyby/binindex"
	"flyby/interaction"
)

//go:generate go -C ../../internal/asm run . -out ../../kernel/host/vector_amd64.s -stubs ../../kernel/host/vector_stubs_amd64.go -pkg host

// bestVectors returns the fastest functions that this processor runs.
func bestVectors() vectors {
	switch {
	case hasAVX512():
		return vectors512()
	case cpu.X86.HasAVX2:
		return vectors256()
	}
	return noVectors()
}

// hasAVX512 reports whether the processor has the parts of AVX-512 that the assembly uses.
func hasAVX512() bool {
	return cpu.X86.HasPOPCNT && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL
}

func vectors512() vectors {
	return vectors{"AVX-512", near512, solve512, approach512, gather512, fetchRuns, askPackets}
}

func vectors256() vectors { return vectors{"AVX2", near256, solve256, approach256, nil, nil, nil} }

// near512 is nearFunc on processors with AVX-512.
func near512(b *packet, o *binindex.Box, reach float32) uint32 {
	return nearAVX512(&b.min[0][0], &o.Min[0], reach)
}

// near256 is nearFunc on processors with AVX2.
func near256(b *packet, o *binindex.Box, reach float32) uint32 {
	return nearAVX2(&b.min[0][0], &o.Min[0], reach)
}

// solve512 is solveFunc on processors with AVX-512.
func solve512(u *queue, from int, w *interaction.Window) (hit, borderline uint32) {
	found := solveAVX512(&u.t[0][from], &w.From)
	return found & 0xff, found >> 8
}

// solve256 is solveFunc on processors with AVX2.
func solve256(u *queue, from int, w *interaction.Window) (hit, borderline uint32) {
	low, high := solveAVX2(&u.t[0][from], &w.From), solveAVX2(&u.t[0][from+4], &w.From)
	return low&0xf | high&0xf<<4, low>>8 | high>>8<<4
}

// approach512 is approachFunc on processors with AVX-512.
func approach512(u *queue, from int, w *interaction.Window) (hit, borderline, hard uint32) {
	found := approachAVX512(&u.t[0][from], &w.From)
	return found & 0xff, found >> 8 & 0xff, found >> 16 & 0xff
}

// approach256 is approachFunc on processors with AVX2.
func approach256(u *queue, from int, w *interaction.Window) (hit, borderline, hard uint32) {
	low, high := approachAVX2(&u.t[0][from], &w.From), approachAVX2(&u.t[0][from+4], &w.From)
	return low&0xf | high&0xf<<4, low>>8&0xf | high>>8&0xf<<4, low>>16&0xf | high>>16&0xf<<4
}

// gather512 is gatherFunc on processors with AVX-512.
func gather512(m *meeting, u *queue) {
	u.n += int(gatherAVX512(&m.column[0][0], &u.t[0][u.n], &u.row[0][u.n]))
}

// fetchRuns is fetchFunc on amd64.
func fetchRuns(runs *binindex.Run, chosen uint32, column *[4]*float64) {
	prefetchRuns(&runs.Row, chosen, &column[0])
}

// askPackets is askFunc on amd64.
func askPackets(packets *packet, chosen uint32) { prefetchPackets(&packets.min[0][0], chosen) }
