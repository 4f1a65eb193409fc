//go:build !amd64

package host

// bestNear returns the fastest nearFunc that this processor runs.
func bestNear() nearFunc { return nearGeneric }

// bestSolve returns the fastest solveFunc that this processor runs.
func bestSolve() solveFunc { return solveGeneric }
