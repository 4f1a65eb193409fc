// Package rows finds pairs on an OpenCL device row by row: a method's kernel counts the pairs of each row, the counts
// give the place where the pairs of each row begin, and the same kernel fills them in. So a pair needs no atomic for
// its place, memory is only for real pairs, and only the pairs of a row have to be sorted.
//
//	sink.cl   the pairs that a kernel finds, counted or filled in
//	order.cl  the pairs of rows sorted, and made columns
//
// The host settles a kernel's borderline pairs between the two passes.
package rows
