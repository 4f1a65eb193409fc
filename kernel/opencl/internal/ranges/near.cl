// near.cl: the pairs of a batch and a range of entry segments that the host must
// compare, for devices that cannot: those whose boxes lie near.
//
// Shaped as interact.cl: one work-item takes one entry segment.
//
//   boxE   [n] uint8, a box a segment, in the order of the temporal bins; the
//          range is [first, first+count)
//   trajE  [n] trajectory
//   boxQ   [queries of the set] uint8; the batch is [from, from+queries)
//   excludedQ  [queries of the set] the entry trajectory that a query is not compared
//          with; later: nor with those before it
//   pairs  [room] uint2 {place of the query, place of the entry}, counted in counters[LIST_SLOT]
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void near_pairs(__global const uint8 *restrict boxE, __global const uint *restrict trajE, const uint first, const uint count,
                __global const uint8 *restrict boxQ, __global const uint *restrict excludedQ, const uint from, const uint queries, const uint later,
                const float square, const uint tickFirst, const uint tickLast,
                __global uint2 *restrict pairs, const uint room, __global uint *restrict counters) {
  const reach_t r = {square, tickFirst, tickLast};
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    const uint8 e = boxE[first + i];
    for (uint k = from; k < from + queries; k++) {
      if (!boxes_near(boxQ[k], e, r) || (later ? trajE[first + i] < excludedQ[k] + 1 : trajE[first + i] == excludedQ[k])) continue;
      const uint at = atomic_inc(&counters[LIST_SLOT]);
      if (at < room) pairs[at] = (uint2)(k, first + i);
    }
  }
}
