// Package tiles is the method tiles on an OpenCL device, for points of many dimensions: all points of a tile, which lie
// near each other, are compared with all of another tile, as matrices are multiplied (docs/exactness.md, P5).
//
//	set.cl      points in tiles
//	near.cl     near tiles, and what a first comparison leaves of them
//	compare.cl  tiles compared by float32
//	matrix.cl   tiles compared by matrix units
//
// The order of the tiles is the host's (tiling). There is no list of pairs of tiles: a group takes a tile and a span of
// others, and finds the tiles of the span whose boxes are near. For these it compares the first dimensions of all pairs of
// points in float32, a block of pairs for each work-item; the few pairs that remain are shared among the work-items, which
// compare all dimensions.
//
// # Choices
//
// A GPU has thirty times the arithmetic of the host, and less use for a tree: the pairs of boxes of 2 million points
// are tested in milliseconds, the pairs of their points take seconds.
//
//   - Tiles have 128 points. The device fills them in: offsets in float32, boxes, lengths of offsets.
//   - A work-group takes a tile and a span of 256 others; each work-item tests the boxes of one. The near ones stay in
//     local memory: nothing grows, nothing is read back.
//   - Products, not differences: a block of 8 by 8 pairs stays in the registers of a work-item while dimension after
//     dimension is multiplied. Sums of products take half of the instructions of squared differences. Their error grows
//     with the squares of offsets, so two tiles take differences where it is not far below eps.
//   - A pair is dropped by a lower bound of its distance in the first K dimensions, REORDER and SHORTC of GPU-Join in
//     one; a sample chooses K so that few pairs are left. These go through a queue in local memory to all work-items of
//     the group, each of which decides one at a time in all dimensions, by differences of offsets, in float64 where
//     that leaves it open, and on the host where float64 does.
//   - Pairs are counted and filled in by row (internal/pointjoin/opencl/rows). A pair belongs to its lower row, which may
//     be of either tile, so rows are counted with atomics. A self-join of all rows compares each two tiles once; a
//     self-join of the given rows compares their tiles with all.
//   - The pass that counts marks each two tiles with pairs, a bit each, and the pass that fills in compares no others.
//     Where few pairs are near it takes next to nothing.
//   - A launch compares 2^36 pairs at most, or one tile with all, so that a search can be cancelled.
//
// # Matrix units
//
// NVIDIA's GPUs multiply matrices of float16 sixteen times as fast as they multiply float32, and PTX, which OpenCL C on
// them may hold, has the instruction. One compares 16 points with 8 in 16 dimensions; sums are float32. Offsets rounded to
// float16 move a point by a 2048th of its distance from the centre, so that a pair is ruled out by a threshold which is
// a little larger, and few pairs more are left. A lane settles what is left itself: there is no queue and no barrier between two
// tiles. Devices without such units, and more than 64 first dimensions, take compare.cl. Where a compiler refuses the
// instruction, so does the device. Tests do with loops what the instruction does.
//
// Rejected alternatives. A list of near tiles by a walk of two trees: it pays where boxes rule nearly all out, and
// there a grid or a tree on the host is faster anyway. The 8 by 8 blocks of compare.cl behind the matrix units: their
// registers, queue and barriers would slow down all that the units leave idle.
package tiles
