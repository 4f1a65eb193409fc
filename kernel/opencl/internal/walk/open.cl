// open.cl: one step of a walk, from a list of pairs of boxes to the pairs of
// their children that lie near.
//
// A step opens the query box, the entry box or both, or it opens the entry box twice:
// also the children that lie near. An item is a pair; where both boxes are opened, a
// pair with one child of its query box; where the entry box is opened twice, a pair
// with one child of its entry box, which the item tests too. An item tests up to FAN
// pairs. Twin of walker.open and openSelf of kernel/host/walk.go.
//
//   pairs      uint2 {query box, entry box}: the lists in and out (list.cl)
//   boxQ, boxE [all boxes] uint8
//   excludedQ, trajE  as in start.cl

// levels_t has the places where the levels of the boxes to test begin, and their numbers
// of boxes; with OPEN_TWICE also the level between.
typedef struct {
  uint levelQ, countQ, levelE, countE, levelBetween, countBetween;
} levels_t;

// exclusion_t describes the excluded pairs (start.cl): flags are OPEN_QUERY, OPEN_ENTRY,
// OPEN_TWICE, EXCLUDE, SELF and LATER.
typedef struct {
  uint flags, shiftQ, shiftE;
} exclusion_t;

// left_out is interaction.Rule.Excludes for an entry trajectory.
static bool left_out(const uint excluded, const uint traj, const uint flags) {
  return flags & LATER ? traj < excluded + 1 : traj == excluded;
}

// tests returns the set of the children of a box, from number first on, that lie near a
// box of the other side.
static uint tests(const uint8 box, __global const uint8 *restrict level, const uint first, const uint count, const reach_t r) {
  uint set = 0;
  for (uint k = 0; k < FAN; k++)
    if (first + k < count && boxes_near(box, level[first + k], r)) set |= 1u << k;
  return set;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void open_boxes(__global uint2 *restrict pairs, const input_t in, __global uint *restrict counters, const output_t out,
                __global const uint8 *restrict boxQ, __global const uint8 *restrict boxE,
                const levels_t level, const reach_t reach,
                const exclusion_t exclusion, __global const uint *restrict excludedQ, __global const uint *restrict trajE) {
  __local uint scratch[2];
  const uint flags = exclusion.flags;
  const bool both = (flags & OPEN_QUERY) && (flags & OPEN_ENTRY), twice = flags & OPEN_TWICE;
  const uint n = input(counters, in) * (both || twice ? FAN : 1);
  FOR_ITEMS(i, n) {
    uint q = 0, e = 0, set = 0;
    if (i < n) {
      const uint2 pair = pairs[in.at + in.first + (both || twice ? i / FAN : i)];
      q = both ? pair.x * FAN + i % FAN : flags & OPEN_QUERY ? pair.x * FAN : pair.x;
      e = twice ? (pair.y * FAN + i % FAN) * FAN : flags & OPEN_ENTRY ? pair.y * FAN : pair.y;
      if (twice) {
        if (e / FAN < level.countBetween && boxes_near(boxQ[level.levelQ + q], boxE[level.levelBetween + e / FAN], reach))
          set = tests(boxQ[level.levelQ + q], boxE + level.levelE, e, level.countE, reach);
      } else if (!(flags & OPEN_ENTRY))
        set = tests(boxE[level.levelE + e], boxQ + level.levelQ, q, level.countQ, reach);
      else if (q < level.countQ)
        set = tests(boxQ[level.levelQ + q], boxE + level.levelE, e, level.countE, reach);
      if ((flags & SELF) && pair.x == pair.y) set &= 0xfu << i % FAN; // children q <= e
      for (uint k = 0; k < FAN && (flags & EXCLUDE); k++) {
        const uint a = flags & OPEN_ENTRY ? q : q + k, b = flags & OPEN_ENTRY ? e + k : e;
        if ((set >> k & 1) && left_out(excludedQ[a >> exclusion.shiftQ], trajE[b >> exclusion.shiftE], flags)) set &= ~(1u << k);
      }
    }
    uint k = claim(&counters[out.slot], popcount(set), scratch);
    for (uint c = 0; set; c++, set >>= 1)
      if (set & 1) {
        if (k < out.room) pairs[out.at + k] = flags & OPEN_ENTRY ? (uint2)(q, e + c) : (uint2)(q + c, e);
        k++;
      }
  }
}
