package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in rowgrid.probe, in the fields of a cell.
const (
	atOf      = 128 // the next point in the first column
	untilOf   = 136 // behind the last one
	numbersOf = 144 // place for the next point's number of rows
	halfOf    = 152 // not 0: a point's candidates of the first span begin after itself
	scratchOf = 156
)

const (
	flag      = 1 << 31 // in a number: its rows lack the unknown ones
	mostRanks = 16      // rows that are put in order
)

// Predicate of VPCMPUD.
const below = 1

// cell writes a function that lists the rows of all points of a cell, or counts them, with AVX-512.
func cell(name, doc string, listing bool) {
	TEXT(name+"AVX512", NOSPLIT, "func(p **float32)")
	Pragma("noescape")
	Doc(name + "AVX512 " + doc + " with AVX512, of the probe at p.")
	p := Mem{Base: Load(Param("p"), GP64())}
	each(p, func(n int) {
		s := &sieve{n: n, listing: listing, wide: true, ofCell: true, p: p}
		Label(s.label("begin"))
		s.writeCell()
	})
}

// writeCell writes the code for a number of dimensions.
func (s *sieve) writeCell() {
	s.open()
	Label(s.label("points"))
	point := GP64()
	MOVQ(s.p.Offset(atOf), point)
	CMPQ(point, s.p.Offset(untilOf))
	JE(s.to("done"))
	if s.listing {
		s.turn(point)
	} else {
		MOVQ(s.p.Offset(spansOf), s.spans)
		XORQ(s.within, s.within)
	}
	Label(s.label("spans"))
	CMPQ(s.spans, s.p.Offset(endOf))
	JE(s.to("listed"))
	s.span()
	Label(s.label("places"))
	if s.listing {
		s.placesOfCell()
	} else {
		s.countPlaces()
	}
	ADDQ(Imm(spanBytes), s.spans)
	JMP(s.to("spans"))
	Label(s.label("listed"))
	s.number()
	Label(s.label("done"))
	VZEROUPPER()
	RET()
}

// turn begins a point: with all rows of the half of the cells, or with the rows above its own.
func (s *sieve) turn(point reg.GPVirtual) {
	row, first := GP64(), GP64()
	MOVQ(s.p.Offset(spansOf), s.spans)
	MOVQ(s.within, s.p.Offset(withinOf))
	CMPL(s.p.Offset(halfOf), Imm(0))
	JE(s.to("all"))
	MOVQ(point, first)
	SUBQ(s.p.Offset(columnsOf), first)
	SHRQ(Imm(2), first)
	INCL(first.As32())
	MOVL(first.As32(), Mem{Base: s.spans})
	XORL(row.As32(), row.As32())
	JMP(s.to("least"))
	Label(s.label("all"))
	MOVQ(s.p.Offset(rowsOf), row)
	SUBQ(s.p.Offset(columnsOf), row)
	MOVL(Mem{Base: point, Index: row, Scale: 1}, row.As32())
	INCL(row.As32())
	Label(s.label("least"))
	VPBROADCASTD(row.As32(), s.least)
}

// placesOfCell compares the places of a span, without a branch on which are near.
func (s *sieve) placesOfCell() {
	const lanes = 16
	left, bits, rows := GP64(), GP64(), s.vec()
	near, within, nearBits := K(), K(), GP64()
	MOVQ(U32(lanes), left)
	CMPQ(s.rest, left)
	CMOVQLT(s.rest, left)
	MOVL(U32(1<<lanes-1), bits.As32())
	BZHIL(left.As32(), bits.As32(), bits.As32())
	KMOVW(bits.As32(), s.lanes)
	sum := s.sums()
	VMOVDQU32(s.places(), rows)
	VCMPPS(Imm(lessEqual), s.none, sum, s.lanes, near)
	VPCMPUD(Imm(notBelow), s.least, rows, near, near)
	VCMPPS(Imm(less), s.sure, sum, near, within)
	KMOVW(near, nearBits.As32())
	KMOVW(within, bits.As32())
	CMPL(bits.As32(), nearBits.As32())
	JNE(s.to("unknown"))
	Label(s.label("known"))
	compress512(rows, within, bits, s.within)
	s.step(lanes)
	JG(s.to("places"))
	JMP(s.to("next"))
	Label(s.label("unknown"))
	MOVQ(s.p.Offset(unknownOf), s.unknown)
	ADDQ(Imm(4), s.unknown)
	JMP(s.to("known"))
	Label(s.label("next"))
}

