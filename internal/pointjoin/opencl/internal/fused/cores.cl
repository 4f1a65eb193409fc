// cores.cl: which points have enough neighbours within the threshold.
//
//   found  [count] by row: the number of points certainly within the threshold, itself included, counted up to least
//   core   [count] by row: 1 where that number is least or more, else 0
//
// The other parameters are near.cl's.

// count_cell counts the points of a slot that are within the threshold of a point, until found is least.
static uint count_cell(sight_t *sight, uint found, const uint least, const uint slot, __global const uint *restrict packed, __global const double *restrict x,
                       __global const uint *restrict slots, const near_t near, const limits_t limits, __global ulong *restrict notes) {
  const uint last = slots[slot + 1];
  for (uint k = slots[slot]; k < last && found < least; k++) {
    const uint is = compare(sight, k, packed, x, near, limits);
    if (is == WITHIN) found++;
    if (is == DOUBT) doubt(sight, k, packed, near, notes);
  }
  return found;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_cores(__global const uint *restrict packed, __global const double *restrict x, __global const uint *restrict slots,
                __global const ulong *restrict keys, __global const long *restrict steps, const near_t near, const limits_t limits,
                const uint least, __global uint *restrict found, __global uchar *restrict core, __global ulong *restrict notes) {
  __local ulong scratch;
  seen_t seen = {0, 0, 0};
  const uint count = near.last - near.first;
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    sight_t sight = sight_of(near.first + i, packed, keys, near);
    uint n = near.dense ? slots[sight.slot + 1] - slots[sight.slot] : 0;
    for (uint s = near.dense; s < near.steps && n < least; s++) {
      const uint slot = approach(&sight, s, keys, steps, near);
      if (slot != NO_SLOT) n = count_cell(&sight, n, least, slot, packed, x, slots, near, limits, notes);
    }
    found[sight.row] = n;
    core[sight.row] = n >= least;
    add(&seen, &sight);
  }
  tell(notes, &seen, &scratch);
}
