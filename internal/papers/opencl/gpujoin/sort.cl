// sort.cl: the pairs of a batch sorted by their first row, their key.
//
//   found    the number of pairs, then room for as many (join.cl). A number beyond the room counts as none: the host
//            finds them again, in parts
//   starts   [rows + 2] zeros at first; then where the pairs of each row begin
//   seconds  [room] the second rows of the pairs, row by row

// listed returns the number of pairs in the list.
static uint listed(__global const ulong *found, const uint room) { return found[0] <= room ? (uint)found[0] : 0; }

// A row is counted one place behind its own: place_pairs, which counts that place up to the end of the row, leaves the
// start of the next row there.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void count_keys(__global const ulong *restrict found, const uint room, __global uint *restrict starts) {
  const uint n = listed(found, room);
  FOR_ITEMS(i, n) if (i < n) atomic_inc(&starts[(found[1 + i] >> 32) + 1]);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void place_pairs(__global const ulong *restrict found, const uint room, __global uint *restrict starts, __global uint *restrict seconds) {
  const uint n = listed(found, room);
  FOR_ITEMS(i, n) if (i < n) seconds[atomic_inc(&starts[(found[1 + i] >> 32) + 1])] = (uint)found[1 + i];
}
