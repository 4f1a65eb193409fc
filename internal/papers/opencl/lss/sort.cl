// sort.cl: rows in the order of their codes, equal codes by row. Groups sort tiles in local memory, and runs are then
// merged two by two: each element finds its place in the other run.
//
// Keys and rows are the part of one list, which begins at a place in both (codes.cl).

// sorting_t is the places where a list is read from and written to, and for a merge the length of its runs; then the
// list's shift and first bit of keys, and the dimensions and number of points.
typedef struct {
  ulong from, to, width;
  uint shift, start, dimensions, count;
} sorting_t;

#define NO_ROW 0xffffffffu

// comes_first reports whether a row comes before another.
static bool comes_first(const ulong key, const uint row, const ulong otherKey, const uint other,
                        __global const uint *places, const uint dimensions, const uint shift) {
  if (key != otherKey) return key < otherKey;
  if (row == NO_ROW || other == NO_ROW) return row < other;
  const int order = compare_codes(places + (size_t)row * dimensions, places + (size_t)other * dimensions, dimensions, shift);
  return order < 0 || order == 0 && row < other;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void sort_tiles(__global const uint *restrict places, const sorting_t sorting, __global ulong *restrict keys, __global uint *restrict rows) {
  __local ulong key[SORT_TILE];
  __local uint row[SORT_TILE];
  for (uint at = get_group_id(0) * SORT_TILE; at < sorting.count; at += get_num_groups(0) * SORT_TILE) {
    const uint n = min(sorting.count - at, (uint)SORT_TILE);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = get_local_id(0); k < SORT_TILE; k += WG) {
      row[k] = k < n ? at + k : NO_ROW;
      key[k] = k < n ? key_of(places + (size_t)(at + k) * sorting.dimensions, sorting.dimensions, (uint2)(sorting.shift, sorting.start)) : ~0UL;
    }
    for (uint size = 2; size <= SORT_TILE; size *= 2)
      for (uint step = size / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = get_local_id(0); i < SORT_TILE / 2; i += WG) {
          const uint low = 2 * i - (i & (step - 1)), high = low + step;
          const ulong a = key[low], b = key[high];
          const uint v = row[low], w = row[high];
          const bool ascending = (low & size) == 0;
          if (comes_first(b, w, a, v, places, sorting.dimensions, sorting.shift) == ascending) {
            key[low] = b;
            key[high] = a;
            row[low] = w;
            row[high] = v;
          }
        }
      }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = get_local_id(0); k < n; k += WG) {
      keys[sorting.to + at + k] = key[k];
      rows[sorting.to + at + k] = row[k];
    }
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void merge_runs(__global const uint *restrict places, const sorting_t sorting,
                __global const ulong *restrict fromKeys, __global const uint *restrict fromRows,
                __global ulong *restrict keys, __global uint *restrict rows) {
  FOR_ITEMS(k, sorting.count) {
    if (k >= sorting.count) continue;
    const ulong key = fromKeys[sorting.from + k];
    const uint row = fromRows[sorting.from + k], run = (uint)(k / sorting.width);
    const uint other = (uint)min((run ^ 1) * sorting.width, (ulong)sorting.count);
    uint low = other, high = (uint)min((ulong)other + sorting.width, (ulong)sorting.count);
    while (low < high) { // rows of the other run before this one
      const uint middle = low + (high - low) / 2;
      if (comes_first(fromKeys[sorting.from + middle], fromRows[sorting.from + middle], key, row, places, sorting.dimensions, sorting.shift))
        low = middle + 1;
      else
        high = middle;
    }
    const ulong to = sorting.to + (run & ~1u) * sorting.width + k % sorting.width + (low - other);
    keys[to] = key;
    rows[to] = row;
  }
}
