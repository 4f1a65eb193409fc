// Package whereabouts computes positions, mean speeds and ways of trajectories that outgrow memory,
// for rows of results in their order.
//
// A row's question is written to a file, among the notes of the cell of the data that can answer it: a
// slab of time of a range of trajectories. Then all cells are read once, and answers are written among
// notes of the same cells. Rows come again in the order in which they asked, so that the next answer of a cell
// belongs to the next row that asks it: nothing is sorted. docs/decisions/0045-extra-columns.md says
// why the answers equal those from data in memory, to the bit.
package whereabouts
