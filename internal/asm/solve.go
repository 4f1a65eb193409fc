package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Columns of host.queue, each of queueRoom float64.
const (
	columnBytes = 72 * 8
	queryStart  = 0
	queryEnd    = 1
	entryStart  = 2
	entryEnd    = 3
	queryOwn    = 4
	entryOwn    = 5
	queryFrom   = 6
	queryTo     = 9
	entryFrom   = 12
	entryTo     = 15
	threshold   = 18
	enter       = 19
	exit        = 20
	nearest     = 21 // the time of least distance
	distance    = 22
	speed       = 23
)

// Constants of interaction/interaction.go, and of the formats.
var (
	one, minusOne, largest, distanceError, underflow Mem
	signBit, allButSign, infinity, laneBits          Mem
	smallUnit, largeUnit                             Mem
)

func constants() {
	number := func(name string, x float64) Mem { return ConstData(name, U64(math.Float64bits(x))) }
	one, minusOne = number("one", 1), number("minus_one", -1)
	largest, infinity = number("largest", math.MaxFloat64), number("infinity", math.Inf(1))
	distanceError, underflow = number("distance_error", 0x1p-47), number("underflow", 0x1p-500)
	smallUnit, largeUnit = number("small_unit", 0x1p-400), number("large_unit", 0x1p500)
	signBit = ConstData("sign_bit", U64(1<<63))
	allButSign = ConstData("all_but_sign", U64(1<<63-1))
	laneBits = GLOBL("lane_bits", RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(1<<i))
	}
}

// solver writes interaction.Window.Interact for a vector of pairs.
type solver struct {
	isa
	queue, window Mem
}

func (s solver) column(c int) Mem { return s.queue.Offset(c * columnBytes) }

// columns returns the three columns of a point, the first at c.
func (s solver) columns(c int) [3]Op {
	return [3]Op{s.column(c), s.column(c + 1), s.column(c + 2)}
}

