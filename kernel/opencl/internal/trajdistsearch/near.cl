// near.cl: the pairs of a batch and a range of entry segments whose boxes lie near.
// The host compares these pairs, for devices without float64.
//
// As in interact.cl, one work-item takes one entry segment.
//
//   boxE   [n] uint8, a box for each segment, in the order of the temporal bins
//   trajE  [n] trajectory
//   boxQ   [queries of the set] uint8
//   excludedQ  [queries of the set] the entry trajectory that a query is not compared
//          with; later: nor with earlier ones
//   pairs  [room] uint2 {place of the query, place of the entry}, counted in counters[LIST_SLOT]

// near_invocation_t is the range [first, first+count) of the entries, and the batch
// [firstQ, firstQ+queries) of the set.
typedef struct {
  uint first, count, firstQ, queries;
} near_invocation_t;

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void near_pairs(__global const uint8 *restrict boxE, __global const uint *restrict trajE,
                __global const uint8 *restrict boxQ, __global const uint *restrict excludedQ,
                const near_invocation_t invocation, const uint later, const reach_t reach,
                __global uint2 *restrict pairs, const uint room, __global uint *restrict counters) {
  const uint first = invocation.first, count = invocation.count;
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    const uint8 e = boxE[first + i];
    for (uint k = invocation.firstQ; k < invocation.firstQ + invocation.queries; k++) {
      if (!boxes_near(boxQ[k], e, reach) || (later ? trajE[first + i] < excludedQ[k] + 1 : trajE[first + i] == excludedQ[k])) continue;
      const uint at = atomic_inc(&counters[LIST_SLOT]);
      if (at < room) pairs[at] = (uint2)(k, first + i);
    }
  }
}
