package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in binindex.maker.
const (
	columnsOf  = 0  // t, x, y, z *float64
	instantsOf = 32 // *float64
	lookupOf   = 40 // *int32
	originOf   = 48 // [3]float64
	scaleOf    = 72
	startOf    = 80
	perUnitOf  = 88
	lastCellOf = 96
)

// Sizes and bits of binindex.Run: row, trajectory, then count and ends.
const (
	runBytes  = 12
	countOf   = 8
	countBits = 1<<16 - 1
	lastBit   = 1 << 16
	pointBit  = 2 << 16
	boxBytes  = 32
	lanes     = 8
)

// farCells is the most instants of a cell of the clock that are compared one
// after the other.
const farCells = 4

// Predicates of VCMPPD and VPCMPD.
const (
	equal     = 0x00
	below     = 1 // VPCMPD: less than
	above     = 6 // VPCMPD: greater than
	lessEqual = 0x12
	notEqual  = 0x04
	more      = 0x1e
)

// boxMaker writes the boxes of eight runs at once.
type boxMaker struct {
	m        Mem
	row      [5]reg.VecVirtual // rows of the samples under the runs, the last one repeated where there are fewer
	every    reg.Register      // all lanes
	closed   reg.Register      // runs that own their end
	empty    reg.Register      // padding
	zero     reg.VecVirtual
	signs    reg.VecVirtual
	dwords   func(x uint32) Mem
	instants reg.Register
}