// solve writes the function: its operations are in the order of interaction/interaction.go,
// branches are masks. With approaches it also stores the results of interaction.Window.Closest for
// the pairs that hit, and returns the bits of the lanes in which it cannot.
func solve(name, doc string, wide, approaches bool) {
	TEXT(name, 0, "func(q *float64, w *float64) uint32")
	Pragma("noescape")
	Doc(doc)
	s := solver{isa{wide, new(int), approaches}, Mem{Base: Load(Param("q"), GP64())}, Mem{Base: Load(Param("w"), GP64())}}
	if !wide {
		AllocLocal(40 * slotBytes)
	}
	lo, hi, valid := s.commonSpan()
	r0, w, scale := s.relativeMotion(lo, hi)
	p := pass{w: w, lo: lo, hi: hi}
	if p.approaches = approaches; approaches {
		s.leaveOtherUnits(scale)
	}
	hit, borderline := s.within(r0, p, s.limits(scale), valid)
	SHLL(Imm(8), borderline)
	ORL(borderline, hit)
	if approaches {
		ORL(hard(), hit)
	}
	Store(hit, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// commonSpan is E1; valid has the bits of the lanes with a span.
func (s solver) commonSpan() (lo, hi Op, valid reg.GPVirtual) {
	l := s.max(s.column(entryStart), s.column(queryStart))
	h := s.min(s.column(entryEnd), s.column(queryEnd))
	void := s.notOwned(l, h)
	l, h = s.max(s.constant(s.window), l), s.min(s.constant(s.window.Offset(8)), h)
	ORL(s.notOwned(l, h), void)
	valid = s.bits(s.compare(l, lessEqual, h))
	NOTL(void)
	ANDL(void, valid)
	return s.keep(l), s.keep(h), valid
}

// notOwned returns the bits of the lanes with a span of one instant that not both segments
// own.
func (s solver) notOwned(lo, hi Op) reg.GPVirtual {
	owned := s.bits(s.both(s.compare(lo, less, s.column(queryOwn)), s.compare(lo, less, s.column(entryOwn))))
	NOTL(owned)
	return result(ANDL, s.bits(s.compare(lo, equal, hi)), owned)
}

// relativeMotion is E2.
func (s solver) relativeMotion(lo, hi Op) (r0, w [3]Op, scale reg.VecVirtual) {
	fq, hq := s.fractions(queryStart, queryEnd, lo, hi)
	fe, he := s.fractions(entryStart, entryEnd, lo, hi)
	for k := range 3 {
		dq := s.sub(s.column(queryTo+k), s.column(queryFrom+k))
		de := s.sub(s.column(entryTo+k), s.column(entryFrom+k))
		base := s.sub(s.column(entryFrom+k), s.column(queryFrom+k))
		r0[k] = s.keep(s.add(base, s.sub(s.mul(de, fe), s.mul(dq, fq))))
		w[k] = s.keep(s.sub(s.mul(de, he), s.mul(dq, hq)))
		size := s.add(s.abs(base), s.add(s.abs(de), s.abs(dq)))
		if k > 0 {
			size = s.add(scale, size)
		}
		scale = size
	}
	return r0, w, scale
}

// fractions returns 0 for a point event.
func (s solver) fractions(start, end int, lo, hi Op) (before, covered Op) {
	duration := s.sub(s.column(end), s.column(start))
	lasts := s.compare(duration, notEqual, s.zero())
	before = s.keep(s.choose(lasts, s.div(s.sub(lo, s.column(start)), duration), s.zero()))
	covered = s.keep(s.choose(lasts, s.div(s.sub(hi, lo), duration), s.zero()))
	return before, covered
}

// limits are squares: a square above outer is a miss, one up to inner a hit (E7).
type limits struct{ outer, inner Op }

// limits folds the conditions of interaction's side into two numbers: inner is negative where
// threshold-bound is, and finite.
func (s solver) limits(scale reg.VecVirtual) limits {
	d := s.load(s.column(threshold))
	bound := s.add(s.mul(s.constant(distanceError), s.add(scale, d)), s.constant(underflow))
	bound = s.choose(s.compare(scale, greater, s.zero()), bound, s.zero())
	outer, inner := s.add(d, bound), s.sub(d, bound)
	square := s.min(s.mul(inner, inner), s.constant(largest))
	square = s.choose(s.compare(inner, greaterEq, s.zero()), square, s.constant(minusOne))
	return limits{s.keep(s.mul(outer, outer)), s.keep(square)}
}

// sides returns the bits of the lanes whose square is certainly outside the threshold, and of
// the lanes whose square is certainly inside.
func (s solver) sides(square Op, l limits) (out, in reg.GPVirtual) {
	return s.bits(s.compare(square, greater, l.outer)), s.bits(s.compare(square, lessEqual, l.inner))
}

// closest is E3.
func (s solver) closest(a, b Op) reg.VecVirtual {
	back := s.negative(b)
	at := s.choose(s.compare(back, greaterEq, a), s.constant(one), s.div(back, a))
	at = s.choose(s.compare(b, greaterEq, s.zero()), s.zero(), at)
	return s.choose(s.compare(a, notGreater, s.zero()), s.zero(), at)
}

// pass holds the pairs' values for within; masks have a bit a lane.
type pass struct {
	lo, hi                               Op
	a, b, at, least, start, end          Op
	r1, w                                [3]Op
	startsOut, startsIn, endsOut, endsIn reg.GPVirtual
	approaches                           bool // results of interaction.Window.Closest are wanted, too
}

// within is E3 to E6; it stores the intervals and returns the bits of the lanes that hit, and
// of the borderline lanes.
func (s solver) within(r0 [3]Op, p pass, l limits, valid reg.GPVirtual) (hit, borderline reg.GPVirtual) {
	w := p.w
	p.a, p.b = s.keep(s.dot(w, w)), s.keep(s.dot(r0, w))
	p.at = s.keep(s.closest(p.a, p.b))
	var rs [3]Op
	for k := range 3 {
		rs[k] = s.add(r0[k], s.mul(p.at, w[k]))
	}
	p.least = s.keep(s.dot(rs, rs))
	for k := range 3 {
		p.r1[k] = s.keep(s.add(r0[k], w[k]))
	}
	p.start, p.end = s.keep(s.dot(r0, r0)), s.keep(s.dot(p.r1, p.r1))

	overflows := s.bits(s.compare(p.a, greater, s.constant(largest)))
	missed, inside := s.sides(p.least, l)
	p.startsOut, p.startsIn = s.sides(p.start, l)
	p.endsOut, p.endsIn = s.sides(p.end, l)
	hit = result(ANDL, result(ORL, p.startsIn, p.startsOut), result(ORL, p.endsIn, p.endsOut))
	ANDL(inside, hit)
	ANDL(valid, hit)
	borderline = result(ORL, missed, hit)
	NOTL(borderline)
	ORL(overflows, borderline)
	ANDL(valid, borderline)
	NOTL(overflows)
	ANDL(overflows, hit)
	TESTL(hit, hit)
	JZ(LabelRef("done"))
	s.intervals(p, hit)
	if p.approaches {
		s.approach(p)
	}
	Label("done")
	return hit, borderline
}

// intervals stores the times at which the pairs that hit are within the threshold (E4 to E6).
func (s solver) intervals(p pass, hit reg.GPVirtual) {
	s0, s1 := s.zero(), s.constant(one)
	leaves := result(ANDL, result(ANDL, p.startsIn, p.endsOut), hit)
	enters := result(ANDL, result(ANDL, p.startsOut, p.endsIn), hit)
	passes := result(ANDL, result(ANDL, p.startsOut, p.endsOut), hit)
	TESTL(hit, result(ORL, leaves, enters))
	JZ(LabelRef("not_across"))
	back := s.mask(enters)
	h := s.choose(back, s.negative(s.dot(p.r1, p.w)), p.b)
	out := s.leave(p.a, h, s.choose(back, p.end, p.start))
	VMOVAPD(s.choose(s.mask(leaves), out, s1), s1)
	VMOVAPD(s.choose(s.mask(enters), s.sub(s.constant(one), out), s0), s0)
	Label("not_across")
	TESTL(passes, passes)
	JZ(LabelRef("not_through"))
	half, through := s.halfWidth(p.a, p.least), s.mask(passes)
	VMOVAPD(s.choose(through, s.sub(p.at, half), s0), s0)
	VMOVAPD(s.choose(through, s.add(p.at, half), s1), s1)
	Label("not_through")
	s.instant(p, s0, s.column(enter))
	s.instant(p, s1, s.column(exit))
}

// hard loads the bits of the lanes for which interaction.Window.Closest takes other units than 1,
// from bit 16 on. They are kept in the place of the result: there is no register for them.
func hard() reg.Register { return Load(ReturnIndex(0), GP32()) }

// leaveOtherUnits stores these bits, by the size of the motion.
func (s solver) leaveOtherUnits(scale reg.VecVirtual) {
	other := s.bits(s.compare(scale, greater, s.constant(largeUnit)))
	ORL(s.bits(s.both(s.compare(scale, greater, s.zero()), s.compare(scale, less, s.constant(smallUnit)))), other)
	SHLL(Imm(16), other)
	Store(other, ReturnIndex(0))
}

// approach stores the results of interaction.Window.Closest; a speed that is too large makes the lane
// hard.
func (s solver) approach(p pass) {
	VMOVUPD(s.sqrt(p.least), s.column(distance))
	moves := s.div(s.sqrt(p.a), s.sub(p.hi, p.lo))
	moves = s.choose(s.compare(p.hi, greater, p.lo), moves, s.zero())
	VMOVUPD(moves, s.column(speed))
	fits := s.bits(s.compare(moves, lessEqual, s.constant(largest)))
	NOTL(fits)
	SHLL(Imm(16), fits)
	ORL(hard(), fits)
	Store(fits, ReturnIndex(0))
	s.instant(p, s.load(p.at), s.column(nearest))
}

// leave is E4.
func (s solver) leave(a, b, start Op) reg.VecVirtual {
	d := s.load(s.column(threshold))
	n := s.sqrt(start)
	h := s.div(b, a)
	c := s.div(s.mul(s.sub(n, d), s.add(n, d)), a)
	root := s.sqrt(s.sub(s.mul(h, h), c))
	late := s.div(s.negative(c), s.add(h, root))
	return s.choose(s.compare(h, lessEqual, s.zero()), s.sub(root, h), late)
}

// halfWidth is E5.
func (s solver) halfWidth(a, least Op) reg.VecVirtual {
	d := s.load(s.column(threshold))
	n := s.sqrt(least)
	return s.sqrt(s.div(s.mul(s.sub(d, n), s.add(d, n)), a))
}

// instant is E6.
func (s solver) instant(p pass, at reg.VecVirtual, to Mem) {
	t := s.min(p.hi, s.add(p.lo, s.mul(at, s.sub(p.hi, p.lo))))
	t = s.choose(s.compare(at, greaterEq, s.constant(one)), p.hi, t)
	t = s.choose(s.compare(at, lessEqual, s.zero()), p.lo, t)
	VMOVUPD(t, to)
}
