// Package whereabouts tells where trajectories were, and how fast they went, of data that outgrow
// memory, for rows of results in their order.
//
// What a row asks is noted with the cell of the data that can answer: a slab of time, or a
// range of trajectories. Then all cells are gone through once, and answers are noted with the same
// cells. Rows come again in the order in which they asked, so that the next answer of a cell is
// that of the next row that asks it: nothing is sorted. docs/decisions/0045-extra-columns.md says why
// the answers are those of data in memory, to the bit.
package whereabouts
