// starts.cl: replaces each count by the sum of the counts before it, which is the start of a list of that length, in two
// passes (scan.cl).
//
//   counts [count + 1]; the last becomes the sum of all
//   sums   [groups] of each group's counts

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void sum_counts(__global const uint *restrict counts, const uint count, const uint chunk, __global uint *restrict sums) {
  __local uint total;
  const uint2 ours = share(count, chunk);
  uint n = 0;
  for (uint i = ours.x + get_local_id(0); i < ours.y; i += WG) n += counts[i];
  n = group_sum(n, &total);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = n;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void sum_before(__global uint *restrict counts, const uint count, const uint chunk, __global const uint *restrict sums) {
  __local uint scan[WG], base;
  const uint2 ours = share(count, chunk);
  uint start = groups_before(sums, &base);
  for (uint first = ours.x; first < ours.y; first += WG) {
    const uint i = first + get_local_id(0), n = i < ours.y ? counts[i] : 0;
    const uint at = start + before(n, scan);
    start += scan[WG - 1];
    if (i < ours.y) counts[i] = at;
  }
  if (get_local_id(0) == 0 && ours.x < ours.y && ours.y == count) counts[count] = start;
}
