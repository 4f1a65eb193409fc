// Command bounds generates the assembly of binindex: go generate ./binindex.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unitBytes is the size of a binindex.unit, which begins with four float32.
const unitBytes = 24

func main() {
	ConstraintExpr("amd64")
	bounds()
	boxes()
	Generate()
}

// bounds writes the function in SSE, which every amd64 processor has. Two pairs
// of sums are kept, so that one need not wait for the other.
func bounds() {
	TEXT("boundsSSE", NOSPLIT, "func(mid *float32, n int, lo *float32, hi *float32)")
	Doc("boundsSSE finds the least and the largest of each of the first four numbers of n > 0 units.")
	Pragma("noescape")
	unit, n := Load(Param("mid"), GP64()), Load(Param("n"), GP64())
	var lo, hi [2]reg.VecVirtual
	for i := range 2 {
		lo[i], hi[i] = XMM(), XMM()
		MOVUPS(Mem{Base: unit}, lo[i])
		MOVUPS(Mem{Base: unit}, hi[i])
	}
	Label("pairs")
	CMPQ(n, Imm(2))
	JLT(LabelRef("last"))
	extend(Mem{Base: unit}, lo[0], hi[0])
	extend(Mem{Base: unit, Disp: unitBytes}, lo[1], hi[1])
	ADDQ(Imm(2*unitBytes), unit)
	SUBQ(Imm(2), n)
	JMP(LabelRef("pairs"))
	Label("last")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	extend(Mem{Base: unit}, lo[0], hi[0])
	Label("done")
	MINPS(lo[1], lo[0])
	MAXPS(hi[1], hi[0])
	MOVUPS(lo[0], Mem{Base: Load(Param("lo"), GP64())})
	MOVUPS(hi[0], Mem{Base: Load(Param("hi"), GP64())})
	RET()
}

// extend extends bounds by a unit.
func extend(unit Mem, lo, hi reg.VecVirtual) {
	x := XMM()
	MOVUPS(unit, x)
	MINPS(x, lo)
	MAXPS(x, hi)
}
