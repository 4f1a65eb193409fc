// number.cl: clusters numbered in order of their leads, and a label for each row.
//
//   core     [count] by row: 1 for core points, else 0
//   leads    [count] by row (links.cl); then the labels: the number of the cluster, with BORDER for a point that is not core, NO_LEAD for noise
//   numbers  [count + 1] by row: 1 for the lead of a cluster, else 0; then the sum of the counts before each (starts.cl)

#define BORDER 0x80000000u

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_clusters(__global const uchar *restrict core, __global const uint *restrict leads, const uint count, __global uint *restrict numbers) {
  FOR_ITEMS(i, count) {
    if (i < count) numbers[i] = core[i] && leads[i] == i;
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void label_rows(__global const uchar *restrict core, __global const uint *restrict numbers, const uint count, __global uint *restrict leads) {
  FOR_ITEMS(i, count) {
    if (i < count && leads[i] != NO_LEAD) leads[i] = numbers[leads[i]] | (core[i] ? 0 : BORDER);
  }
}
