// scan.cl: consecutive items shared out among groups, and sums over the
// work-items of a group.

// share returns the items [x, y) of a group.
static uint2 share(const uint count, const uint chunk) {
  const uint first = min((uint)get_group_id(0) * chunk, count);
  return (uint2)(first, min(first + chunk, count));
}

// before returns the sum of n over the work-items before this one; scan[WG - 1]
// is then the sum over all.
static uint before(const uint n, __local uint *scan) {
  const uint k = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  scan[k] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < WG; step *= 2) {
    const uint v = k >= step ? scan[k - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    scan[k] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return scan[k] - n;
}

// group_sum returns the sum of n over the work-items of the group.
static uint group_sum(const uint n, __local uint *total) {
  if (get_local_id(0) == 0) *total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (n) atomic_add(total, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  return *total;
}

// groups_before returns the sum of sums over the groups before this one.
static uint groups_before(__global const uint *sums, __local uint *total) {
  uint earlier = 0;
  for (uint g = get_local_id(0); g < get_group_id(0); g += WG) earlier += sums[g];
  return group_sum(earlier, total);
}
