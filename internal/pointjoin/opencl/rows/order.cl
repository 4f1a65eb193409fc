// order.cl: sorts the pairs of rows.
//
// A work-item sorts a row of up to SHORT_ROW pairs; a group sorts a longer one, TILE_ROW of its pairs at a time in
// local memory. Tiles of a row are merged as runs: each element of two adjoining runs finds its place in the other.
//
//   starts   [rows + 1] the start of each row's pairs
//   seconds  [room] the second rows of pairs
//   firsts   [part] the first rows of pairs, of places [from, from + count)

//   counts   [rows] the number of pairs of each row, without borderline ones
//   kept     [rows][few] the first second rows of each row, from row base on

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define PADDING 0xffffffffu // no row

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void order_short(__global const uint *restrict starts, const uint first, const uint count, __global uint *restrict seconds) {
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    const uint begin = starts[first + i], end = starts[first + i + 1];
    if (end - begin > SHORT_ROW) continue;
    for (uint k = begin + 1; k < end; k++) {
      const uint second = seconds[k];
      uint at = k;
      for (; at > begin && seconds[at - 1] > second; at--) seconds[at] = seconds[at - 1];
      seconds[at] = second;
    }
  }
}

// measure_rows sums the pairs of a group's rows, and finds the greatest number of a row.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void measure_rows(__global const uint *restrict counts, const uint first, const uint count, const uint chunk,
                  __global ulong2 *restrict measures) {
  __local ulong total;
  __local uint most;
  const uint2 ours = share(count, chunk) + first;
  if (get_local_id(0) == 0) {
    total = 0;
    most = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong n = 0;
  uint longest = 0;
  for (uint i = ours.x + get_local_id(0); i < ours.y; i += WG) {
    n += counts[i];
    longest = max(longest, counts[i]);
  }
  if (n) {
    atom_add(&total, n);
    atomic_max(&most, longest);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) measures[get_group_id(0)] = (ulong2)(total, most);
}

// start_rows computes the start of each row's pairs; bases are the starts of each group's.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void start_rows(__global const uint *restrict counts, const uint first, const uint count, const uint chunk,
                __global const uint *restrict bases, __global uint *restrict starts) {
  __local uint scan[WG];
  const uint2 ours = share(count, chunk) + first;
  uint start = bases[get_group_id(0)];
  for (uint at = ours.x; at < ours.y; at += WG) {
    const uint i = at + get_local_id(0), n = i < ours.y ? counts[i] : 0;
    const uint own = start + before(n, scan);
    start += scan[WG - 1];
    if (i < ours.y) starts[i] = own;
  }
  if (get_local_id(0) == 0 && ours.x < ours.y && ours.y == first + count) starts[ours.y] = start;
}

// sort_tile sorts n words in local memory, which has room up to a power of two for padding (bitonic sort).
static void sort_tile(__local uint *key, const uint n) {
  uint room = 2;
  while (room < n) room *= 2;
  for (uint k = n + get_local_id(0); k < room; k += WG) key[k] = PADDING;
  for (uint size = 2; size <= room; size *= 2)
    for (uint step = size / 2; step > 0; step /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = get_local_id(0); i < room / 2; i += WG) {
        const uint low = 2 * i - (i & (step - 1)), high = low + step;
        const uint a = key[low], b = key[high];
        const bool ascending = (low & size) == 0;
        if ((a > b) == ascending) {
          key[low] = b;
          key[high] = a;
        }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void order_tiles(__global const uint *restrict starts, const uint first, const uint count, __global uint *restrict seconds) {
  __local uint key[TILE_ROW];
  for (uint i = get_group_id(0); i < count; i += get_num_groups(0)) {
    const uint begin = starts[first + i], end = starts[first + i + 1];
    if (end - begin <= SHORT_ROW) continue;
    for (uint at = begin; at < end; at += TILE_ROW) {
      const uint n = min(end - at, (uint)TILE_ROW);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint k = get_local_id(0); k < n; k += WG) key[k] = seconds[at + k];
      barrier(CLK_LOCAL_MEM_FENCE);
      sort_tile(key, n);
      for (uint k = get_local_id(0); k < n; k += WG) seconds[at + k] = key[k];
    }
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void merge_tiles(__global const uint *restrict starts, const uint first, const uint count, const uint width,
                 __global const uint *restrict from, __global uint *restrict to) {
  for (uint i = get_group_id(0); i < count; i += get_num_groups(0)) {
    const uint begin = starts[first + i], n = starts[first + i + 1] - begin;
    if (n <= TILE_ROW) continue;
    for (uint k = get_local_id(0); k < n; k += WG) {
      const uint key = from[begin + k], run = k / width, other = min((run ^ 1) * width, n);
      uint low = other, high = min(other + width, n);
      while (low < high) { // elements of the other run before this one
        const uint middle = (low + high) / 2;
        if (from[begin + middle] < key)
          low = middle + 1;
        else
          high = middle;
      }
      to[begin + (run & ~1u) * width + k % width + (low - other)] = key;
    }
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void write_firsts(__global const uint *restrict starts, const uint first, const uint last, const uint base,
                  const uint from, const uint count, __global uint *restrict firsts) {
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    uint low = first, high = last; // the last row whose pairs begin at or before the place
    while (high - low > 1) {
      const uint middle = (low + high) / 2;
      if (starts[middle] <= from + i)
        low = middle;
      else
        high = middle;
    }
    firsts[i] = base + low;
  }
}

// put_settled writes the settled pairs to their places.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void put_settled(__global const uint2 *restrict settled, const uint count, __global uint *restrict seconds) {
  FOR_ITEMS(i, count) if (i < count) seconds[settled[i].x] = settled[i].y;
}

// take_few fills in the rows all of whose pairs the counting pass has kept.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void take_few(__global const uint *restrict counts, __global const uint *restrict kept, const uint few, const uint base,
              __global const uint *restrict starts, const uint first, const uint count, __global uint *restrict seconds) {
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    const uint row = first + i, n = counts[row];
    for (uint k = 0; k < n && n <= few; k++) seconds[starts[row] + k] = kept[(size_t)(row - base) * few + k];
  }
}
