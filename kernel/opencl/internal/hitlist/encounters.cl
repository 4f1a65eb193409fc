// encounters.cl: joins the ordered hits of a pair of trajectories that touch in time.
// Twin of internal/encounter/join.go, to the bit.
//
// Segments of a trajectory follow each other in time, so an earlier hit that touches the
// hit of (q, e) is the hit of (q, e-1), right before it in order, or of (q-1, e) or
// (q-1, e-1), among the hits of query row q-1. A hit that touches no earlier hit is a
// head (mark_heads). Heads are listed (list_heads) and sorted by query trajectory, entry
// trajectory and time: the list has the heads of a query trajectory in one range already
// (bound_heads), so each range is sorted, first in runs of FEW_HEADS (rank_heads), then
// by merging into ever longer runs (merge_heads). From each head a work-item goes from
// hit to hit (make_encounters).
//
//   found     [COUNTERS] words, then the hits in order; found and starts as in order.cl
//   mark      [hits] 1: a head
//   sums      [groups] heads among the hits of each group
//   loose     hits that are not joined: the BORDERLINE ones, and hits at_end that touch
//             no other hit; counted in counters[LOOSE_SLOT]
//   keys      [heads] uint2 {entry row, number of the hit}; counted in counters[HEAD_SLOT]
//   owner     [heads] query trajectory; sorting the keys of a range does not change it
//   bounds    [trajectories + 1] heads of all earlier query trajectories; the greatest
//             number of heads of one trajectory is in counters[MOST_SLOT]
//   samples   as in samples.cl; flags of hit.cl
//   joints    first:  [trajectories + 1] first row of each trajectory; then
//             breaks: two planes of rows/32 + 1 words of bits, a bit for each row.
//             Plane 0: the row ends a piece in this store. Plane 1: the row ends a piece
//             that goes on in the whole store, of which this one is a part, or begins a
//             piece that begins earlier in the whole store
//   out       [heads]: planes of double enter, exit, closest, distance, speed, of uint
//             query, entry trajectory, of uchar open; counters[HARD_SLOT] is 1 where
//             only the host can make some of the encounters

// head_sizes_t has the sizes that mark_heads reads: n hits, chunk of them a group, and
// rows and trajectories of both stores.
typedef struct {
  uint n, chunk, rowsQ, trajectoriesQ, rowsE, trajectoriesE;
} head_sizes_t;

// encounter_sizes_t has the sizes that make_encounters reads: n hits, heads, rows and
// trajectories of both stores, and the mean rows of an entry trajectory; and the flags.
typedef struct {
  uint n, heads, rowsQ, trajectoriesQ, rowsE, trajectoriesE, meanE, flags;
} encounter_sizes_t;

#define NONE 0xffffffffu

// breaks returns the planes of bits of joints.
static __global const uint *breaks(__global const uint *joints, const uint trajectories) { return joints + trajectories + 1; }

static bool breaks_at(__global const uint *b, const uint row) { return b[row >> 5] >> (row & 31) & 1; }

// torn_at reports whether the piece that a row ends or begins here goes on beyond it in the whole store.
static bool torn_at(__global const uint *b, const uint rows, const uint row) { return breaks_at(b + rows / 32 + 1, row); }

// starts_piece reports whether a row is the first sample of a piece in the whole store.
static bool starts_piece(__global const uint *b, const uint rows, const uint row) {
  return (row == 0 || breaks_at(b, row - 1)) && !torn_at(b, rows, row);
}

// first_from returns the first of the hits [from, to) of a query row whose entry
// row is e or greater.
static uint first_from(__global const hit_t *hit, uint from, uint to, const uint e) {
  while (from < to) {
    const uint mid = from + (to - from) / 2;
    if (hit[mid].entry < e)
      from = mid + 1;
    else
      to = mid;
  }
  return from;
}

// continues reports whether an earlier hit touches hit i, x.
static bool continues(__global const hit_t *hit, __global const uint *starts, const uint i, const hit_t x,
                      __global const double *timesQ, __global const uint *breakQ, __global const uint *breakE) {
  const bool begins = x.entry == 0 || breaks_at(breakE, x.entry - 1);
  if (i > 0 && !begins && hit[i - 1].query == x.query && hit[i - 1].entry + 1 == x.entry && x.enter <= hit[i - 1].exit)
    return true;
  if (x.query == 0 || x.enter > timesQ[x.query] || breaks_at(breakQ, x.query - 1)) return false;
  const uint from = starts[x.query - 1], to = starts[x.query], k = first_from(hit, from, to, x.entry);
  if (k < to && hit[k].entry == x.entry && x.enter <= hit[k].exit) return true;
  return k > from && !begins && hit[k - 1].entry + 1 == x.entry && x.enter <= hit[k - 1].exit;
}

