package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// compressed has for each set of 8 lanes the numbers of its lanes, in order at
// the front.
var compressed Mem

// compressions writes the table.
func compressions() {
	compressed = GLOBL("compressed", RODATA|NOPTR)
	for set := range 256 {
		numbers := uint64(0)
		for lane, k := 0, 0; lane < 8; lane++ {
			if set>>lane&1 != 0 {
				numbers |= uint64(lane) << (8 * k)
				k++
			}
		}
		DATA(8*set, U64(numbers))
	}
}

// places256 compares the next 8 places of a span.
func (s *sieve) places256() {
	const lanes = 8
	CMPQ(s.rest, Imm(0))
	JLE(s.to("next"))
	tail := GP32()
	MOVL(U32(1<<lanes-1), tail)
	CMPQ(s.rest, Imm(lanes))
	JGE(s.to("full"))
	BZHIL(s.rest.As32(), tail, tail)
	Label(s.label("full"))
	sum, compare, near, within := s.sums(), YMM(), GP32(), GP32()
	VCMPPS(Imm(lessEqual), s.spread(noneOf), sum, compare)
	VMOVMSKPS(compare, near)
	ANDL(tail, near)
	JZ(s.to("far"))
	rows := YMM()
	if s.listing {
		above := YMM()
		VMOVDQU(s.places(), rows)
		VPMAXUD(s.spread(leastOf), rows, above)
		VPCMPEQD(rows, above, above)
		VMOVMSKPS(above, tail)
		ANDL(tail, near)
	}
	VCMPPS(Imm(less), s.spread(sureOf), sum, compare)
	VMOVMSKPS(compare, within)
	ANDL(near, within)
	XORL(within, near)
	JZ(s.to("known"))
	if !s.listing {
		VMOVDQU(s.places(), rows)
	}
	s.compress256(rows, near, s.unknown)
	Label(s.label("known"))
	if s.listing {
		s.compress256(rows, within, s.within)
	} else {
		POPCNTL(within, within)
		ADDQ(within.As64(), s.within)
	}
	Label(s.label("far"))
	s.step(lanes)
}

// compress256 appends the rows of a mask.
func (s *sieve) compress256(rows reg.VecVirtual, mask, to reg.GPVirtual) {
	order, table := YMM(), GP64()
	LEAQ(compressed, table)
	VPMOVZXBD(Mem{Base: table, Index: mask.As64(), Scale: 8}, order)
	VPERMD(rows, order, order)
	VMOVDQU(order, Mem{Base: to})
	found := GP32()
	POPCNTL(mask, found)
	LEAQ(Mem{Base: to, Index: found.As64(), Scale: 4}, to)
}
