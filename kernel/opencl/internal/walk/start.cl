// start.cl: the first list of a walk, the pairs of two ranges of boxes that lie near.
//
// Item i is query box i / countE with entry box i % countE of the ranges. Twin of
// walker.start of kernel/host/walk.go.
//
//   boxQ, boxE    [all boxes] uint8, the levels of a pyramid one after another
//   atQ, atE      where the ranges begin in them
//   firstQ, firstE  the numbers of those boxes in their levels
//   firstPair, n  the items [firstPair, firstPair+n)
//   between, below  with OPEN_TWICE, the first level in boxE and its number of
//                 boxes, of the levels below: the list is of pairs two levels down
//                 that lie near
//   flags         EXCLUDE, SELF, LATER, OPEN_TWICE
//   excludedQ     [units] the entry trajectory that a unit of the query pyramid
//                 is not compared with, nor with those before it with LATER; trajE [units] the trajectory of a unit of
//                 the entry pyramid; a box b is of unit b >> shift
//   pairs         [outRoom] uint2 {query box, entry box} from pairs[out] on,
//                 counted in counters[outSlot]

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void start_walk(__global const uint8 *restrict boxQ, const uint atQ, const uint firstQ,
           __global const uint8 *restrict boxE, const uint atE, const uint firstE, const uint countE,
           const uint levelBetween, const uint countBetween, const uint levelBelow, const uint countBelow,
           const ulong firstPair, const uint n,
           const float square, const uint tickFirst, const uint tickLast,
           const uint flags, __global const uint *restrict excludedQ, const uint shiftQ,
           __global const uint *restrict trajE, const uint shiftE,
           __global uint2 *restrict pairs, const uint out, const uint outRoom,
           __global uint *restrict counters, const uint outSlot) {
  __local uint scratch[2];
  const reach_t r = {square, tickFirst, tickLast};
  FOR_ITEMS(i, n) {
    uint q = 0, e = 0, set = 0;
    if (i < n) {
      const ulong p = firstPair + i;
      const uint a = (uint)(p / countE), b = (uint)(p - (ulong)a * countE);
      const uint8 box = boxQ[atQ + a];
      q = firstQ + a;
      e = firstE + b;
      if (boxes_near(box, boxE[atE + b], r)) set = 1;
      if (set && (flags & SELF)) set = q <= e;
      if (flags & OPEN_TWICE) {
        e *= FAN * FAN;
        if (set) set = twice(box, boxE, e, levelBetween, countBetween, levelBelow, countBelow, r);
      }
      for (uint left = flags & EXCLUDE ? set : 0; left; left &= left - 1) {
        const uint k = 31 - clz(left & -left);
        if (left_out(excludedQ[q >> shiftQ], trajE[(e + k) >> shiftE], flags)) set &= ~(1u << k);
      }
    }
    uint k = claim(&counters[outSlot], popcount(set), scratch);
    for (; set; e++, set >>= 1)
      if (set & 1) {
        if (k < outRoom) pairs[out + k] = (uint2)(q, e);
        k++;
      }
  }
}
