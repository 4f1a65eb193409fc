// near.cl: the points near each point.
//
// A work-item takes a point of one side, place by place, so that those of a group look at the same cells mostly.
//
//   asked  packed (cells.cl): the points that look, near.asked of them
//   packed those that are looked at, near.count of them in near.slots slots
//   steps  [3^indexed] long: what leads from a cell's linear id to that of each neighbour cell, then as many uint: the
//          step of each dimension plus one, in two bits a dimension
//   x, y   their coordinates (judge.cl)

// near_t is the work-items' part of the places of asked, the points of both sides, the slots of a grid (cells.cl), the
// number of neighbour cells, and what sums of squares are held against (docs/exactness.md, P4).
typedef struct {
  uint first, last, asked, count, hashed, slots, steps;
  float sure, none;
} near_t;

// Coordinates are read VECTOR at a time.
#if WIDTH < 4
#define VECTOR 2
typedef float2 offsets_t;
#define READ vload2
#define SQUARE(d) ((d).x * (d).x + (d).y * (d).y)
#else
#define VECTOR 4
typedef float4 offsets_t;
#define READ vload4
#define SQUARE(d) ((d).x * (d).x + (d).y * (d).y + (d).z * (d).z + (d).w * (d).w)
#endif

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_near(__global const uint *restrict asked, __global const double *restrict x,
               __global const uint *restrict packed, __global const double *restrict y,
               __global const uint *restrict slots, __global const long *restrict steps,
               const near_t near, const limits_t limits,
               const scope_t scope, __global uint *restrict rows, __global uint *restrict seconds, __global ulong *restrict notes) {
  __local ulong scratch;
  __global const uint *digits = (__global const uint *)(steps + near.steps);
  __global const float *offsets = (__global const float *)packed;
  __global const ulong *ids = (__global const ulong *)(packed + (size_t)near.count * WIDTH);
  __global const uint *others = packed + (size_t)near.count * (WIDTH + 2);
  ulong candidates = 0, judged = 0;
  const uint count = near.last - near.first;
  FOR_ITEMS(i, count) {
    const uint place = near.first + i;
    if (i >= count) continue;
    const uint row = (asked + (size_t)near.asked * (WIDTH + 2))[place];
    if (!searched(scope, row)) continue;
    const ulong own = ((__global const ulong *)(asked + (size_t)near.asked * WIDTH))[place];
    offsets_t at[WIDTH / VECTOR];
    for (uint v = 0; v < WIDTH / VECTOR; v++) at[v] = READ(v, (__global const float *)asked + (size_t)place * WIDTH);
    uint found = 0;
    const uint start = seconds ? rows[row] : 0;
    for (uint s = 0; s < near.steps; s++) {
      const ulong id = own + (ulong)steps[s];
      if (!near.hashed && id >= near.slots) continue; // beyond the empty cells at the ends
      const uint slot = slot_of(near.hashed, near.slots, id), first = slots[slot], last = slots[slot + 1];
      if (first == last) continue;
      offsets_t from[WIDTH / VECTOR];
      const uint digit = digits[s];
      for (uint v = 0; v < WIDTH / VECTOR; v++) {
        float shift[VECTOR];
        for (uint k = 0; k < VECTOR; k++) shift[k] = v * VECTOR + k < INDEXED ? (float)((int)(digit >> 2 * (v * VECTOR + k) & 3) - 1) : 0.0f;
        from[v] = at[v] - READ(0, shift);
      }
      candidates += last - first;
      for (uint k = first; k < last; k++) {
        float sum = 0;
        for (uint v = 0; v < WIDTH / VECTOR; v++) {
          const offsets_t d = from[v] - READ(v, offsets + (size_t)k * WIDTH);
          sum += SQUARE(d);
        }
        if (sum > near.none || near.hashed && ids[k] != id) continue;
        const uint other = others[k];
        if (!wanted(scope, row, other)) continue;
        if (!(sum < near.sure)) {
          const uint is = judge(x, near.asked, row, y, near.count, other, DIMENSIONS, limits);
          judged++;
          if (is == DOUBT && !seconds) doubt(scope, notes, row, other);
          if (is != WITHIN) continue;
        }
        if (seconds) seconds[start + found] = other;
        found++;
      }
    }
    if (!seconds) rows[row] = found;
  }
  if (!seconds) {
    note(notes, CANDIDATE_SLOT, candidates, &scratch);
    note(notes, FLOAT64_SLOT, judged, &scratch);
  }
}
