// search.cl: the interval of a list that has all points that may be near a walker, and the numbers of its elements.
//
// A walker is a point or a query, by its place among all walkers; an element of its interval is a point that the walker
// is compared with (codes.cl describes the lists).
//
//   corners    [walkers of the launch][2][dimensions] places of the corners of boxes
//   each       [walkers] double: the half-side of each walker's box; null: search_t.eps for all
//   intervals  [walkers] uint4: list, first, last (exclusive), the walker's row
//   sums       [walkers + 1] ulong: the number of elements before the interval's

// search_t is a launch over walkers [first, last): the row of walker 0, and the number of lists. In a search by halves
// the walkers are the places of a list.
typedef struct {
  double eps;
  uint start, first, last, lists;
} search_t;

// corners_of sets low and high to the places of the two corners of a box. It reports whether any point may be in the
// box.
static bool corners_of(__global const double *restrict axes, const frame_t frame, __global const double *p, const double eps,
                       __global uint *low, __global uint *high) {
  bool some = true;
  for (uint j = 0; j < frame.dimensions; j++) {
    const double from = p[j] - eps, to = p[j] + eps;
    some = some && from <= axes[frame.dimensions + j] && to >= axes[j];
    low[j] = place_of(axes, frame, j, from);
    high[j] = place_of(axes, frame, j, to);
  }
  return some;
}

// bound returns the first of the places [first, last) of a list for which compare_codes of its point with place is at
// least least: least 0 finds the first code that is not less, 1 the first that is greater.
static uint bound(__global const ulong *restrict keys, __global const uint *restrict rows, __global const uint *restrict places,
                  const frame_t frame, const uint2 list, __global const uint *place, uint first, uint last, const int least) {
  const ulong key = key_of(place, frame.dimensions, list);
  while (first < last) {
    const uint middle = first + (last - first) / 2;
    const ulong k = keys[middle];
    int order = k < key ? -1 : 1;
    if (k == key) order = compare_codes(places + (size_t)rows[middle] * frame.dimensions, place, frame.dimensions, list.x);
    if (order >= least)
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

// The part of keys or rows that belongs to a list.
#define LIST_OF(array, frame, l) ((array) + (size_t)(l) * (frame).count)

// search_intervals takes the shortest interval of all lists, of equally short ones the first list's. An interval of a
// single point ends the search.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void search_intervals(__global const double *restrict axes, const frame_t frame, __global const double *restrict values,
                      __global const double *restrict each, const search_t search, __global uint *restrict corners,
                      __global const uint2 *restrict lists, __global const ulong *restrict keys, __global const uint *restrict rows,
                      __global const uint *restrict places, __global uint4 *restrict intervals) {
  const uint count = search.last - search.first;
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    const uint walker = search.first + i, row = search.start + walker;
    __global uint *low = corners + (size_t)i * 2 * frame.dimensions, *high = low + frame.dimensions;
    const double eps = each ? each[walker] : search.eps;
    const bool some = corners_of(axes, frame, values + (size_t)row * frame.dimensions, eps, low, high);
    uint4 shortest = (uint4)(0, 0, 0, row);
    for (uint l = 0; some && l < search.lists; l++) {
      __global const ulong *k = LIST_OF(keys, frame, l);
      __global const uint *r = LIST_OF(rows, frame, l);
      const uint first = bound(k, r, places, frame, lists[l], low, 0, frame.count, 0);
      const uint last = bound(k, r, places, frame, lists[l], high, first, frame.count, 1);
      if (l == 0 || last - first < shortest.z - shortest.y) shortest = (uint4)(l, first, last, row);
      if (shortest.z - shortest.y <= 1) break;
    }
    intervals[walker] = shortest;
  }
}

// sum_ends adds up the ends of the walkers' half intervals on each list. The sum of their beginnings is the same for all
// lists, so that the ends decide which list has the least sum of lengths.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void sum_ends(__global const double *restrict axes, const frame_t frame, __global const double *restrict values,
              const search_t search, __global uint *restrict corners,
              __global const uint2 *restrict lists, __global const ulong *restrict keys, __global const uint *restrict rows,
              __global const uint *restrict places, __global ulong *restrict ends) {
  __local ulong scratch;
  const uint count = search.last - search.first;
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    __global uint *low = corners + (size_t)i * 2 * frame.dimensions;
    corners_of(axes, frame, values + (size_t)(search.first + i) * frame.dimensions, search.eps, low, low + frame.dimensions);
  }
  for (uint l = 0; l < search.lists; l++) {
    ulong sum = 0;
    FOR_ITEMS(i, count) {
      if (i >= count) continue;
      __global const uint *high = corners + ((size_t)i * 2 + 1) * frame.dimensions;
      sum += bound(LIST_OF(keys, frame, l), LIST_OF(rows, frame, l), places, frame, lists[l], high, 0, frame.count, 1);
    }
    note(ends, l, sum, &scratch);
  }
}

// search_halves has each point of a list search from the place behind its own on.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void search_halves(__global const double *restrict axes, const frame_t frame, __global const double *restrict values,
                   const search_t search, const uint list, __global uint *restrict corners,
                   __global const uint2 *restrict lists, __global const ulong *restrict keys, __global const uint *restrict rows,
                   __global const uint *restrict places, __global uint4 *restrict intervals) {
  const uint count = search.last - search.first;
  __global const ulong *k = LIST_OF(keys, frame, list);
  __global const uint *r = LIST_OF(rows, frame, list);
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    const uint at = search.first + i, row = r[at];
    __global uint *low = corners + (size_t)i * 2 * frame.dimensions, *high = low + frame.dimensions;
    corners_of(axes, frame, values + (size_t)row * frame.dimensions, search.eps, low, high);
    intervals[at] = (uint4)(list, at + 1, bound(k, r, places, frame, lists[list], high, at + 1, frame.count, 1), row);
  }
}

// The prefix sums of the lengths of intervals, in two passes (scan.cl).
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void sum_lengths(__global const uint4 *restrict intervals, const uint count, const uint chunk, __global ulong *restrict groups) {
  __local ulong scratch;
  const uint2 ours = share(count, chunk);
  ulong n = 0;
  for (uint i = ours.x + get_local_id(0); i < ours.y; i += WG) n += intervals[i].z - intervals[i].y;
  note(groups, get_group_id(0), n, &scratch);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void start_lengths(__global const uint4 *restrict intervals, const uint count, const uint chunk,
                   __global const ulong *restrict groups, __global ulong *restrict sums) {
  __local ulong scan[WG], base;
  const uint2 ours = share(count, chunk);
  const uint k = get_local_id(0);
  ulong earlier = 0;
  for (uint g = k; g < get_group_id(0); g += WG) earlier += groups[g];
  if (k == 0) base = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (earlier) atom_add(&base, earlier);
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong start = base;
  for (uint first = ours.x; first < ours.y; first += WG) {
    const uint i = first + k;
    const ulong n = i < ours.y ? intervals[i].z - intervals[i].y : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    scan[k] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < WG; step *= 2) {
      const ulong v = k >= step ? scan[k - step] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      scan[k] += v;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < ours.y) sums[i] = start + scan[k] - n;
    start += scan[WG - 1];
  }
  if (k == 0 && ours.x < ours.y && ours.y == count) sums[count] = start;
}
