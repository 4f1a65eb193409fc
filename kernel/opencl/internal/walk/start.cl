// start.cl: the first list of a walk, the pairs of two ranges of boxes that lie near.
//
// Item i is query box i / countE with entry box i % countE of the ranges. Twin of
// walker.start of kernel/host/walk.go.
//
//   boxQ, boxE    [all boxes] uint8, the levels of a pyramid one after another
//   excludedQ     [units] the entry trajectory that a unit of the query pyramid is
//                 not compared with; with LATER, nor with earlier ones
//   trajE         [units] the trajectory of a unit of the entry pyramid; a box b is
//                 of unit b >> shift
//   flags         EXCLUDE, SELF, LATER, OPEN_TWICE
//   pairs         uint2 {query box, entry box}: the list out (list.cl)

// ranges_t is the two ranges, and the items of the launch.
//   firstPair, n    the items [firstPair, firstPair+n)
//   atQ, atE        the places in boxQ and boxE where the ranges begin
//   firstQ, firstE  the numbers of the ranges' first boxes in their levels
//   between, below  with OPEN_TWICE, the places in boxE and the numbers of boxes of
//                   the next two levels: the list is of pairs that lie near with an
//                   entry box two levels down
typedef struct {
  ulong firstPair;
  uint n;
  uint atQ, firstQ;
  uint atE, firstE, countE;
  uint levelBetween, countBetween, levelBelow, countBelow;
} ranges_t;

// twice returns the set of the boxes two levels below an entry box, from number first
// on, that lie near a query box, as do their parents.
static uint twice(const uint8 box, __global const uint8 *restrict boxE, const uint first, const ranges_t range, const reach_t r) {
  uint set = 0;
  const uint parents = tests(box, boxE + range.levelBetween, first / FAN, range.countBetween, r);
  for (uint k = 0; k < FAN; k++)
    if (parents >> k & 1) set |= tests(box, boxE + range.levelBelow, first + k * FAN, range.countBelow, r) << (k * FAN);
  return set;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void start_walk(__global const uint8 *restrict boxQ, __global const uint8 *restrict boxE, const ranges_t ranges,
                const reach_t reach,
                const exclusion_t exclusion, __global const uint *restrict excludedQ, __global const uint *restrict trajE,
                __global uint2 *restrict pairs, const output_t out, __global uint *restrict counters) {
  __local uint scratch[2];
  const uint n = ranges.n, flags = exclusion.flags;
  FOR_ITEMS(i, n) {
    uint q = 0, e = 0, set = 0;
    if (i < n) {
      const ulong p = ranges.firstPair + i;
      const uint a = (uint)(p / ranges.countE), b = (uint)(p - (ulong)a * ranges.countE);
      const uint8 box = boxQ[ranges.atQ + a];
      q = ranges.firstQ + a;
      e = ranges.firstE + b;
      if (boxes_near(box, boxE[ranges.atE + b], reach)) set = 1;
      if (set && (flags & SELF)) set = q <= e;
      if (flags & OPEN_TWICE) {
        e *= FAN * FAN;
        if (set) set = twice(box, boxE, e, ranges, reach);
      }
      for (uint left = flags & EXCLUDE ? set : 0; left; left &= left - 1) {
        const uint k = 31 - clz(left & -left);
        if (left_out(excludedQ[q >> exclusion.shiftQ], trajE[(e + k) >> exclusion.shiftE], flags)) set &= ~(1u << k);
      }
    }
    uint k = claim(&counters[out.slot], popcount(set), scratch);
    for (; set; e++, set >>= 1)
      if (set & 1) {
        if (k < out.room) pairs[out.at + k] = (uint2)(q, e);
        k++;
      }
  }
}
