// start.cl: the first list of a walk, the pairs of two ranges of boxes that lie near.
//
// Item i is query box i / countE with entry box i % countE of the ranges. Twin of
// walker.start of kernel/host/walk.go.
//
//   boxQ, boxE    [all boxes] uint8, the levels of a pyramid one after another
//   atQ, atE      where the ranges begin in them
//   firstQ, firstE  the numbers of those boxes in their levels
//   firstPair, n  the items [firstPair, firstPair+n)
//   flags         EXCLUDE, SELF
//   twinQ         [units] the entry trajectory that a unit of the query pyramid
//                 is not compared with; trajE [units] the trajectory of a unit of
//                 the entry pyramid; a box b is of unit b >> shift
//   pairs         [outRoom] uint2 {query box, entry box} from pairs[out] on,
//                 counted in counters[outSlot]
#define EXCLUDE 1 // both levels are within the run levels, and some pairs are left out
#define SELF 2    // a join of boxes with themselves: each unordered pair once

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void start_walk(__global const uint8 *restrict boxQ, const uint atQ, const uint firstQ,
           __global const uint8 *restrict boxE, const uint atE, const uint firstE, const uint countE,
           const ulong firstPair, const uint n,
           const float square, const uint tickFirst, const uint tickLast,
           const uint flags, __global const uint *restrict twinQ, const uint shiftQ,
           __global const uint *restrict trajE, const uint shiftE,
           __global uint2 *restrict pairs, const uint out, const uint outRoom,
           __global uint *restrict counters, const uint outSlot) {
  __local uint scratch[2];
  const reach_t r = {square, tickFirst, tickLast};
  FOR_ITEMS(i, n) {
    bool found = false;
    uint2 pair = (uint2)(0, 0);
    if (i < n) {
      const ulong p = firstPair + i;
      const uint a = (uint)(p / countE), b = (uint)(p - (ulong)a * countE);
      pair = (uint2)(firstQ + a, firstE + b);
      found = boxes_near(boxQ[atQ + a], boxE[atE + b], r);
      if (found && (flags & SELF)) found = pair.x <= pair.y;
      if (found && (flags & EXCLUDE)) found = twinQ[pair.x >> shiftQ] != trajE[pair.y >> shiftE];
    }
    const uint k = claim(&counters[outSlot], found, scratch);
    if (found && k < outRoom) pairs[out + k] = pair;
  }
}