// countPlaces counts the places of a span that are near, 16 at a time and then the rest.
func (s *sieve) countPlaces() {
	const lanes = 16
	CMPQ(s.rest, Imm(lanes))
	JL(s.to("tail"))
	Label(s.label("full"))
	sum, near, within, nearBits, bits := s.sums(), K(), K(), GP64(), GP64()
	VCMPPS(Imm(lessEqual), s.none, sum, s.lanes, near)
	VCMPPS(Imm(less), s.sure, sum, s.lanes, within)
	KMOVW(near, nearBits.As32())
	KMOVW(within, bits.As32())
	CMPL(bits.As32(), nearBits.As32())
	JNE(s.to("unknown"))
	Label(s.label("known"))
	POPCNTL(bits.As32(), bits.As32())
	ADDQ(bits, s.within)
	ADDQ(Imm(4*lanes), s.at)
	SUBQ(Imm(lanes), s.rest)
	CMPQ(s.rest, Imm(lanes))
	JGE(s.to("full"))
	Label(s.label("tail"))
	CMPQ(s.rest, Imm(0))
	JLE(s.to("next"))
	all := GP32()
	MOVL(U32(1<<lanes-1), all)
	BZHIL(s.rest.As32(), all, all)
	KMOVW(all, s.lanes)
	JMP(s.to("full"))
	Label(s.label("unknown"))
	MOVQ(s.p.Offset(unknownOf), s.unknown)
	ADDQ(Imm(4), s.unknown)
	JMP(s.to("known"))
	Label(s.label("next"))
}

// number stores how many rows a point has. It sorts the rows of a point without half, if they are few.
func (s *sieve) number() {
	n, to := GP64(), GP64()
	MOVQ(s.within, n)
	if s.listing {
		SUBQ(s.p.Offset(withinOf), n)
		SHRQ(Imm(2), n)
	}
	CMPQ(s.unknown, s.p.Offset(unknownOf))
	JNE(s.to("flagged"))
	if s.listing {
		CMPL(s.p.Offset(halfOf), Imm(0))
		JNE(s.to("store"))
		CMPL(n.As32(), Imm(2))
		JL(s.to("store"))
		CMPL(n.As32(), Imm(mostRanks))
		JG(s.to("store"))
		s.rank(n)
	}
	Label(s.label("store"))
	MOVQ(s.p.Offset(numbersOf), to)
	MOVL(n.As32(), Mem{Base: to})
	ADDQ(Imm(4), s.p.Offset(numbersOf))
	ADDQ(Imm(4), s.p.Offset(atOf))
	JMP(s.to("points"))
	Label(s.label("flagged"))
	ORL(U32(flag), n.As32())
	MOVQ(s.p.Offset(unknownOf), s.unknown)
	JMP(s.to("store"))
}

// rank puts n rows in order: the index of each is the number of lower rows.
func (s *sieve) rank(n reg.GPVirtual) {
	start, scratch, i, row, place := GP64(), GP64(), GP64(), GP32(), GP64()
	all, one, lanes, less := ZMM(), ZMM(), K(), K()
	MOVQ(s.p.Offset(withinOf), start)
	LEAQ(s.p.Offset(scratchOf), scratch)
	MOVL(U32(1<<mostRanks-1), place.As32())
	BZHIL(n.As32(), place.As32(), place.As32())
	KMOVW(place.As32(), lanes)
	VMOVDQU32_Z(Mem{Base: start}, lanes, all)
	VMOVDQU32(all, Mem{Base: scratch})
	XORL(i.As32(), i.As32())
	Label(s.label("rank"))
	MOVL(Mem{Base: scratch, Index: i, Scale: 4}, row)
	VPBROADCASTD(Mem{Base: scratch, Index: i, Scale: 4}, one)
	VPCMPUD(Imm(below), one, all, lanes, less)
	KMOVW(less, place.As32())
	POPCNTL(place.As32(), place.As32())
	MOVL(row, Mem{Base: start, Index: place, Scale: 4})
	INCL(i.As32())
	CMPL(i.As32(), n.As32())
	JL(s.to("rank"))
}