// boxes writes the function.
func boxes() {
	TEXT("boxesAVX512", NOSPLIT, "func(m **float64, runs *uint32, n int, out *float32) int")
	Pragma("noescape")
	Doc("boxesAVX512 makes the boxes of runs of up to four segments, eight at a time, and returns how many are done: it stops where fewer are left, or too many instants lie in a cell of the clock.")
	b := boxMaker{m: Mem{Base: Load(Param("m"), GP64())}, dwords: constants()}
	runs, n, out := Load(Param("runs"), GP64()), Load(Param("n"), GP64()), Load(Param("out"), GP64())
	done := GP64()
	XORQ(done, done)
	lanesMask := GP32()
	MOVL(U32(1<<lanes-1), lanesMask)
	b.every = K()
	KMOVW(lanesMask, b.every)
	b.zero, b.signs = ZMM(), ZMM()
	VPXORQ(b.zero, b.zero, b.zero)
	VPBROADCASTQ(signBit, b.signs)
	Label("next")
	SUBQ(Imm(lanes), n)
	JLT(LabelRef("end"))
	b.prefetch(Mem{Base: runs}, n)
	b.open(Mem{Base: runs})
	var side [8]reg.VecVirtual
	side[6], side[7] = b.ticks()
	for axis := range 3 {
		side[axis], side[3+axis] = b.extent(axis)
	}
	for i, blank := range [8]uint32{inf, inf, inf, minusInf, minusInf, minusInf, ^uint32(0), 0} {
		VPBROADCASTD(b.dwords(blank), b.empty, side[i])
	}
	transpose(side, Mem{Base: out})
	ADDQ(Imm(lanes*runBytes), runs)
	ADDQ(U32(lanes*boxBytes), out)
	ADDQ(Imm(lanes), done)
	JMP(LabelRef("next"))
	Label("end")
	Store(done, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// Bits of infinite float32.
const (
	inf      = 0x7f800000
	minusInf = 0xff800000
)

var signBit, minusInfinity, runWords Mem

// constants declares the constants, and returns a function that declares one of
// 32 bits.
func constants() func(x uint32) Mem {
	signBit = ConstData("sign_bit", U64(1<<63))
	minusInfinity = ConstData("minus_infinity", U64(0xfff<<52))
	runWords = GLOBL("run_words", RODATA|NOPTR)
	for i := range lanes {
		DATA(4*i, U32(i*runBytes/4))
	}
	known := map[uint32]Mem{}
	for _, c := range []struct {
		name string
		x    uint32
	}{
		{"none", 0}, {"one", 1}, {"two", 2}, {"three", 3}, {"far_cells", farCells}, {"all", ^uint32(0)}, {"count_bits", countBits},
		{"last_bit", lastBit}, {"point_bit", pointBit}, {"inf", inf}, {"minus_inf", minusInf}, {"float_sign", 1 << 31},
	} {
		known[c.x] = ConstData(c.name, U32(c.x))
	}
	return func(x uint32) Mem {
		m, ok := known[x]
		if !ok {
			panic("no such constant")
		}
		return m
	}
}

// spread returns a constant in each lane of 32 bits.
func (b *boxMaker) spread(x uint32) reg.VecVirtual {
	v := YMM()
	VPBROADCASTD(b.dwords(x), v)
	return v
}

// all returns a mask of all lanes, which a gathering clears.
func (b *boxMaker) all() reg.Register {
	k := K()
	KMOVW(b.every, k)
	return k
}

// open reads runs: the rows of their samples, their counts and their ends.
func (b *boxMaker) open(runs Mem) {
	words, row, word := YMM(), YMM(), YMM()
	VMOVDQU32(runWords, words)
	VMOVDQA32(b.zero.AsY(), row)
	VMOVDQA32(b.zero.AsY(), word)
	runs.Index, runs.Scale = words, 4
	VPGATHERDD(runs, b.all(), row)
	VPGATHERDD(runs.Offset(countOf), b.all(), word)
	b.closed, b.empty = K(), K()
	VPTESTMD(b.spread(lastBit), word, b.closed)
	point := K()
	VPTESTMD(b.spread(pointBit), word, point)
	VPANDD(b.spread(countBits), word, word)
	VPTESTNMD(word, word, b.empty)
	VMOVDQA32(b.zero.AsY(), point, word) // a point's only sample is its last
	b.row[0], b.row[4] = row, YMM()
	VPADDD(row, word, b.row[4])
	for k := uint32(1); k < 4; k++ {
		b.row[k] = YMM()
		VPMINUD(b.spread(k), word, b.row[k])
		VPADDD(row, b.row[k], b.row[k])
	}
}

// ahead is how many runs ahead samples are prefetched: time enough for them to
// come from beyond the core's own cache.
const ahead = 3 * lanes

// prefetch prefetches the samples of later runs, while n are left behind the
// current ones.
func (b *boxMaker) prefetch(runs Mem, n reg.Register) {
	CMPQ(n, Imm(ahead))
	JLT(LabelRef("near_end"))
	var column [4]reg.GPVirtual
	for k := range column {
		column[k] = b.pointer(columnsOf + 8*k)
	}
	for i := range lanes {
		row := GP64()
		MOVL(runs.Offset((ahead+i)*runBytes), row.As32())
		for k := range column {
			PREFETCHT0(Mem{Base: column[k], Index: row, Scale: 8})
		}
	}
	Label("near_end")
}

// gather reads the numbers of a column at the rows.
func (b *boxMaker) gather(column reg.Register, rows reg.VecVirtual) reg.VecVirtual {
	v := ZMM()
	VMOVAPD(b.zero, v)
	VGATHERDPD(Mem{Base: column, Index: rows, Scale: 8}, b.all(), v)
	return v
}

// constant broadcasts a number of the maker.
func (b *boxMaker) constant(offset int) reg.VecVirtual {
	v := ZMM()
	VBROADCASTSD(b.m.Offset(offset), v)
	return v
}

// pointer loads a pointer of the maker.
func (b *boxMaker) pointer(offset int) reg.GPVirtual {
	p := GP64()
	MOVQ(b.m.Offset(offset), p)
	return p
}

// extent returns Frame.below of the least and Frame.above of the largest
// coordinate of the samples, 0 without a column.
func (b *boxMaker) extent(axis int) (lo, hi reg.VecVirtual) {
	least, most := ZMM(), ZMM()
	VMOVAPD(b.zero, least)
	VMOVAPD(b.zero, most)
	column := b.pointer(columnsOf + 8*(1+axis))
	flat := [3]string{"flat_x", "flat_y", "flat_z"}[axis]
	TESTQ(column, column)
	JZ(LabelRef(flat))
	v := b.gather(column, b.row[0])
	VMOVAPD(v, least)
	VMOVAPD(v, most)
	for _, row := range b.row[1:] {
		v = b.gather(column, row)
		VMINPD(v, least, least)
		VMAXPD(v, most, most)
	}
	Label(flat)
	origin, scale := b.constant(originOf+8*axis), b.constant(scaleOf)
	for _, x := range []reg.VecVirtual{least, most} {
		VSUBPD(origin, x, x)
		VMULPD(scale, x, x)
	}
	lo = b.floor(least)
	VPXORQ(b.signs, most, most)
	hi = b.floor(most)
	VPXORD(b.spread(1<<31), hi, hi)
	return lo, hi
}

// floor is floor32: x rounded down, and one further where x is a float32
// itself, but for 0 and -Inf.
func (b *boxMaker) floor(x reg.VecVirtual) reg.VecVirtual {
	r, back, step := YMM(), ZMM(), YMM()
	VCVTPD2PS_RD_SAE(x, r)
	VCVTPS2PD(r, back)
	same := K()
	VCMPPD(U8(equal), x, back, same)
	VCMPPD(U8(notEqual), b.zero, x, same, same)
	least := ZMM()
	VBROADCASTSD(minusInfinity, least)
	VCMPPD(U8(more), least, x, same, same)
	VPSRAD(Imm(31), r, step)
	VPORD(b.spread(1), step, step) // 1, or -1 for a negative number
	VPSUBD(step, r, same, r)
	return r
}

// ticks is Clock.Ticks of the runs.
func (b *boxMaker) ticks() (first, last reg.VecVirtual) {
	t := b.pointer(columnsOf)
	b.instants = b.pointer(instantsOf)
	first = b.tick("first", b.gather(t, b.row[0]))
	end := b.gather(t, b.row[4])
	last = b.tick("last", end)
	open, before, v := K(), YMM(), ZMM()
	KNOTW(b.closed, open)
	VPTESTMD(last, last, open, open)
	VPADDD(b.spread(^uint32(0)), last, before)
	VMOVAPD(b.zero, v)
	reading := K()
	KMOVW(open, reading)
	VGATHERDPD(Mem{Base: b.instants, Index: before, Scale: 8}, reading, v)
	VCMPPD(U8(equal), end, v, open, open)
	VMOVDQA32(before, open, last)
	return first, last
}

// tick is Clock.Tick of eight times.
func (b *boxMaker) tick(name string, t reg.VecVirtual) reg.VecVirtual {
	cell, number := ZMM(), YMM()
	VSUBPD(b.constant(startOf), t, cell)
	VMULPD(b.constant(perUnitOf), cell, cell)
	VMAXPD(b.zero, cell, cell)
	VMINPD(b.constant(lastCellOf), cell, cell)
	VCVTTPD2DQ(cell, number)
	n, end := YMM(), YMM()
	lookup := Mem{Base: b.pointer(lookupOf), Index: number, Scale: 4}
	VMOVDQA32(b.zero.AsY(), n)
	VMOVDQA32(b.zero.AsY(), end)
	VPGATHERDD(lookup, b.all(), n)
	VPGATHERDD(lookup.Offset(4), b.all(), end)
	far, some, active := YMM(), GP32(), K()
	VPSUBD(n, end, far)
	VPCMPD(Imm(above), b.spread(farCells), far, active)
	KMOVB(active, some)
	TESTL(some, some)
	JNZ(LabelRef("end"))
	VPCMPD(Imm(below), end, n, active)
	Label(name + "_more")
	KMOVB(active, some)
	TESTL(some, some)
	JZ(LabelRef(name + "_found"))
	v, reading := ZMM(), K()
	VMOVAPD(b.zero, v)
	KMOVW(active, reading)
	VGATHERDPD(Mem{Base: b.instants, Index: n, Scale: 8}, reading, v)
	VCMPPD(U8(lessEqual), t, v, active, active)
	VPADDD(b.spread(1), n, active, n)
	VPCMPD(Imm(below), end, n, active, active)
	JMP(LabelRef(name + "_more"))
	Label(name + "_found")
	return n
}

// transpose writes eight boxes from registers that each hold one number of all
// of them.
func transpose(a [8]reg.VecVirtual, out Mem) {
	var t, u [8]reg.VecVirtual
	for i := range t {
		t[i], u[i] = YMM(), YMM()
	}
	for i := 0; i < 8; i += 2 {
		VUNPCKLPS(a[i+1], a[i], t[i])
		VUNPCKHPS(a[i+1], a[i], t[i+1])
	}
	for i := 0; i < 8; i += 4 {
		VUNPCKLPD(t[i+2], t[i], u[i])
		VUNPCKHPD(t[i+2], t[i], u[i+1])
		VUNPCKLPD(t[i+3], t[i+1], u[i+2])
		VUNPCKHPD(t[i+3], t[i+1], u[i+3])
	}
	for i := range 4 {
		low, high := YMM(), YMM()
		VSHUFF32X4(Imm(0), u[i+4], u[i], low)
		VMOVUPS(low, out.Offset(i*boxBytes))
		VSHUFF32X4(Imm(3), u[i+4], u[i], high)
		VMOVUPS(high, out.Offset((i+4)*boxBytes))
	}
}
