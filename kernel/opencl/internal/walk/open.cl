// open.cl: one step of a walk, from a list of pairs of boxes to the pairs of
// their children that lie near.
//
// The query box, the entry box or both are opened, or the entry box and those
// of its children that lie near. An item is a pair, or where both are opened a
// pair with one child of its query box, or where the entry box is opened twice
// a pair with one child of its entry box; it tests up to FAN pairs, and that one. Twin of walker.open and openSelf of kernel/host/walk.go.
//
//   pairs      uint2 {query box, entry box}; the input from pairs[in] on, counted
//              in counters[inSlot], of which the items [inFirst, inFirst+inLimit);
//              the output from pairs[out] on, counted in counters[outSlot]
//   boxQ, boxE [all boxes] uint8; the level of the boxes to test begins at levelQ
//              and has countQ boxes
//   between    the same of the level between, with OPEN_TWICE
//   flags      OPEN_QUERY, OPEN_ENTRY, OPEN_TWICE, EXCLUDE, SELF, LATER
//   excludedQ, trajE, shiftQ, shiftE  as in start.cl

// left_out is interaction.Rule.Excludes for an entry trajectory.
static bool left_out(const uint excluded, const uint traj, const uint flags) {
  return flags & LATER ? traj < excluded + 1 : traj == excluded;
}

// tests returns the set of those children of a box, from first on, that lie near
// a box of the other side.
static uint tests(const uint8 box, __global const uint8 *restrict level, const uint first, const uint count, const reach_t r) {
  uint set = 0;
  for (uint k = 0; k < FAN; k++)
    if (first + k < count && boxes_near(box, level[first + k], r)) set |= 1u << k;
  return set;
}

// twice returns the set of those boxes two levels below an entry box, from number
// first on, that lie near a box as their parents do.
static uint twice(const uint8 box, __global const uint8 *restrict boxE, const uint first,
                  const uint levelBetween, const uint countBetween, const uint levelBelow, const uint countBelow, const reach_t r) {
  uint set = 0;
  const uint parents = tests(box, boxE + levelBetween, first / FAN, countBetween, r);
  for (uint k = 0; k < FAN; k++)
    if (parents >> k & 1) set |= tests(box, boxE + levelBelow, first + k * FAN, countBelow, r) << (k * FAN);
  return set;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void open_boxes(__global uint2 *restrict pairs, const uint in, const uint inRoom, const uint inFirst, const uint inLimit,
          __global uint *restrict counters, const uint inSlot,
          const uint out, const uint outRoom, const uint outSlot,
          __global const uint8 *restrict boxQ, const uint levelQ, const uint countQ,
          __global const uint8 *restrict boxE, const uint levelE, const uint countE,
          const uint levelBetween, const uint countBetween,
          const float square, const uint tickFirst, const uint tickLast,
          const uint flags, __global const uint *restrict excludedQ, const uint shiftQ,
          __global const uint *restrict trajE, const uint shiftE) {
  __local uint scratch[2];
  const reach_t r = {square, tickFirst, tickLast};
  const bool both = (flags & OPEN_QUERY) && (flags & OPEN_ENTRY), twice = flags & OPEN_TWICE;
  const uint n = input(&counters[inSlot], inRoom, inFirst, inLimit) * (both || twice ? FAN : 1);
  FOR_ITEMS(i, n) {
    uint q = 0, e = 0, set = 0;
    if (i < n) {
      const uint2 pair = pairs[in + inFirst + (both || twice ? i / FAN : i)];
      q = both ? pair.x * FAN + i % FAN : flags & OPEN_QUERY ? pair.x * FAN : pair.x;
      e = twice ? (pair.y * FAN + i % FAN) * FAN : flags & OPEN_ENTRY ? pair.y * FAN : pair.y;
      if (twice) {
        if (e / FAN < countBetween && boxes_near(boxQ[levelQ + q], boxE[levelBetween + e / FAN], r))
          set = tests(boxQ[levelQ + q], boxE + levelE, e, countE, r);
      } else if (!(flags & OPEN_ENTRY))
        set = tests(boxE[levelE + e], boxQ + levelQ, q, countQ, r);
      else if (q < countQ)
        set = tests(boxQ[levelQ + q], boxE + levelE, e, countE, r);
      if ((flags & SELF) && pair.x == pair.y) set &= 0xfu << i % FAN; // children q <= e
      for (uint k = 0; k < FAN && (flags & EXCLUDE); k++) {
        const uint a = flags & OPEN_ENTRY ? q : q + k, b = flags & OPEN_ENTRY ? e + k : e;
        if ((set >> k & 1) && left_out(excludedQ[a >> shiftQ], trajE[b >> shiftE], flags)) set &= ~(1u << k);
      }
    }
    uint k = claim(&counters[outSlot], popcount(set), scratch);
    for (uint c = 0; set; c++, set >>= 1)
      if (set & 1) {
        if (k < outRoom) pairs[out + k] = flags & OPEN_ENTRY ? (uint2)(q, e + c) : (uint2)(q + c, e);
        k++;
      }
  }
}
