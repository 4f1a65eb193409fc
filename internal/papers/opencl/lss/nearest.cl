// nearest.cl: a bound of the distance of the k-th nearest point of a walker, and the points within that bound.
//
//   asked  [walkers][dimensions] coordinates of walkers, by row
//   heaps  [walkers of the launch][k] double: the distances of the nearest points near a place, the farthest first
//   each   [walkers] double: a bound of the distances of the k nearest points

// near_t is a launch over walkers [first, last): the row of walker 0, the number of lists, k, and whether walkers are
// points themselves, of which none is its own neighbour.
typedef struct {
  uint start, first, last, lists, k, self;
} near_t;

// distance_of returns the distance of two points, computed as by pointjoin.Distance.
static double distance_of(__global const double *p, __global const double *q, const uint dimensions) {
  double most = 0, sum = 0;
  for (uint j = 0; j < dimensions; j++) {
    const double d = p[j] - q[j];
    sum += d * d;
  }
  if (sum > 0x1p-800 && sum < 0x1p800) return sqrt(sum); // no square overflows, and squares that underflow do not count
  for (uint j = 0; j < dimensions; j++) most = fmax(most, fabs(p[j] - q[j]));
  sum = 0;
  const double scale = most < 0x1p-400 ? 0x1p600 : most > 0x1p400 ? 0x1p-700 : 1;
  for (uint j = 0; j < dimensions; j++) {
    const double d = (p[j] - q[j]) * scale;
    sum += d * d;
  }
  return sqrt(sum) / scale;
}

// at_least returns a number no less than any distance whose distance_of is d, and no less than the distance_of any
// distance d (docs/exactness.md, P3).
static double at_least(const double d, const uint dimensions) {
  return nextafter(d * (1 + 0x1p-51 * (dimensions + 4)), (double)INFINITY);
}

// keep keeps the k least of distances in a heap that has count of them. It returns their number.
static uint keep(__global double *heap, const uint count, const uint k, const double d) {
  uint i = 0;
  if (count < k) {
    for (i = count; i > 0 && heap[(i - 1) / 2] < d; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = d;
    return count + 1;
  }
  if (d >= heap[0]) return k;
  for (uint child = 1; child < k; child = 2 * i + 1) {
    if (child + 1 < k && heap[child + 1] > heap[child]) child++;
    if (heap[child] <= d) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = d;
  return k;
}

// bound_nearest bounds the distances of the k nearest points by the distances of points next to the walker's place on
// each list, where there are k that are not the walker itself.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void bound_nearest(__global const double *restrict axes, const frame_t frame, __global const double *restrict asked, const near_t near,
                   __global uint *restrict corners, __global const uint2 *restrict lists, __global const ulong *restrict keys,
                   __global const uint *restrict rows, __global const uint *restrict places, __global const double *restrict values,
                   __global double *restrict heaps, __global double *restrict each) {
  const uint count = near.last - near.first;
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    const uint walker = near.first + i, row = near.start + walker;
    __global const double *p = asked + (size_t)row * frame.dimensions;
    __global uint *place = corners + (size_t)i * 2 * frame.dimensions;
    __global double *heap = heaps + (size_t)i * near.k;
    for (uint j = 0; j < frame.dimensions; j++) place[j] = place_of(axes, frame, j, p[j]);
    double least = INFINITY;
    for (uint l = 0; l < near.lists; l++) {
      __global const uint *r = LIST_OF(rows, frame, l);
      const uint at = bound(LIST_OF(keys, frame, l), r, places, frame, lists[l], place, 0, frame.count, 0);
      const ulong end = min((ulong)at + near.k + 1, (ulong)frame.count);
      uint kept = 0;
      for (ulong b = at > near.k ? at - near.k : 0; b < end; b++)
        if (!near.self || r[b] != row) kept = keep(heap, kept, near.k, distance_of(p, values + (size_t)r[b] * frame.dimensions, frame.dimensions));
      if (kept == near.k) least = fmin(least, heap[0]);
    }
    each[walker] = at_least(least, frame.dimensions);
  }
}

// walk_nearest keeps the elements of a chunk that may be among the nearest points (walk.cl).
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void walk_nearest(__global const double *restrict asked, __global const double *restrict values, __global const uint *restrict rows,
                  __global const uint4 *restrict intervals, __global const ulong *restrict sums, __global const double *restrict each,
                  const chunk_t chunk, __global uint *restrict room, __global ulong *restrict notes) {
  __local ulong scratch;
  ulong compared = 0;
  FOR_ITEMS(i, chunk.count) {
    if (i >= chunk.count) continue;
    const uint walker = walker_of(sums, chunk.from + i, chunk.first, chunk.last);
    const uint4 interval = intervals[walker];
    const uint other = rows[(size_t)interval.x * chunk.points + interval.y + (uint)(chunk.from + i - sums[walker])];
    room[i] = NO_PAIR;
    if (chunk.mode != ALL_ROWS && other == interval.w) continue;
    compared++;
    const double d = distance_of(asked + (size_t)interval.w * chunk.dimensions, values + (size_t)other * chunk.dimensions, chunk.dimensions);
    if (d <= at_least(each[walker], chunk.dimensions)) room[i] = other;
  }
  note(notes, CANDIDATE_SLOT, compared, &scratch);
  note(notes, FLOAT64_SLOT, compared, &scratch);
}
