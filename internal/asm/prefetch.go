package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// runBytes is the size of a binindex.Run, which begins with its row.
const runBytes = 12

// prefetch writes the function. A prefetch of an absent column is harmless.
func prefetch() {
	TEXT("prefetchRuns", NOSPLIT, "func(runs *uint32, chosen uint32, column **float64)")
	Pragma("noescape")
	Doc("prefetchRuns prefetches the samples of the chosen runs: runs points to the row of the first, column to the four columns.")
	runs, chosen := Mem{Base: Load(Param("runs"), GP64())}, Load(Param("chosen"), GP32())
	columns := Mem{Base: Load(Param("column"), GP64())}
	var column [4]reg.GPVirtual
	for k := range column {
		column[k] = GP64()
		MOVQ(columns.Offset(8*k), column[k])
	}
	run, row := GP64(), GP64()
	JMP(LabelRef("more"))
	Label("next")
	XORQ(run, run)
	BSFL(chosen, run.As32())
	IMUL3Q(Imm(runBytes), run, run)
	MOVL(runs.Idx(run, 1), row.As32())
	for k := range column {
		samples := Mem{Base: column[k], Index: row, Scale: 8}
		PREFETCHT0(samples)
		PREFETCHT0(samples.Offset(4 * 8)) // the last sample of four segments
	}
	row = GP64()
	LEAL(Mem{Base: chosen, Disp: -1}, row.As32())
	ANDL(row.As32(), chosen)
	Label("more")
	TESTL(chosen, chosen)
	JNZ(LabelRef("next"))
	RET()
}

// packetSize is the size of a packet, lineSize the size of a cache line.
const packetSize, lineSize = 512, 64

// prefetchPackets writes the function.
func prefetchPackets() {
	TEXT("prefetchPackets", NOSPLIT, "func(packets *float32, chosen uint32)")
	Pragma("noescape")
	Doc("prefetchPackets prefetches the chosen packets; packets points to the first.")
	packets, chosen := Load(Param("packets"), GP64()), Load(Param("chosen"), GP32())
	packet, rest := GP64(), GP32()
	JMP(LabelRef("more"))
	Label("next")
	XORQ(packet, packet)
	BSFL(chosen, packet.As32())
	SHLQ(Imm(9), packet) // packetSize
	for line := 0; line < packetSize; line += lineSize {
		PREFETCHT0(Mem{Base: packets, Index: packet, Scale: 1, Disp: line})
	}
	LEAL(Mem{Base: chosen, Disp: -1}, rest)
	ANDL(rest, chosen)
	Label("more")
	TESTL(chosen, chosen)
	JNZ(LabelRef("next"))
	RET()
}
