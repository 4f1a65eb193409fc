// Package rows is pairs on an OpenCL device row by row: a method's kernel counts what each row finds, the counts say
// where the pairs of each begin, and the same kernel fills them in. What is found needs no place to be claimed, no more
// memory than there are pairs, and no sorting but within a row.
//
//	sink.cl   what a kernel finds, counted or filled in
//	order.cl  the pairs of rows put in order, and made columns
//
// A kernel's borderline pairs are settled by the host between the two.
package rows
