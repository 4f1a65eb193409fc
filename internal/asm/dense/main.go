// Command dense generates the assembly of internal/pointjoin/dense: go generate ./internal/pointjoin/dense. It writes loops
// over points of the plane, four at a time, with AVX2.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in dense.disc.
const (
	middleOf    = 0
	certainlyOf = 16
	notOf       = 24
	withinOf    = 32
	unsureOf    = 64
	leastOf     = 96
)

// Predicates of VCMPPD.
const (
	less      = 0x11
	lessEqual = 0x12
	greater   = 0x1e
)

// A step compares four points: two vectors of coordinates, half a vector of links.
const (
	vectorBytes = 32
	linkBytes   = 16
)

// asSums is the order for VPERMQ that puts the links into the order of the sums: the first, third, second and fourth
// point.
const asSums = 0b11_01_10_00

func main() {
	ConstraintExpr("amd64")
	count()
	least()
	Generate()
}

// count writes the function that counts.
func count() {
	l := begin("countAVX2", "func(d *float64, others *float64, fours int)", "is disc.count of four times fours points.")
	within := YMM()
	VPXOR(within, within, within)
	Label("next")
	sum, is := l.sums(), YMM()
	VCMPPD(Imm(lessEqual), l.certainly, sum, is)
	VPSUBQ(is, within, within)
	VPXOR(l.all, is, is)
	l.doubt(sum, is)
	l.again()
	VMOVDQU(within, l.disc.Offset(withinOf))
	l.end()
}

// least writes the function that finds the least link.
func least() {
	l := begin("leastAVX2", "func(d *float64, others *float64, links *uint32, fours int)", "is disc.least of four times fours points.")
	links, least := Load(Param("links"), GP64()), ones()
	Label("next")
	sum, out, link := l.sums(), YMM(), YMM()
	VCMPPD(Imm(greater), l.certainly, sum, out)
	VPMOVZXDQ(Mem{Base: links}, link)
	VPERMQ(Imm(asSums), link, link)
	VPOR(out, link, link)
	VPMINUD(link, least, least)
	l.doubt(sum, out)
	ADDQ(Imm(linkBytes), links)
	l.again()
	VMOVDQU(least, l.disc.Offset(leastOf))
	l.end()
}

// loop is a loop over points around the middle of a disc.
type loop struct {
	disc           Mem
	others, fours  reg.Register
	middle         reg.VecVirtual // x, y, x, y
	certainly, not reg.VecVirtual
	all, unsure    reg.VecVirtual
}

// begin begins a function, and loads the values that all points share.
func begin(name, signature, does string) *loop {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + " " + does)
	l := &loop{disc: Mem{Base: Load(Param("d"), GP64())}, middle: YMM(), certainly: YMM(), not: YMM(), all: ones(), unsure: YMM()}
	l.others, l.fours = Load(Param("others"), GP64()), Load(Param("fours"), GP64())
	VBROADCASTF128(l.disc.Offset(middleOf), l.middle)
	VBROADCASTSD(l.disc.Offset(certainlyOf), l.certainly)
	VBROADCASTSD(l.disc.Offset(notOf), l.not)
	VPXOR(l.unsure, l.unsure, l.unsure)
	return l
}

// ones returns a vector all of whose bits are set.
func ones() reg.VecVirtual {
	v := YMM()
	VPCMPEQD(v, v, v)
	return v
}

// sums returns the squared distances of the next points.
func (l *loop) sums() reg.VecVirtual {
	a, b, sum := YMM(), YMM(), YMM()
	VSUBPD(Mem{Base: l.others}, l.middle, a)
	VSUBPD(Mem{Base: l.others, Disp: vectorBytes}, l.middle, b)
	VMULPD(a, a, a)
	VMULPD(b, b, b)
	VUNPCKLPD(b, a, sum)
	VUNPCKHPD(b, a, a)
	VADDPD(a, sum, sum)
	return sum
}

// doubt marks the points in the mask out that are not certainly out.
func (l *loop) doubt(sum, out reg.VecVirtual) {
	below := YMM()
	VCMPPD(Imm(less), l.not, sum, below)
	VPAND(out, below, below)
	VPOR(below, l.unsure, l.unsure)
}

// again goes on to the next points, if there are more.
func (l *loop) again() {
	ADDQ(Imm(2*vectorBytes), l.others)
	DECQ(l.fours)
	JNZ(LabelRef("next"))
}

// end stores the unsure points and returns.
func (l *loop) end() {
	VMOVDQU(l.unsure, l.disc.Offset(unsureOf))
	VZEROUPPER()
	RET()
}
