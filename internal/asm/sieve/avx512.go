package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// places512 compares the next 16 places of a span.
func (s *sieve) places512() {
	const lanes = 16
	CMPQ(s.rest, Imm(0))
	JLE(s.to("next"))
	CMPQ(s.rest, Imm(lanes))
	JGE(s.to("full"))
	all := GP32()
	MOVL(U32(1<<lanes-1), all)
	BZHIL(s.rest.As32(), all, all)
	KMOVW(all, s.lanes)
	Label(s.label("full"))
	sum, near, within, unknown := s.sums(), K(), K(), K()
	VCMPPS(Imm(lessEqual), s.none, sum, s.lanes, near)
	KORTESTW(near, near)
	JZ(s.to("far"))
	rows := ZMM()
	if s.listing {
		VMOVDQU32(Mem{Base: s.rows}, rows)
		VPCMPUD(Imm(notBelow), s.least, rows, near, near)
	}
	VCMPPS(Imm(less), s.sure, sum, near, within)
	KANDNW(near, within, unknown)
	KORTESTW(unknown, unknown)
	JZ(s.to("known"))
	if !s.listing {
		VMOVDQU32(Mem{Base: s.rows}, rows)
	}
	compress512(rows, unknown, s.unknown)
	Label(s.label("known"))
	if s.listing {
		compress512(rows, within, s.within)
	} else {
		found := GP64()
		KMOVW(within, found.As32())
		POPCNTL(found.As32(), found.As32())
		ADDQ(found, s.within)
	}
	Label(s.label("far"))
	s.step(lanes)
}

// compress512 appends the rows of a mask.
func compress512(rows reg.VecVirtual, mask reg.Register, to reg.GPVirtual) {
	packed, found := ZMM(), GP64()
	VPCOMPRESSD_Z(rows, mask, packed)
	VMOVDQU32(packed, Mem{Base: to})
	KMOVW(mask, found.As32())
	POPCNTL(found.As32(), found.As32())
	LEAQ(Mem{Base: to, Index: found, Scale: 4}, to)
}
