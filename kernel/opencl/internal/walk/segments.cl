// segments.cl: the last steps of a walk on a GPU: from pairs of runs to pairs of
// segments whose boxes lie near, and from these to hits.
//
// Of two runs that lie near, most segments do not lie near each other. Their boxes
// rule such pairs out in float32, from a few words read together, and leave to the
// solve pairs for which all work-items do the same.
//
//   run, samples, hits, pairs, counters  as in boxes.cl, refine.cl, open.cl
//   boxQ, boxE  [runs * length] uint8: a box for each segment of each run, an
//               empty one past its end; segment k of run r is number r*length + k
//   lengthQ, lengthE  the lengths of the sides' runs

// segment_sizes_t has the number of slots of boxes, the slots of a run (length), and the
// rows of samples.
typedef struct {
  uint slots, length, rows;
} segment_sizes_t;

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void segment_boxes(__global const uint *restrict run, __global const double *restrict samples, const segment_sizes_t sizes,
                   __global const double *restrict instants, const frame_t frame, __global uint8 *restrict box) {
  __global const double *radius = radii(samples, sizes.rows, frame.flags);
  const uint slots = sizes.slots, length = sizes.length;
  FOR_ITEMS(i, slots) {
    if (i >= slots) continue;
    const uint3 a = vload3(i / length, run);
    const uint k = i % length, count = a.z & 0xffff, ends = a.z >> 16;
    box[i] = segment_box(samples, sizes.rows, a.x + k, k, count, ends, frame.flags & RADIUS_QUERY ? radius[a.y] : 0,
                         instants, frame);
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void open_runs(__global uint2 *restrict pairs, const input_t in, __global uint *restrict counters, const output_t out,
               __global const uint8 *restrict boxQ, const uint lengthQ,
               __global const uint8 *restrict boxE, const uint lengthE, const reach_t reach) {
  __local uint scratch[2];
  const uint n = input(counters, in) * lengthQ;
  FOR_ITEMS(i, n) {
    uint q = 0, e = 0, set = 0;
    if (i < n) {
      const uint2 pair = pairs[in.at + in.first + i / lengthQ];
      q = pair.x * lengthQ + i % lengthQ;
      e = pair.y * lengthE;
      const uint8 box = boxQ[q];
      for (uint k = 0; k < lengthE; k++)
        if (boxes_near(box, boxE[e + k], reach)) set |= 1u << k;
    }
    uint k = claim(&counters[out.slot], popcount(set), scratch);
    for (; set; e++, set >>= 1)
      if (set & 1) {
        if (k < out.room) pairs[out.at + k] = (uint2)(q, e);
        k++;
      }
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void refine_segments(__global const uint2 *restrict pairs, const input_t in, __global uint *restrict counters,
                     __global const uint *restrict runQ, __global const double *restrict sampleQ,
                     __global const uint *restrict runE, __global const double *restrict sampleE,
                     const sizes_t sizes, const rule_t rule,
                     __global hit_t *restrict hit, __global uint *restrict ordinal, __global uint *restrict rows) {
  __local queue_t gathered;
  __local uint scratch[2];
  const hits_t hits = {counters, hit, sizes.room, ordinal, rows};
  const uint n = input(counters, in), lengthQ = sizes.lengthQ, lengthE = sizes.lengthE, flags = sizes.flags;
  __global const double *radiusQ = radii(sampleQ, sizes.rowsQ, flags), *radiusE = radii(sampleE, sizes.rowsE, flags);
  uint solves = 0;
  clear_queue(&gathered);
  FOR_ITEMS(i, n) {
    if (i < n) {
      segment q, e;
      const uint2 pair = pairs[in.at + in.first + i];
      const uint3 a = vload3(pair.x / lengthQ, runQ), b = vload3(pair.y / lengthE, runE);
      const uint j = pair.x % lengthQ, k = pair.y % lengthE;
      segment_times(sampleQ, a, j, &q);
      segment_times(sampleE, b, k, &e);
      if (share_instant(&q, &e)) {
        solves++;
        segment_positions(sampleQ, sizes.rowsQ, a, j, flags & PLANE_Z, &q);
        segment_positions(sampleE, sizes.rowsE, b, k, flags & PLANE_Z, &e);
        q.r = flags & RADIUS_QUERY ? radiusQ[a.y] : 0;
        e.r = flags & RADIUS_ENTRY ? radiusE[b.y] : 0;
        if (!apart(&q, &e, beyond(&q, &e, rule.d))) solve_rows(&hits, &gathered, &q, a.x + j, &e, b.x + k, rule, flags);
      }
    }
    flush_hits(&hits, &gathered);
  }
  drain_hits(&hits, &gathered);
  claim(&counters[SOLVE_SLOT], solves, scratch);
}
