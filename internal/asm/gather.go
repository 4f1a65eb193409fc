package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in host.meeting; a field of two numbers has the first run's, then the
// second's.
const (
	columnsOf   = 0 // [2][4]*float64
	fromBytes   = 64
	toBytes     = 80
	firstRow    = 96
	samplesMask = 104
	lastMask    = 112
	pairsMask   = 120
	sumOfRadii  = 128
	reachOf     = 136
)

// gatherer writes the gatherFunc of AVX-512.
type gatherer struct {
	m, queue, rows Mem
	row            [2]reg.GPVirtual
	samples        [2]reg.Register
	from, to       [2]reg.VecVirtual
}

// gather writes the function: it pairs segments of two runs lane by lane, and
// queues the pairs that are not apart.
func gather() {
	TEXT("gatherAVX512", NOSPLIT, "func(m **float64, q *float64, rows *uint32) uint32")
	Pragma("noescape")
	Doc("gatherAVX512 queues the pairs of a meeting that are not apart and returns their number: q is the place of the next pair in the queue, rows the place of its query row.")
	g := gatherer{m: Mem{Base: Load(Param("m"), GP64())}}
	g.queue, g.rows = Mem{Base: Load(Param("q"), GP64())}, Mem{Base: Load(Param("rows"), GP64())}
	for side := range 2 {
		g.row[side], g.samples[side] = GP64(), g.mask(samplesMask+4*side)
		MOVL(g.m.Offset(firstRow+4*side), g.row[side].As32())
		g.from[side], g.to[side] = ZMM(), ZMM()
		VPMOVZXBQ(g.m.Offset(fromBytes+8*side), g.from[side])
		VPMOVZXBQ(g.m.Offset(toBytes+8*side), g.to[side])
	}
	near := g.mask(pairsMask)
	values := g.times(near)
	found := GP32()
	KMOVW(near, found)
	TESTL(found, found)
	JZ(LabelRef("none"))
	for axis := range 3 {
		p := g.positions(axis, near)
		for i, column := range [4]int{queryFrom, queryTo, entryFrom, entryTo} {
			values[column+axis] = p[i]
		}
	}
	KMOVW(near, found)
	TESTL(found, found)
	JZ(LabelRef("none"))
	g.store(values, near)
	POPCNTL(found, found)
	Label("none")
	Store(found, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// mask loads a mask of the meeting.
func (g gatherer) mask(offset int) reg.Register {
	r, k := GP32(), K()
	MOVL(g.m.Offset(offset), r)
	KMOVW(r, k)
	return k
}

// column returns a column of a run, by lanes where the segments begin and end.
// A missing Z column gives 0.
func (g gatherer) column(side, column int) (start, end reg.VecVirtual) {
	p, samples := GP64(), ZMM()
	MOVQ(g.m.Offset(columnsOf+32*side+8*column), p)
	VXORPD(samples, samples, samples)
	label := []string{"query_flat", "entry_flat"}[side]
	if column == 3 {
		TESTQ(p, p)
		JZ(LabelRef(label))
	}
	VMOVUPD(Mem{Base: p, Index: g.row[side], Scale: 8}, g.samples[side], samples)
	if column == 3 {
		Label(label)
	}
	start, end = ZMM(), ZMM()
	VPERMPD(samples, g.from[side], start)
	VPERMPD(samples, g.to[side], end)
	return start, end
}

// times gathers the times of the pairs, and clears the pairs that share no
// instant that both own.
func (g gatherer) times(near reg.Register) map[int]reg.VecVirtual {
	v := map[int]reg.VecVirtual{}
	v[queryStart], v[queryEnd] = g.column(0, 0)
	v[entryStart], v[entryEnd] = g.column(1, 0)
	never := ZMM()
	VBROADCASTSD(infinity, never)
	v[queryOwn], v[entryOwn] = ZMM(), ZMM()
	VBLENDMPD(never, v[queryEnd], g.mask(lastMask), v[queryOwn])
	VBLENDMPD(never, v[entryEnd], g.mask(lastMask+4), v[entryOwn])
	VCMPPD(U8(lessEqual), v[entryEnd], v[queryStart], near, near)
	VCMPPD(U8(less), v[entryOwn], v[queryStart], near, near)
	VCMPPD(U8(lessEqual), v[queryEnd], v[entryStart], near, near)
	VCMPPD(U8(less), v[queryOwn], v[entryStart], near, near)
	return v
}

// positions gathers a coordinate of the pairs, and clears the pairs whose boxes
// lie further apart than reach.
func (g gatherer) positions(axis int, near reg.Register) [4]reg.VecVirtual {
	q0, q1 := g.column(0, 1+axis)
	e0, e1 := g.column(1, 1+axis)
	reach, least, most, gap := ZMM(), ZMM(), ZMM(), ZMM()
	VBROADCASTSD(g.m.Offset(reachOf), reach)
	VMINPD(q0, q1, least)
	VMAXPD(e0, e1, most)
	VSUBPD(most, least, gap)
	VCMPPD(U8(notGreater), reach, gap, near, near)
	VMINPD(e0, e1, least)
	VMAXPD(q0, q1, most)
	VSUBPD(most, least, gap)
	VCMPPD(U8(notGreater), reach, gap, near, near)
	return [4]reg.VecVirtual{q0, q1, e0, e1}
}

// store queues the pairs that remain.
func (g gatherer) store(values map[int]reg.VecVirtual, near reg.Register) {
	for c := range threshold {
		packed := ZMM()
		VCOMPRESSPD_Z(values[c], near, packed)
		VMOVUPD(packed, g.queue.Offset(c*columnBytes))
	}
	d := ZMM()
	VBROADCASTSD(g.m.Offset(sumOfRadii), d)
	VMOVUPD(d, g.queue.Offset(threshold*columnBytes))
	for side := range 2 {
		at, first := YMM(), YMM()
		VPMOVZXBD(g.m.Offset(fromBytes+8*side), at)
		VPBROADCASTD(g.m.Offset(firstRow+4*side), first)
		VPADDD(first, at, at)
		VPCOMPRESSD_Z(at, near, at)
		VMOVDQU(at, g.rows.Offset(side*columnBytes/2))
	}
}
