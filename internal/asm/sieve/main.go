// Command sieve generates the assembly of internal/pointjoin/rowgrid: go generate ./internal/pointjoin/rowgrid.
// It writes functions that list rows, or only count them, with AVX-512 and AVX2, each with code for every
// number of dimensions.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in rowgrid.probe.
const (
	columnsOf = 0
	rowsOf    = 8
	shiftsOf  = 16
	strideOf  = 24
	spansOf   = 32
	endOf     = 40 // behind the last span
	withinOf  = 48
	unknownOf = 56
	sureOf    = 64
	noneOf    = 68
	leastOf   = 72
	widthOf   = 76 // the number of dimensions
	pointOf   = 80
	nOf       = 112
	mOf       = 120
)

// Sizes of rowgrid.span, whose first, last and shift follow each other, and of shifts.
const (
	spanBytes  = 12
	shiftShift = 5
)

// mostDimensions is the greatest number of dimensions with code of its own.
const mostDimensions = 8

// Predicates of VCMPPS and VPCMPUD.
const (
	less      = 0x11
	lessEqual = 0x12
	notBelow  = 5
)

func main() {
	ConstraintExpr("amd64")
	compressions()
	for _, name := range []string{"list", "count"} {
		function(name, "AVX512")
		function(name, "AVX2")
	}
	cell("cell", "is sieve.cell", true)
	cell("degrees", "is sieve.degrees", false)
	prefetch()
	Generate()
}

// function writes a function.
func function(name, set string) {
	TEXT(name+set, NOSPLIT, "func(p **float32)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s%s is sieve.%s with %s, of the probe at p.", name, set, name, set))
	p := Mem{Base: Load(Param("p"), GP64())}
	each(p, func(n int) {
		s := &sieve{n: n, listing: name == "list", wide: set == "AVX512", p: p}
		Label(s.label("begin"))
		s.write()
	})
}

// each writes code for every number of dimensions, and the jump to the code for the probe's number.
func each(p Mem, write func(n int)) {
	dimensions := GP32()
	MOVL(p.Offset(widthOf), dimensions)
	for n := 1; n < mostDimensions; n++ {
		CMPL(dimensions, Imm(uint64(n)))
		JE(LabelRef(fmt.Sprintf("begin%d", n)))
	}
	for n := mostDimensions; n > 0; n-- {
		write(n)
	}
}

// sieve writes the code for a number of dimensions.
type sieve struct {
	n       int
	listing bool // rows are listed, else only counted
	wide    bool // AVX-512
	ofCell  bool // all points of a cell

	p                 Mem
	spans             reg.GPVirtual
	within, unknown   reg.GPVirtual // address of the next row; without listing, the number of rows
	at, rows, rest    reg.GPVirtual // addresses in the first column and in rows; places left of a span
	stride            map[int]reg.GPVirtual
	x                 []reg.VecVirtual // coordinates of the point, shifted
	sure, none, least reg.VecVirtual
	lanes             reg.Register // AVX-512: the places left
}

// label returns a label of the code.
func (s *sieve) label(name string) string { return fmt.Sprintf("%s%d", name, s.n) }

// to returns a reference to a label of the code.
func (s *sieve) to(name string) LabelRef { return LabelRef(s.label(name)) }

// write writes the code.
func (s *sieve) write() {
	s.open()
	Label(s.label("spans"))
	CMPQ(s.spans, s.p.Offset(endOf))
	JE(s.to("done"))
	s.span()
	Label(s.label("places"))
	if s.wide {
		s.places512()
	} else {
		s.places256()
	}
	JMP(s.to("places"))
	Label(s.label("next"))
	ADDQ(Imm(spanBytes), s.spans)
	JMP(s.to("spans"))
	Label(s.label("done"))
	s.close()
}

// vec returns a vector of the widest kind.
func (s *sieve) vec() reg.VecVirtual {
	if s.wide {
		return ZMM()
	}
	return YMM()
}

// open loads the values that all spans share.
func (s *sieve) open() {
	load := func(offset int) reg.GPVirtual {
		r := GP64()
		MOVQ(s.p.Offset(offset), r)
		return r
	}
	s.spans, s.unknown = load(spansOf), load(unknownOf)
	if s.listing {
		s.within = load(withinOf)
	} else {
		s.within = GP64()
		XORQ(s.within, s.within)
	}
	if s.wide {
		s.sure, s.none, s.least = s.spread(sureOf), s.spread(noneOf), s.spread(leastOf)
	}
	s.strides()
	s.at, s.rows, s.rest = GP64(), GP64(), GP64()
}

