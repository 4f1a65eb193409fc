package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in host.packet: min, max [3][16]float32, first, last [16]uint32.
const (
	side      = 16 * 4
	minOffset = 0
	maxOffset = 3 * side
	first     = 6 * side
	last      = 7 * side
)

// Offsets in binindex.Box: Min, Max [3]float32, First, Last uint32.
const (
	boxMin   = 0
	boxMax   = 12
	boxFirst = 24
	boxLast  = 28
)

// near512 tests all 16 boxes at once.
func near512() {
	TEXT("nearAVX512", NOSPLIT, "func(b *float32, o *float32, reach float32) uint32")
	Pragma("noescape")
	Doc("nearAVX512 is nearGeneric with AVX-512, 16 boxes at once: b is the start of a packet, o the start of a box.")
	b, o := Mem{Base: Load(Param("b"), GP64())}, Mem{Base: Load(Param("o"), GP64())}
	reach := ZMM()
	VBROADCASTSS(NewParamAddr("reach", 16), reach)
	zero, sum := ZMM(), ZMM()
	VPXORD(zero, zero, zero)
	for k := range 3 {
		lo, hi, gap := ZMM(), ZMM(), ZMM()
		VBROADCASTSS(o.Offset(boxMax+4*k), hi)
		VBROADCASTSS(o.Offset(boxMin+4*k), lo)
		VMOVUPS(b.Offset(minOffset+k*side), gap)
		VSUBPS(hi, gap, gap)
		VSUBPS(b.Offset(maxOffset+k*side), lo, lo)
		VMAXPS(lo, gap, gap)
		VMAXPS(zero, gap, gap)
		square(k, gap, sum, VMULPS, VADDPS)
	}
	near, meets := K(), K()
	VCMPPS(Imm(2), reach, sum, near) // sum <= reach
	t := ZMM()
	VPBROADCASTD(o.Offset(boxLast), t)
	VPCMPUD(Imm(5), b.Offset(first), t, meets) // o.Last >= first
	KANDW(meets, near, near)
	VPBROADCASTD(o.Offset(boxFirst), t)
	VPCMPUD(Imm(2), b.Offset(last), t, meets) // o.First <= last
	KANDW(meets, near, near)
	r := GP32()
	KMOVW(near, r)
	Store(r, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// near256 tests 8 boxes at once, twice.
func near256() {
	TEXT("nearAVX2", NOSPLIT, "func(b *float32, o *float32, reach float32) uint32")
	Pragma("noescape")
	Doc("nearAVX2 is nearGeneric with AVX2, 8 boxes at once: b is the start of a packet, o the start of a box.")
	b, o := Mem{Base: Load(Param("b"), GP64())}, Mem{Base: Load(Param("o"), GP64())}
	reach := YMM()
	VBROADCASTSS(NewParamAddr("reach", 16), reach)
	zero := YMM()
	VPXOR(zero, zero, zero)
	low, high := GP32(), GP32()
	half256(b, o, reach, zero, low)
	half256(b.Offset(side/2), o, reach, zero, high)
	SHLL(Imm(8), high)
	ORL(high, low)
	Store(low, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// half256 tests 8 boxes.
func half256(b, o Mem, reach, zero reg.VecVirtual, result reg.GPVirtual) {
	sum := YMM()
	for k := range 3 {
		lo, hi, gap := YMM(), YMM(), YMM()
		VBROADCASTSS(o.Offset(boxMax+4*k), hi)
		VBROADCASTSS(o.Offset(boxMin+4*k), lo)
		VMOVUPS(b.Offset(minOffset+k*side), gap)
		VSUBPS(hi, gap, gap)
		VSUBPS(b.Offset(maxOffset+k*side), lo, lo)
		VMAXPS(lo, gap, gap)
		VMAXPS(zero, gap, gap)
		square(k, gap, sum, VMULPS, VADDPS)
	}
	near, t, meets := YMM(), YMM(), YMM()
	VCMPPS(Imm(2), reach, sum, near)
	VPBROADCASTD(o.Offset(boxLast), t)
	VPMAXUD(b.Offset(first), t, meets)
	VPCMPEQD(t, meets, meets) // max(first, o.Last) == o.Last
	VPAND(meets, near, near)
	VPBROADCASTD(o.Offset(boxFirst), t)
	VPMINUD(b.Offset(last), t, meets)
	VPCMPEQD(t, meets, meets) // min(last, o.First) == o.First
	VPAND(meets, near, near)
	VMOVMSKPS(near, result)
}

// square adds the square of the k-th gap to the sum.
func square(k int, gap, sum reg.VecVirtual, mul, add func(...Op)) {
	if k == 0 {
		mul(gap, gap, sum)
		return
	}
	mul(gap, gap, gap)
	add(gap, sum, sum)
}
