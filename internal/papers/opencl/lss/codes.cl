// codes.cl: places of coordinates, and the order of their codes (internal/papers/zorder defines both).
//
//   x       [dimensions][count] coordinates (judge.cl)
//   values  [count][dimensions] the same, row by row
//   axes    [dimensions] double least coordinates, as many greatest, then as many uint: the places of the greatest
//   places  [count][dimensions] places of points
//   lists   [lists] uint2: the shift of each list, and the bit of codes with which its keys begin
//   keys    [lists][count] 64 bits of the code of each point, list by list in the order of codes
//   rows    [lists][count] the rows of the points, in the same order

// frame_t maps coordinates to places.
typedef struct {
  double lift, scale;
  uint dimensions, count;
} frame_t;

#define PLANES 32 // bits of a shifted place

// place_of returns the place of a coordinate of dimension j.
static uint place_of(__global const double *restrict axes, const frame_t frame, const uint j, const double v) {
  if (v <= axes[j]) return 0;
  if (v >= axes[frame.dimensions + j]) return ((__global const uint *)(axes + 2 * frame.dimensions))[j];
  return (uint)((v - axes[j]) * frame.lift * frame.scale);
}

// compare_codes returns -1, 0 or 1 as the code of a is less than b's, equal or greater: the dimension decides whose
// places differ in the highest bit, the first of such dimensions.
static int compare_codes(__global const uint *a, __global const uint *b, const uint dimensions, const uint shift) {
  uint most = 0;
  int order = 0;
  for (uint j = 0; j < dimensions; j++) {
    const uint v = a[j] + shift, w = b[j] + shift, x = v ^ w;
    if (most < x && most < (x ^ most)) {
      most = x;
      order = v < w ? -1 : 1;
    }
  }
  return order;
}

// key_of returns 64 bits of the code of a place, beginning with bit list.y; bits beyond the code's last are zero.
static ulong key_of(__global const uint *place, const uint dimensions, const uint2 list) {
  ulong key = 0;
  uint left = 64, first = list.y % dimensions;
  for (uint plane = list.y / dimensions; plane < PLANES && left > 0; plane++, first = 0) {
    const uint last = min(dimensions, first + left), down = PLANES - 1 - plane;
    for (uint j = first; j < last; j++) key = key << 1 | ((place[j] + list.x) >> down & 1);
    left -= last - first;
  }
  return left < 64 ? key << left : 0;
}

// turn_points writes the coordinates of points row by row, and their places unless places is null.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void turn_points(__global const double *restrict x, __global const double *restrict axes, const frame_t frame,
                 __global double *restrict values, __global uint *restrict places) {
  FOR_ITEMS(i, frame.count) {
    if (i >= frame.count) continue;
    for (uint j = 0; j < frame.dimensions; j++) {
      const double v = x[(size_t)j * frame.count + i];
      values[(size_t)i * frame.dimensions + j] = v;
      if (places) places[(size_t)i * frame.dimensions + j] = place_of(axes, frame, j, v);
    }
  }
}