// next returns the number of the later hit that touches hit i, x, or NONE.
static uint next(__global const hit_t *hit, const uint n, __global const uint *starts, const uint i, const hit_t x,
                 __global const double *timesQ, __global const uint *breakQ, __global const uint *breakE) {
  const bool ends = breaks_at(breakE, x.entry);
  if (i + 1 < n && !ends && hit[i + 1].query == x.query && hit[i + 1].entry == x.entry + 1 && hit[i + 1].enter <= x.exit)
    return i + 1;
  if (breaks_at(breakQ, x.query) || x.exit < timesQ[x.query + 1]) return NONE;
  const uint from = starts[x.query + 1], to = starts[x.query + 2], k = first_from(hit, from, to, x.entry);
  if (k == to || hit[k].entry > x.entry + 1 || (ends && hit[k].entry != x.entry)) return NONE;
  return hit[k].enter <= x.exit ? k : NONE;
}

// whole_segment reads the segment of a row, without a radius.
static segment whole_segment(__global const double *s, const uint rows, __global const uint *bits, const uint row, const bool z) {
  const bool point = breaks_at(bits, row);
  const uint end = point ? row : row + 1;
  segment g;
  g.t0 = s[row];
  g.t1 = s[end];
  for (uint k = 0; k < 3; k++) {
    g.p0[k] = k < 2 || z ? s[(size_t)rows * (k + 1) + row] : 0;
    g.p1[k] = k < 2 || z ? s[(size_t)rows * (k + 1) + end] : 0;
  }
  g.r = 0;
  g.last = point || (breaks_at(bits, end) && !torn_at(bits, rows, end));
  return g;
}

