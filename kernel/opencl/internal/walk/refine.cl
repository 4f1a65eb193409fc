// refine.cl: the last step of a walk, from pairs of runs to hits.
//
// An item is one query segment of a pair of runs; it is compared with the entry
// segments of the pair that share an instant with it. Twin of walker.refine of
// kernel/host/refine.go.
//
//   pairs    uint2 {query run, entry run} as in open.cl
//   runQ     [3][runs] words {row, traj, count | ends << 16}: binindex.Run as it
//            lies in memory
//   sampleQ  as in samples.cl, the radii with flag RADIUS_QUERY
//   runE, sampleE  the same for the entries
//   hits     see hits.cl; counted in counters[HIT_SLOT]
//   solves   counters[SOLVE_SLOT] counts the interactions

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void refine_runs(__global const uint2 *restrict pairs, const input_t in, __global uint *restrict counters,
                 __global const uint *restrict runQ, __global const double *restrict sampleQ,
                 __global const uint *restrict runE, __global const double *restrict sampleE,
                 const sizes_t sizes, const rule_t rule,
                 __global hit_t *restrict hit, __global uint *restrict ordinal, __global uint *restrict rows) {
  __local queue_t gathered;
  __local uint scratch[2];
  const hits_t hits = {counters, hit, sizes.room, ordinal, rows};
  const uint length = sizes.lengthQ, flags = sizes.flags, n = input(counters, in) * length;
  __global const double *radiusQ = radii(sampleQ, sizes.rowsQ, flags), *radiusE = radii(sampleE, sizes.rowsE, flags);
  uint solves = 0; // interactions, also the pairs rejected before the solve
  clear_queue(&gathered);
  FOR_ITEMS(i, n) {
    segment q, e;
    uint3 a = 0, b = 0;
    double far = 0;
    uint j = 0, count = 0;
    const uint k = i % length;
    if (i < n) {
      const uint2 pair = pairs[in.at + in.first + i / length];
      a = vload3(pair.x, runQ);
      b = vload3(pair.y, runE);
      if (segment_times(sampleQ, a, k, &q)) {
        segment_positions(sampleQ, sizes.rowsQ, a, k, flags & PLANE_Z, &q);
        q.r = flags & RADIUS_QUERY ? radiusQ[a.y] : 0;
        e.r = flags & RADIUS_ENTRY ? radiusE[b.y] : 0;
        far = beyond(&q, &e, rule.d);
        count = b.z & 0xffff;
      }
    }
    for (; j < count; j++) {
      // Work-items look for their next entry segment separately, and solve together.
      while (segment_times(sampleE, b, j, &e) && !share_instant(&q, &e)) j++;
      if (j >= count) break;
      segment_positions(sampleE, sizes.rowsE, b, j, flags & PLANE_Z, &e);
      solves++;
      if (!apart(&q, &e, far)) solve_rows(&hits, &gathered, &q, a.x + k, &e, b.x + j, rule, flags);
    }
    flush_hits(&hits, &gathered);
  }
  drain_hits(&hits, &gathered);
  claim(&counters[SOLVE_SLOT], solves, scratch);
}
