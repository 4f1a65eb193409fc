package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// places512 compares the next 16 places of a span.
func (s *sieve) places512() {
	const lanes = 16
	CMPQ(s.rest, Imm(lanes))
	JL(s.to("tail"))
	Label(s.label("full"))
	sum, near, within := s.sums(), K(), K()
	nearBits, withinBits := GP64(), GP64()
	VCMPPS(Imm(lessEqual), s.none, sum, s.lanes, near)
	KMOVW(near, nearBits.As32())
	rows := ZMM()
	if s.listing {
		TESTL(nearBits.As32(), nearBits.As32())
		JZ(s.to("far"))
		VMOVDQU32(s.places(), rows)
		VPCMPUD(Imm(notBelow), s.least, rows, near, near)
		KMOVW(near, nearBits.As32())
	}
	VCMPPS(Imm(less), s.sure, sum, near, within)
	KMOVW(within, withinBits.As32())
	CMPL(withinBits.As32(), nearBits.As32())
	JNE(s.to("unknown"))
	Label(s.label("known"))
	if s.listing {
		compress512(rows, within, withinBits, s.within)
	} else {
		POPCNTL(withinBits.As32(), withinBits.As32())
		ADDQ(withinBits, s.within)
	}
	Label(s.label("far"))
	ADDQ(Imm(4*lanes), s.at)
	SUBQ(Imm(lanes), s.rest)
	JMP(s.to("places"))
	Label(s.label("unknown"))
	if !s.listing {
		VMOVDQU32(s.places(), rows)
	}
	unknown := K()
	KXORW(within, near, unknown)
	XORL(withinBits.As32(), nearBits.As32())
	compress512(rows, unknown, nearBits, s.unknown)
	JMP(s.to("known"))
	Label(s.label("tail"))
	CMPQ(s.rest, Imm(0))
	JLE(s.to("next"))
	all := GP32()
	MOVL(U32(1<<lanes-1), all)
	BZHIL(s.rest.As32(), all, all)
	KMOVW(all, s.lanes)
	JMP(s.to("full"))
}

// compress512 appends the rows of a mask, and clears its bits.
func compress512(rows reg.VecVirtual, mask reg.Register, bits, to reg.GPVirtual) {
	packed := ZMM()
	VPCOMPRESSD_Z(rows, mask, packed)
	VMOVDQU32(packed, Mem{Base: to})
	POPCNTL(bits.As32(), bits.As32())
	LEAQ(Mem{Base: to, Index: bits, Scale: 4}, to)
}
