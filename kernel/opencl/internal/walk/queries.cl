// queries.cl: the query side of a walk: the runs of a query set in row order,
// and their boxes.
//
// One item is one segment of a run, or with each = 1 the run; the first item of a
// run makes the run, its box (boxes.cl) and its unit. Twin of runsOf of binindex,
// to the bit.
//
//   samples   as in samples.cl; after the radii, sent together with them,
//             piece [pieces] uint4 {first row, segments | PIECE_POINT or PIECE_GOES_ON,
//             trajectory, first run}, and with flag EXCLUDED
//             excluded [trajectories] the entry trajectory that a query trajectory is
//             not compared with
//   instants  [ticks] the clock of the frame
//   run       [all runs][3] words as in refine.cl
//   box       [all runs] uint8 as in box.cl
//   unit      [all runs] the entry trajectory excluded for the run
//   segment   [all runs * each] uint8 as in segments.cl; null where walks end in runs
//   counters, hitRows  are set to 0 for the walk that follows

// query_sizes_t has the sizes of all these: firstRun and runs are the runs to make, whose
// samples are on the device, of length segments each; counts and hitCounts are the words
// of counters and hitRows to set to 0.
typedef struct {
  uint rows, radii, pieces, firstRun, runs, length, each, counts, hitCounts;
} query_sizes_t;

// piece_of returns the piece of a run.
static uint piece_of(__global const uint *restrict piece, const uint pieces, const uint run) {
  uint lo = 0, hi = pieces;
  while (hi - lo > 1) {
    const uint mid = (lo + hi) / 2;
    if (piece[PIECE_WORDS * (size_t)mid + 3] <= run)
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

static void set_zero(__global uint *restrict word, const uint n) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) word[i] = 0;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void query_runs(__global const double *restrict samples, const query_sizes_t sizes,
                __global const double *restrict instants, const frame_t frame,
                __global uint *restrict run, __global uint8 *restrict box, __global uint *restrict unit,
                __global uint8 *restrict segment, __global uint *restrict counters, __global uint *restrict hitRows) {
  const uint rows = sizes.rows, length = sizes.length, each = sizes.each, flags = frame.flags;
  __global const double *radius = radii(samples, rows, flags);
  __global const uint *piece = (__global const uint *)(radius + sizes.radii), *excluded = piece + PIECE_WORDS * (size_t)sizes.pieces;
  set_zero(counters, sizes.counts);
  set_zero(hitRows, sizes.hitCounts);
  const uint n = sizes.runs * each;
  FOR_ITEMS(i, n) {
    if (i >= n) continue;
    const uint r = sizes.firstRun + i / each, k = i % each;
    const uint4 p = vload4(piece_of(piece, sizes.pieces, r), piece);
    const bool point = p.y & PIECE_POINT;
    const uint segments = p.y & ~(PIECE_POINT | PIECE_GOES_ON), skip = (r - p.w) * length;
    const uint count = min(length, segments - skip), first = p.x + skip;
    const uint ends = (skip + length >= segments && !(p.y & PIECE_GOES_ON) ? RUN_LAST : 0) | (point ? RUN_POINT : 0);
    const double wide = flags & RADIUS_QUERY ? radius[p.z] : 0;
    if (segment)
      segment[r * each + k] = segment_box(samples, rows, first + k, k, count, ends, wide, instants, frame);
    if (k > 0) continue;
    vstore3((uint3)(first, p.z, count | ends << 16), r, run);
    box[r] = box_of(samples, rows, first, point ? first : first + count, ends & RUN_LAST, wide, instants, frame);
    unit[r] = flags & EXCLUDED ? excluded[p.z] : NONE_EXCLUDED;
  }
}
