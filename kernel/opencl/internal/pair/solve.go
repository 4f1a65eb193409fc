package pair

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
)

//go:embed solve.cl
var solveText string

// solvePairs is the kernel of solve.cl.
const solvePairs clrt.Kernel[solvePairsArgs] = "solve_pairs"

// solvePairsArgs are the parameters of solve_pairs.
type solvePairsArgs struct {
	segments, last, rule *cl.Buffer
	n                    uint32
	verdict, span        *cl.Buffer
}

// solveFile is solve.cl, which needs interaction.cl before it.
func solveFile() clrt.File { return clrt.File{Name: "solve.cl", Text: solveText} }
