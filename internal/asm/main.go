// Command asm generates the assembly of kernel/host: go generate ./kernel/host. Why it is
// generated is in docs/decisions/0020-generated-assembly.md.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	ConstraintExpr("amd64")
	constants()
	near512()
	near256()
	solve("solveAVX512", "solveAVX512 is interaction.Interact for 8 pairs of a queue, in the window at w.", true)
	solve("solveAVX2", "solveAVX2 is interaction.Interact for 4 pairs of a queue, in the window at w.", false)
	gather()
	prefetch()
	Generate()
}