// spread broadcasts 32 bits of the probe.
func (s *sieve) spread(offset int) reg.VecVirtual {
	v := s.vec()
	VBROADCASTSS(s.p.Offset(offset), v)
	return v
}

// strides loads the odd multiples of the columns' stride that are needed to address columns.
func (s *sieve) strides() {
	s.stride = map[int]reg.GPVirtual{}
	for _, odd := range []int{1, 3, 5, 7} {
		if odd >= s.n {
			break
		}
		s.stride[odd] = GP64()
		if odd == 1 {
			MOVQ(s.p.Offset(strideOf), s.stride[1])
		} else {
			LEAQ(Mem{Base: s.stride[odd-2], Index: s.stride[1], Scale: 2}, s.stride[odd])
		}
	}
}

// column returns the operand of the current places in a column.
func (s *sieve) column(place int) Mem {
	if place == 0 {
		return Mem{Base: s.at}
	}
	scale := 1
	for place%2 == 0 {
		place, scale = place/2, scale*2
	}
	return Mem{Base: s.at, Index: s.stride[place], Scale: uint8(scale)}
}

// span begins a span: its places, and the point's coordinates shifted for it.
func (s *sieve) span() {
	first, shift := GP64(), GP64()
	MOVL(Mem{Base: s.spans}, first.As32())
	MOVL(Mem{Base: s.spans, Disp: 4}, s.rest.As32())
	MOVL(Mem{Base: s.spans, Disp: 8}, shift.As32())
	SUBQ(first, s.rest)
	SHLQ(Imm(shiftShift), shift)
	ADDQ(s.p.Offset(shiftsOf), shift)
	s.from(shift)
	MOVQ(s.p.Offset(columnsOf), s.at)
	LEAQ(Mem{Base: s.at, Index: first, Scale: 4}, s.at)
	MOVQ(s.p.Offset(rowsOf), s.rows)
	SUBQ(s.p.Offset(columnsOf), s.rows)
	if s.wide {
		s.lanes = K()
		KXNORW(s.lanes, s.lanes, s.lanes)
	}
}

// from loads the point's coordinates, moved by a shift.
func (s *sieve) from(shift reg.GPVirtual) {
	if s.ofCell {
		MOVQ(s.p.Offset(atOf), s.at)
	}
	s.x = nil
	for place := range s.n {
		x, by := s.vec(), s.vec()
		if s.ofCell {
			VBROADCASTSS(s.column(place), x)
		} else {
			VBROADCASTSS(s.p.Offset(pointOf+4*place), x)
		}
		VBROADCASTSS(Mem{Base: shift, Disp: 4 * place}, by)
		VADDPS(by, x, x)
		s.x = append(s.x, x)
	}
}

// sums returns the squared distances of the next places.
func (s *sieve) sums() reg.VecVirtual {
	sum := s.vec()
	for place, x := range s.x {
		d := sum
		if place > 0 {
			d = s.vec()
		}
		VSUBPS(s.column(place), x, d)
		VMULPS(d, d, d)
		if place > 0 {
			VADDPS(d, sum, sum)
		}
	}
	return sum
}

// places returns the operand of the rows of the next places.
func (s *sieve) places() Mem { return Mem{Base: s.at, Index: s.rows, Scale: 1} }

// step goes to the next places.
func (s *sieve) step(lanes int) {
	ADDQ(Imm(uint64(4*lanes)), s.at)
	SUBQ(Imm(uint64(lanes)), s.rest)
}

// close stores the number of rows found.
func (s *sieve) close() {
	if s.listing {
		SUBQ(s.p.Offset(withinOf), s.within)
		SHRQ(Imm(2), s.within)
	}
	SUBQ(s.p.Offset(unknownOf), s.unknown)
	SHRQ(Imm(2), s.unknown)
	MOVQ(s.within, s.p.Offset(nOf))
	MOVQ(s.unknown, s.p.Offset(mOf))
	VZEROUPPER()
	RET()
}
