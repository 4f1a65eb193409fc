// Command tiles generates the assembly of internal/pointjoin/host/internal/tile: go generate ./internal/pointjoin/host/internal/tile.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// chunk is tile.chunk, vectors the number of vectors in the width of a panel, groups the number of groups of rows in a panel.
const (
	chunk     = 8
	vectors   = 2
	groups    = 4
	floatSize = 4
	maskSize  = 4
	maxWidth  = 32 // tile.maxWidth: the masks of sure rows follow as many masks of possible rows
)

// lessEqual is the predicate of VCMPPS: false for NaN.
const lessEqual = 0x02

func main() {
	ConstraintExpr("amd64")
	comparer{name: "compareAVX512", lanes: 16}.write()
	comparer{name: "compareAVX2", lanes: 8}.write()
	Generate()
}

// comparer writes a kernel: it keeps the sums of squared differences of some rows of one panel with all points of another in
// registers, a vector of the other panel's points each.
type comparer struct {
	name  string
	lanes int
}

func (c comparer) wide() bool { return c.lanes == 16 }

// width returns the number of points of a panel, rows the number of rows of a group.
func (c comparer) width() int { return vectors * c.lanes }
func (c comparer) rows() int  { return c.width() / groups }

func (c comparer) vec() reg.VecVirtual {
	if c.wide() {
		return ZMM()
	}
	return YMM()
}

// write writes the function.
func (c comparer) write() {
	TEXT(c.name, NOSPLIT, "func(a *float32, b *float32, n int, start *float32, limits *float32, found *uint32) uint32")
	Pragma("noescape")
	Doc(c.name + " is kernel.compare: start has a number for each row, limits are outer and inner, found the masks of maybe and then of sure rows.")
	a, b, n := Load(Param("a"), GP64()), Load(Param("b"), GP64()), Load(Param("n"), GP64())
	start := Load(Param("start"), GP64())
	limits, found := Mem{Base: Load(Param("limits"), GP64())}, Load(Param("found"), GP64())
	rows, group := GP32(), GP32()
	XORL(rows, rows)
	MOVL(U32(1<<c.rows()-1), group)
	Label("group")
	sums := c.begin(Mem{Base: start})
	p, q, left := GP64(), GP64(), GP64()
	MOVQ(a, p)
	MOVQ(b, q)
	MOVQ(n, left)
	Label("chunk")
	c.sum(sums, p, q, left)
	c.jumpIfAbove(sums, limits, "next")
	TESTQ(left, left)
	JNZ(LabelRef("chunk"))
	c.masks(sums, limits, Mem{Base: found})
	ORL(group, rows)
	Label("next")
	ADDQ(Imm(uint64(c.rows()*floatSize)), a)
	ADDQ(Imm(uint64(c.rows()*floatSize)), start)
	ADDQ(Imm(uint64(c.rows()*maskSize)), found)
	SHLL(Imm(uint64(c.rows())), group)
	c.jumpToNextGroup(group)
	Store(rows, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// jumpToNextGroup jumps while the bits of a group are within the width.
func (c comparer) jumpToNextGroup(group reg.Register) {
	if c.wide() {
		TESTL(group, group) // all bits have left it
		JNZ(LabelRef("group"))
		return
	}
	TESTL(U32(1<<c.width()-1), group)
	JNZ(LabelRef("group"))
}

// begin returns the initial sums, a row after another.
func (c comparer) begin(start Mem) (sums []reg.VecVirtual) {
	for row := range c.rows() {
		for range vectors {
			s := c.vec()
			VBROADCASTSS(start.Offset(row*floatSize), s)
			sums = append(sums, s)
		}
	}
	return sums
}

// sum adds the squares of up to a chunk of dimensions, and subtracts their number from left.
func (c comparer) sum(sums []reg.VecVirtual, p, q, left reg.GPVirtual) {
	dimensions := GP64()
	MOVQ(U32(chunk), dimensions)
	CMPQ(left, dimensions)
	CMOVQLT(left, dimensions)
	SUBQ(dimensions, left)
	Label("dimension")
	var points [vectors]reg.VecVirtual
	for v := range points {
		points[v] = c.vec()
		VMOVUPS(Mem{Base: q, Disp: v * c.lanes * floatSize}, points[v])
	}
	for row := range c.rows() {
		c.add(sums[row*vectors:][:vectors], points, Mem{Base: p, Disp: row * floatSize})
	}
	ADDQ(U32(uint32(c.width()*floatSize)), p)
	ADDQ(U32(uint32(c.width()*floatSize)), q)
	DECQ(dimensions)
	JNZ(LabelRef("dimension"))
}

// add adds the squares of a row in a dimension.
func (c comparer) add(sums []reg.VecVirtual, points [vectors]reg.VecVirtual, row Mem) {
	if c.wide() {
		for v, s := range sums {
			d := c.vec()
			VSUBPS_BCST(row, points[v], d)
			VFMADD231PS(d, d, s)
		}
		return
	}
	all := c.vec()
	VBROADCASTSS(row, all)
	for v, s := range sums {
		d := c.vec()
		VSUBPS(all, points[v], d)
		VFMADD231PS(d, d, s)
	}
}

// jumpIfAbove jumps where no sum is at most outer.
func (c comparer) jumpIfAbove(sums []reg.VecVirtual, limits Mem, label string) {
	least := sums
	for len(least) > 1 {
		var half []reg.VecVirtual
		for i := 0; i < len(least); i += 2 {
			m := c.vec()
			VMINPS(least[i], least[i+1], m)
			half = append(half, m)
		}
		least = half
	}
	outer := c.vec()
	VBROADCASTSS(limits, outer)
	if c.wide() {
		k := K()
		VCMPPS(U8(lessEqual), outer, least[0], k)
		KORTESTW(k, k)
		JZ(LabelRef(label))
		return
	}
	VCMPPS(U8(lessEqual), outer, least[0], outer)
	VTESTPS(outer, outer)
	JZ(LabelRef(label))
}

// masks stores the masks of the rows of a group.
func (c comparer) masks(sums []reg.VecVirtual, limits, found Mem) {
	for i := range 2 {
		limit := c.vec()
		VBROADCASTSS(limits.Offset(i*floatSize), limit)
		for row := range c.rows() {
			low, high := c.mask(sums[row*vectors], limit), c.mask(sums[row*vectors+1], limit)
			SHLL(Imm(uint64(c.lanes)), high)
			ORL(low, high)
			MOVL(high, found.Offset((i*maxWidth+row)*maskSize))
		}
	}
}

// mask returns the bits of the lanes whose sums are at most a limit.
func (c comparer) mask(sum, limit reg.VecVirtual) reg.GPVirtual {
	g := GP32()
	if c.wide() {
		k := K()
		VCMPPS(U8(lessEqual), limit, sum, k)
		KMOVW(k, g)
		return g
	}
	v := YMM()
	VCMPPS(U8(lessEqual), limit, sum, v)
	VMOVMSKPS(v, g)
	return g
}
