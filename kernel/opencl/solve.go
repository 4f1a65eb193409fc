package opencl

import _ "embed"

//go:embed solve.cl
var solveText string
