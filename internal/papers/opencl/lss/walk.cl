// walk.cl: compares a chunk of the elements of all intervals, and compacts the pairs.
//
// Each element has a place of its own in the room of a chunk. A work-item either walks the whole interval of a walker, or
// takes one element, and finds its walker by bisection in the sums (search.cl).
//
//   asked  [walkers][dimensions] coordinates of walkers, by row
//   room   [elements of the chunk] the row of an element within the threshold of its walker, else NO_PAIR
//   pairs  [pairs] ulong: in a self-join the lower row, else the query, and the other row
//   notes  counters.cl, then uint2 {element, other}: the borderline pairs

// chunk_t is a chunk: elements [from, from + count), in the intervals of walkers [first, last); the rows [low, high) of
// the work as rows of the device; the row of the work that is row 0 there; the room for borderline pairs; and the number
// of points of a list.
typedef struct {
  ulong from;
  uint count, first, last, mode, low, high, base, doubts, points, dimensions;
} chunk_t;

#define NO_PAIR 0xffffffffu

// walks_to reports whether a walker should be compared with a row.
static bool walks_to(const chunk_t chunk, const uint row, const uint other) {
  if (chunk.mode == ALL_ROWS) return true;
  if (chunk.mode == LATER_ROWS) return other > row;
  return min(row, other) >= chunk.low && min(row, other) < chunk.high;
}

// judge_rows compares two points, row by row (judge.cl).
static uint judge_rows(__global const double *p, __global const double *q, const uint dimensions, const limits_t limits) {
  double sum = 0;
  for (uint j = 0; j < dimensions; j++) {
    const double d = (p[j] - q[j]) * limits.scale;
    sum += d * d;
    if (j % 8 == 7 && sum >= limits.beyond) return APART; // the sum only grows
  }
  return sum <= limits.certainly ? WITHIN : sum >= limits.beyond ? APART : DOUBT;
}

// meet compares the walker of an interval with the element at a place of its list. It keeps a borderline element, and
// notes it.
static uint meet(__global const double *restrict asked, __global const double *restrict values, __global const uint *restrict rows,
                 const chunk_t chunk, const limits_t limits, const uint4 interval, const uint at, const uint element,
                 __global ulong *restrict notes, ulong *compared) {
  const uint other = rows[(size_t)interval.x * chunk.points + at], row = interval.w;
  if (!walks_to(chunk, row, other)) return NO_PAIR;
  ++*compared;
  const uint is = judge_rows(asked + (size_t)row * chunk.dimensions, values + (size_t)other * chunk.dimensions, chunk.dimensions, limits);
  if (is == DOUBT) {
    const ulong place = atom_inc(&notes[DOUBT_SLOT]);
    if (place < chunk.doubts) ((__global uint2 *)(notes + COUNTERS))[place] = (uint2)(element, other);
  }
  return is == APART ? NO_PAIR : other;
}

// walker_of returns the walker of an element among [first, last): the last one whose interval begins at or before it.
static uint walker_of(__global const ulong *restrict sums, const ulong element, uint first, uint last) {
  while (last - first > 1) {
    const uint middle = first + (last - first) / 2;
    if (sums[middle] <= element)
      first = middle;
    else
      last = middle;
  }
  return first;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void walk_points(__global const double *restrict asked, __global const double *restrict values, __global const uint *restrict rows,
                 __global const uint4 *restrict intervals, __global const ulong *restrict sums,
                 const chunk_t chunk, const limits_t limits, __global uint *restrict room, __global ulong *restrict notes) {
  __local ulong scratch;
  ulong compared = 0;
  const uint walkers = chunk.last - chunk.first;
  FOR_ITEMS(i, walkers) {
    if (i >= walkers) continue;
    const uint walker = chunk.first + i;
    const uint4 interval = intervals[walker];
    const ulong begin = max(sums[walker], chunk.from), end = min(sums[walker + 1], chunk.from + chunk.count);
    for (ulong e = begin; e < end; e++) {
      const uint at = interval.y + (uint)(e - sums[walker]), element = (uint)(e - chunk.from);
      room[element] = meet(asked, values, rows, chunk, limits, interval, at, element, notes, &compared);
    }
  }
  note(notes, CANDIDATE_SLOT, compared, &scratch);
  note(notes, FLOAT64_SLOT, compared, &scratch);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void walk_elements(__global const double *restrict asked, __global const double *restrict values, __global const uint *restrict rows,
                   __global const uint4 *restrict intervals, __global const ulong *restrict sums,
                   const chunk_t chunk, const limits_t limits, __global uint *restrict room, __global ulong *restrict notes) {
  __local ulong scratch;
  ulong compared = 0;
  FOR_ITEMS(i, chunk.count) {
    if (i >= chunk.count) continue;
    const uint walker = walker_of(sums, chunk.from + i, chunk.first, chunk.last);
    const uint4 interval = intervals[walker];
    const uint at = interval.y + (uint)(chunk.from + i - sums[walker]);
    room[i] = meet(asked, values, rows, chunk, limits, interval, at, i, notes, &compared);
  }
  note(notes, CANDIDATE_SLOT, compared, &scratch);
  note(notes, FLOAT64_SLOT, compared, &scratch);
}

// drop_elements removes elements that the host found to be no pairs.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void drop_elements(__global const uint *restrict elements, const uint count, __global uint *restrict room) {
  FOR_ITEMS(i, count) if (i < count) room[elements[i]] = NO_PAIR;
}

// count_pairs adds the pairs of a chunk to the counts of rows, in a self-join at both rows.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void count_pairs(__global const uint4 *restrict intervals, __global const ulong *restrict sums, const chunk_t chunk,
                 __global const uint *restrict room, __global uint *restrict counts) {
  FOR_ITEMS(i, chunk.count) {
    if (i >= chunk.count || room[i] == NO_PAIR) continue;
    atomic_inc(&counts[intervals[walker_of(sums, chunk.from + i, chunk.first, chunk.last)].w]);
    if (chunk.mode != ALL_ROWS) atomic_inc(&counts[room[i]]);
  }
}

// The pairs of a chunk, compacted in two passes (scan.cl).
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void count_room(__global const uint *restrict room, const uint count, const uint piece, __global uint *restrict groups) {
  __local uint total;
  const uint2 ours = share(count, piece);
  uint n = 0;
  for (uint i = ours.x + get_local_id(0); i < ours.y; i += WG) n += room[i] != NO_PAIR;
  n = group_sum(n, &total);
  if (get_local_id(0) == 0) groups[get_group_id(0)] = n;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void compact_room(__global const uint4 *restrict intervals, __global const ulong *restrict sums, const chunk_t chunk,
                  __global const uint *restrict room, const uint piece, __global const uint *restrict groups, __global ulong *restrict pairs) {
  __local uint scan[WG], base;
  const uint2 ours = share(chunk.count, piece);
  uint start = groups_before(groups, &base);
  for (uint first = ours.x; first < ours.y; first += WG) {
    const uint i = first + get_local_id(0), other = i < ours.y ? room[i] : NO_PAIR;
    const uint at = start + before(other != NO_PAIR, scan);
    start += scan[WG - 1];
    if (other == NO_PAIR) continue;
    const uint row = intervals[walker_of(sums, chunk.from + i, chunk.first, chunk.last)].w;
    const bool turned = chunk.mode == ROW_RANGE && other < row;
    pairs[at] = (ulong)(chunk.base + (turned ? other : row)) << 32 | (turned ? row : other);
  }
}
