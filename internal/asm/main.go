// Command asm generates the assembly of kernel/host: go generate ./kernel/host. Why it is
// generated is in docs/decisions/0020-generated-assembly.md.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("amd64")
	constants()
	near512()
	near256()
	solve("solveAVX512", "solveAVX512 is interaction.Window.Interact for 8 pairs of a queue, in the window at w.", true, false)
	solve("solveAVX2", "solveAVX2 is interaction.Window.Interact for 4 pairs of a queue, in the window at w.", false, false)
	solve("approachAVX512", "approachAVX512 is solveAVX512, and interaction.Window.Closest for the pairs that hit: bit 16+i is set where that takes other units for pair i.", true, true)
	solve("approachAVX2", "approachAVX2 is solveAVX2, and interaction.Window.Closest for the pairs that hit: bit 16+i is set where that takes other units for pair i.", false, true)
	gather()
	prefetch()
	prefetchPackets()
	Generate()
}
