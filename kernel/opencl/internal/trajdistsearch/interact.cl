// interact.cl: GPUTrajDistSearch (paper, Algorithm 1): a batch of query segments
// against a range of the entry segments.
//
// One work-item takes one entry segment and compares it with every query segment
// of the batch: all temporal extents first, then the query segments that share an
// instant with it. Twin of kernel/host/interact.go. docs/papers.md says what differs
// from the paper. Comments name the lines of Algorithm 1; its parameters are here:
//
//   Q_batch         set, from invocation.firstQ on
//   firstCandidate  invocation.first
//   numCandidates   invocation.count
//   d               rule.d
//   setID           counters[HIT_SLOT]
//   resultSet       hit
//
// The buffers:
//
//   entry   [planes][n] t0 t1 x0 x1 y0 y1 z0 z1, in the order of the temporal
//           bins; z only in 3-D
//   row     [n] row | OWNS_END for a segment that owns its end
//   traj    [n] trajectory
//   radius  [trajectories], with flag RADIUS_ENTRY
//   set     query segments in order of t_start: planes first and last, [padded]
//           each, the first and the last instant that a query segment owns (no
//           instant in the padding of length TILE); then records, with row |
//           OWNS_END, and excluded, the entry trajectory that the query segment is
//           not compared with; with flag LATER, nor with earlier ones
//   hits    see hits.cl; counted in counters[HIT_SLOT]

// invocation_t is the range [first, first+count) of the n entries, and the batch
// [firstQ, firstQ+queries) of the set.
typedef struct {
  uint n, first, count, padded, firstQ, queries;
} invocation_t;

typedef struct {
  double t0, t1;
  double p0[3], p1[3];
  double r;
  uint row, excluded;
} record;

// entry_segment reads the entry segment of a place.
static segment entry_segment(__global const double *restrict p, const ulong n, const uint i, const bool z, const bool last) {
  segment e;
  e.t0 = p[i];
  e.t1 = p[n + i];
  for (uint k = 0; k < 3; k++) {
    e.p0[k] = k < 2 || z ? p[n * (2 + 2 * k) + i] : 0;
    e.p1[k] = k < 2 || z ? p[n * (3 + 2 * k) + i] : 0;
  }
  e.last = last;
  return e;
}

// query_segment reads a record.
static segment query_segment(__global const record *restrict r) {
  segment q;
  q.t0 = r->t0;
  q.t1 = r->t1;
  for (uint k = 0; k < 3; k++) {
    q.p0[k] = r->p0[k];
    q.p1[k] = r->p1[k];
  }
  q.r = r->r;
  q.last = r->row & OWNS_END;
  return q;
}

// meeting returns the set of query segments, out of TILE, that share an instant with
// an entry segment.
static uint meeting(__global const double *restrict firsts, __global const double *restrict lasts, const segment *e) {
  uint set = 0;
  for (uint k = 0; k < TILE; k++) {
    const int begun = (firsts[k] < e->t1) | ((firsts[k] == e->t1) & e->last);
    set |= (uint)(begun & (e->t0 <= lasts[k])) << k;
  }
  return set;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void interact(__global const double *restrict entries, __global const uint *restrict row, __global const uint *restrict traj,
              __global const double *restrict radius, __global const ulong *restrict set, const invocation_t invocation,
              const rule_t rule, const uint flags, __global uint *restrict counters,
              __global hit_t *restrict hit, const uint room) {
  __local queue_t gathered;
  const uint count = invocation.count, queries = invocation.queries, padded = invocation.padded;
  const hits_t hits = {counters, hit, room, 0, 0};
  __global const double *firsts = (__global const double *)set + invocation.firstQ, *lasts = firsts + padded;
  __global const record *query = (__global const record *)(set + 2 * (ulong)padded) + invocation.firstQ;
  clear_queue(&gathered); // line 6
  FOR_ITEMS(i, count) {   // line 2: i is gid
    const uint place = invocation.first + min(i, count - 1); // line 7; no work-item returns before the group's barriers
    const uint eRow = row[place] & ~OWNS_END, eTraj = traj[place];
    segment e = entry_segment(entries, invocation.n, place, flags & PLANE_Z, row[place] & OWNS_END);
    e.r = flags & RADIUS_ENTRY ? radius[eTraj] : 0;
    for (uint tile = 0; tile < queries; tile += TILE) { // line 8, TILE query segments at a time
      // Line 9 for the whole tile, and lines 3 to 5: a work-item without a candidate meets nothing.
      uint meet = i < count ? meeting(firsts + tile, lasts + tile, &e) : 0; // the rest is beta: temporal misses
      if (queries - tile < TILE) meet &= (1u << (queries - tile)) - 1; // the next batch begins there
      for (; meet; meet &= meet - 1) {
        const uint k = tile + 31 - clz(meet & -meet);
        const uint qRow = query[k].row & ~OWNS_END;
        if ((flags & LATER ? eTraj < query[k].excluded + 1 : eTraj == query[k].excluded) || ((flags & JOIN) && qRow > eRow)) continue;
        const segment q = query_segment(&query[k]);
        if (apart(&q, &e, beyond(&q, &e, rule.d))) continue; // gamma: a spatial miss
        double t0, t1;
        const int verdict = solve(&q, &e, rule.d, rule.from, rule.to, &t0, &t1); // lines 9 and 10
        add_verdict(&hits, &gathered, qRow, eRow, verdict, t0, t1); // lines 11 to 13; alpha, or gamma
      }
      flush_hits(&hits, &gathered);
    }
  }
  drain_hits(&hits, &gathered); // line 16: the host reads hit[0:counters[HIT_SLOT]]
}