// at_end reports whether a hit is at the last instant of its segments' longer common
// span alone. The next hit may be at the same instant: where the two are in different
// lists, only their rows tell which comes first.
static bool at_end(const segment *q, const segment *e, const double from, const double to, const hit_t x) {
  double lo, hi;
  return x.enter == x.exit && common_span(q, e, from, to, &lo, &hi) && lo < hi && x.enter == hi;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void mark_heads(__global const uint *restrict found, __global const uint *restrict starts, const head_sizes_t sizes, const rule_t rule,
                __global const double *restrict sampleQ, __global const uint *restrict jointsQ,
                __global const double *restrict sampleE, __global const uint *restrict jointsE,
                __global uchar *restrict mark, __global uint *restrict sums, __global hit_t *restrict loose,
                __global uint *restrict counters) {
  __local uint total;
  const uint n = sizes.n;
  __global const uint *breakQ = breaks(jointsQ, sizes.trajectoriesQ), *breakE = breaks(jointsE, sizes.trajectoriesE);
  __global const hit_t *hit = (__global const hit_t *)(found + COUNTERS);
  const uint2 ours = share(n, sizes.chunk);
  uint heads = 0;
  for (uint i = ours.x + get_local_id(0); i < ours.y; i += WG) {
    const hit_t x = hit[i];
    bool head = !isnan(x.enter) && !continues(hit, starts, i, x, sampleQ, breakQ, breakE), alone = isnan(x.enter);
    if (head && x.enter == x.exit) {
      const segment q = whole_segment(sampleQ, sizes.rowsQ, breakQ, x.query, false), e = whole_segment(sampleE, sizes.rowsE, breakE, x.entry, false);
      alone = at_end(&q, &e, rule.from, rule.to, x) && next(hit, n, starts, i, x, sampleQ, breakQ, breakE) == NONE;
    }
    if (alone) {
      head = false;
      loose[atomic_inc(&counters[LOOSE_SLOT])] = x;
    }
    mark[i] = head;
    heads += head;
  }
  heads = group_sum(heads, &total);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = heads;
}

// owner_of returns the trajectory of a row.
static uint owner_of(__global const uint *first, const uint trajectories, const uint mean, const uint row) {
  uint lo = min(row / mean, trajectories - 1), hi = lo + 1;
  if (first[lo] <= row && row < first[hi]) return lo;
  for (lo = 0, hi = trajectories; hi - lo > 1;) {
    const uint mid = lo + (hi - lo) / 2;
    if (first[mid] <= row)
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void list_heads(__global const uint *restrict found, const uint n, const uint chunk,
                __global const uchar *restrict mark, __global const uint *restrict sums,
                __global const uint *restrict joints, const uint trajectories, const uint mean,
                __global uint2 *restrict keys, __global uint *restrict owner,
                __global uint *restrict counters) {
  __local uint scan[WG], base;
  __global const hit_t *hit = (__global const hit_t *)(found + COUNTERS);
  const uint2 ours = share(n, chunk);
  uint start = groups_before(sums, &base);
  for (uint row = ours.x; row < ours.y; row += WG) {
    const uint i = row + get_local_id(0);
    const bool head = i < ours.y && mark[i];
    const uint k = start + before(head, scan);
    start += scan[WG - 1];
    if (!head) continue;
    keys[k] = (uint2)(hit[i].entry, i);
    owner[k] = owner_of(joints, trajectories, mean, hit[i].query);
  }
  if (get_local_id(0) == 0 && ours.x < ours.y && ours.y == n) counters[HEAD_SLOT] = start;
}

// heads_before returns the number of heads of the query trajectories before a given one.
static uint heads_before(__global const uint *owner, const uint heads, const uint trajectory) {
  uint lo = 0, hi = heads;
  while (lo < hi) {
    const uint mid = lo + (hi - lo) / 2;
    if (owner[mid] < trajectory)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void bound_heads(__global const uint *restrict owner, const uint trajectories, __global uint *restrict bounds,
                 __global uint *restrict counters) {
  const uint heads = counters[HEAD_SLOT];
  FOR_ITEMS(t, trajectories) {
    if (t >= trajectories) continue;
    const uint from = heads_before(owner, heads, t), to = heads_before(owner, heads, t + 1);
    bounds[t] = from;
    if (t + 1 == trajectories) bounds[trajectories] = to;
    if (to - from > FEW_HEADS) atomic_max(&counters[MOST_SLOT], to - from);
  }
}

// is_before compares keys: heads of one query trajectory are in order of time.
static bool is_before(const uint2 a, const uint2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void rank_heads(__global const uint2 *restrict from, __global uint2 *restrict to, const uint heads,
                __global const uint *restrict owner, __global const uint *restrict bounds) {
  FOR_ITEMS(i, heads) {
    if (i >= heads) continue;
    const uint2 key = from[i];
    const uint begin = bounds[owner[i]], first = i - (i - begin) % FEW_HEADS, last = min(first + FEW_HEADS, bounds[owner[i] + 1]);
    uint rank = first;
    for (uint k = first; k < last; k++) rank += is_before(from[k], key);
    to[rank] = key;
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void merge_heads(__global const uint2 *restrict from, __global uint2 *restrict to, const uint heads,
                 __global const uint *restrict owner, __global const uint *restrict bounds, const uint width) {
  FOR_ITEMS(i, heads) {
    if (i >= heads) continue;
    const uint2 key = from[i];
    const uint begin = bounds[owner[i]], end = bounds[owner[i] + 1], mine = (i - begin) / width;
    const uint other = min(begin + (mine ^ 1) * width, end);
    uint lo = other, hi = min(other + width, end);
    while (lo < hi) { // the keys of the other run before this one
      const uint mid = (lo + hi) / 2;
      if (is_before(from[mid], key))
        lo = mid + 1;
      else
        hi = mid;
    }
    to[begin + (mine & ~1u) * width + (i - begin) % width + (lo - other)] = key;
  }
}

// is_within is interaction.Window.AtEnds for a pair that float64 decides, as it does for all joined
// hits: whether the two are within the threshold when their common span begins, or ends.
static bool is_within(const segment *q, const segment *e, const double d, const double from, const double to, const bool end) {
  double lo, hi, r[3];
  if (!common_span(q, e, from, to, &lo, &hi)) return false;
  const motion m = relative_motion(q, e, lo, hi);
  const double threshold = (q->r + e->r) + d;
  if (!end) return side(dot3(m.r0, m.r0), threshold, bound_of(&m, threshold)) == HIT;
  along(&m, 1, r);
  return side(dot3(r, r), threshold, bound_of(&m, threshold)) == HIT;
}

// approach is interaction.Window.Closest; false where squares may overflow or underflow, or the
// speed overflows: then the host makes the encounter.
static bool approach(const segment *q, const segment *e, const double from, const double to,
                     double *t, double *distance, double *speed) {
  double lo, hi, rs[3];
  if (!common_span(q, e, from, to, &lo, &hi)) return false;
  const motion m = relative_motion(q, e, lo, hi);
  if (!((m.scale >= 0x1p-400 && m.scale <= 0x1p500) || m.scale == 0)) return false;
  const double a = dot3(m.w, m.w), s = closest(a, dot3(m.r0, m.w));
  along(&m, s, rs);
  *speed = hi > lo ? sqrt(a) / (hi - lo) : 0;
  if (!(*speed <= DBL_MAX)) return false;
  *t = instant(lo, hi, s);
  *distance = sqrt(dot3(rs, rs));
  return true;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void make_encounters(__global const uint *restrict found, __global const uint *restrict starts, const encounter_sizes_t sizes, const rule_t rule,
                     __global const uint2 *restrict keys, __global const uint *restrict owner,
                     __global const double *restrict sampleQ, __global const uint *restrict jointsQ,
                     __global const double *restrict sampleE, __global const uint *restrict jointsE,
                     __global double *restrict out, __global uint *restrict counters) {
  const uint n = sizes.n, heads = sizes.heads, rowsQ = sizes.rowsQ, rowsE = sizes.rowsE, flags = sizes.flags;
  const double d = rule.d, from = rule.from, to = rule.to;
  __global const double *radiusQ = radii(sampleQ, rowsQ, flags), *radiusE = radii(sampleE, rowsE, flags);
  __global const uint *breakQ = breaks(jointsQ, sizes.trajectoriesQ), *breakE = breaks(jointsE, sizes.trajectoriesE);
  __global const hit_t *hit = (__global const hit_t *)(found + COUNTERS);
  __global uint *pair = (__global uint *)(out + (size_t)heads * 5);
  __global uchar *cut = (__global uchar *)(pair + (size_t)heads * 2);
  const bool z = flags & PLANE_Z;
  FOR_ITEMS(p, heads) {
    if (p >= heads) continue;
    uint i = keys[p].y, open = 0;
    hit_t x = hit[i];
    const uint entry = owner_of(jointsE, sizes.trajectoriesE, sizes.meanE, x.entry);
    const double enter = x.enter, rq = flags & RADIUS_QUERY ? radiusQ[owner[p]] : 0, re = flags & RADIUS_ENTRY ? radiusE[entry] : 0;
    double t = 0, distance = 0, speed = 0;
    segment q, e;
    for (uint k = 0;; k++) {
      double ti, di, si;
      q = whole_segment(sampleQ, rowsQ, breakQ, x.query, z);
      e = whole_segment(sampleE, rowsE, breakE, x.entry, z);
      q.r = rq;
      e.r = re;
      if (k == LONGEST_JOIN || !approach(&q, &e, from, to, &ti, &di, &si)) {
        counters[HARD_SLOT] = 1;
        break;
      }
      if (k == 0 && (x.enter == from || (x.enter == q.t0 && starts_piece(breakQ, rowsQ, x.query)) ||
                     (x.enter == e.t0 && starts_piece(breakE, rowsE, x.entry))) && is_within(&q, &e, d, from, to, false))
        open = OPEN_START;
      if (k == 0 || di < distance) {
        t = ti;
        distance = di;
        speed = si;
      }
      const uint j = next(hit, n, starts, i, x, sampleQ, breakQ, breakE);
      if (j == NONE) break;
      i = j;
      x = hit[i];
    }
    if ((x.exit == to || (x.exit == q.t1 && q.last) || (x.exit == e.t1 && e.last)) && is_within(&q, &e, d, from, to, true)) open |= OPEN_END;
    out[p] = enter;
    out[(size_t)heads + p] = x.exit;
    out[(size_t)heads * 2 + p] = t;
    out[(size_t)heads * 3 + p] = distance;
    out[(size_t)heads * 4 + p] = speed;
    pair[p] = owner[p];
    pair[(size_t)heads + p] = entry;
    cut[p] = (uchar)open;
  }
}
