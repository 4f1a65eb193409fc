// Package sweep searches data sets slab by slab, and merges the results into one: the hits and
// the encounters of the whole, to the bit and in the defined order.
// docs/decisions/0026-time-slabs.md says why.
package sweep
