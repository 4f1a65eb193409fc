// near.cl: the points near each point.
//
// A work-item takes a point of one side, place by place, so that the points of a group mostly look at the same cells.
//
//   asked  packed (cells.cl): the points that search, near.asked of them
//   packed the points of the grid, near.count of them in near.slots slots
//   steps  [3^(indexed-1)] long: the steps from a cell's linear id to the middle one of each row of neighbour cells, rows
//          being along the first dimension; then as many uint: the step of each dimension plus one, in two bits a
//          dimension
//   x, y   coordinates of both (judge.cl)

// near_t is the work-items' part of the places of asked, the numbers of points of both sides, the slots of a grid (cells.cl),
// the number of steps, and the limits of sums of squares (docs/exactness.md, P4).
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

// The vectors of a point that a work-item keeps in private memory: the indexed dimensions are among them.
#define VECTORS (WIDTH / VECTOR)
#if WIDTH / VECTOR > 4
#define KEPT 4
#else
#define KEPT VECTORS
#endif

// row_of looks up three neighbour cells in a row: they begin in packed at x, y and z, and the last ends at w.
static uint4 row_of(__global const uint *restrict slots, const near_t near, const ulong middle) {
  if (middle - 1 <= near.slots - 3) return vload4(0, slots + middle - 1);
  if (middle == 0) return (uint4)(slots[0], slots[0], slots[1], slots[2]);
  if (middle == near.slots - 1) return (uint4)(slots[middle - 1], slots[middle], slots[middle + 1], slots[middle + 1]);
  return (uint4)(0); // beyond the empty cells at the ends
}

// sight_t is a point, and the number of pairs that it has found.
typedef struct {
  offsets_t at[KEPT];
  ulong own;
  uint place, row, start, found, judged;
} sight_t;

// compare compares a point with the points of three cells in a row, the middle one of which has the point's own place along
// the row. id is the middle cell's linear id, used where cells are hashed.
static void compare(sight_t *sight, const offsets_t *from, const uint4 cells, const ulong id,
                    __global const uint *restrict asked, __global const double *restrict x, __global const uint *restrict packed, __global const double *restrict y,
                    const near_t near, const limits_t limits, const scope_t scope, __global uint *restrict seconds,
                    __global ulong *restrict notes) {
  __global const float *offsets = (__global const float *)packed;
  __global const ulong *ids = (__global const ulong *)(packed + (size_t)near.count * WIDTH);
  __global const uint *others = packed + (size_t)near.count * (WIDTH + 2);
  for (uint k = cells.x; k < cells.w; k++) {
    offsets_t d = from[0] - READ(0, offsets + (size_t)k * WIDTH);
    d.x -= (float)((k >= cells.y) + (k >= cells.z)) - 1.0f;
    float sum = SQUARE(d);
    for (uint v = 1; v < KEPT; v++) {
      d = from[v] - READ(0, offsets + (size_t)k * WIDTH + VECTOR * v);
      sum += SQUARE(d);
    }
    for (uint v = KEPT; v < VECTORS && sum <= near.none; v++) {
      d = READ(0, (__global const float *)asked + (size_t)sight->place * WIDTH + VECTOR * v) - READ(0, offsets + (size_t)k * WIDTH + VECTOR * v);
      sum += SQUARE(d);
    }
    if (sum > near.none) continue;
    if (near.hashed && ids[k] != id) continue;
    if (sum < near.sure && unnamed(scope)) {
      sight->found++;
      continue;
    }
    const uint other = others[k];
    if (!wanted(scope, sight->row, other)) continue;
    if (!(sum < near.sure)) {
      const uint is = judge(x, near.asked, sight->row, y, near.count, other, DIMENSIONS, limits);
      sight->judged++;
      if (is == DOUBT && !scope.filling) doubt(scope, notes, sight->row, other);
      if (is != WITHIN) continue;
    }
    take(scope, seconds, sight->start, sight->found, other);
    sight->found++;
  }
}

// look compares a point with the points of all neighbour cells, and returns their number.
static ulong look(sight_t *sight, __global const uint *restrict asked, __global const double *restrict x,
                  __global const uint *restrict packed, __global const double *restrict y,
                  __global const uint *restrict slots, __global const long *restrict steps,
                  const near_t near, const limits_t limits, const scope_t scope, __global uint *restrict seconds,
                  __global ulong *restrict notes) {
  __global const uint *digits = (__global const uint *)(steps + near.steps);
  ulong candidates = 0;
  for (uint s = 0; s < near.steps; s++) {
    const ulong middle = sight->own + (ulong)steps[s];
    uint4 cells = (uint4)(0);
    if (!near.hashed) {
      cells = row_of(slots, near, middle);
      if (cells.x == cells.w) continue;
    }
    offsets_t from[KEPT];
    const uint digit = digits[s];
    for (uint v = 0; v < KEPT; v++) {
      float shift[VECTOR];
      for (uint k = 0; k < VECTOR; k++) {
        const uint place = v * VECTOR + k;
        shift[k] = place > 0 && place < INDEXED ? (float)((int)(digit >> 2 * place & 3) - 1) : 0.0f;
      }
      from[v] = sight->at[v] - READ(0, shift);
    }
    for (uint c = 0; near.hashed && c < 3; c++) {
      const ulong id = middle + c - 1;
      const uint slot = slot_of(1, near.slots, id), first = slots[slot], last = slots[slot + 1];
      cells = (uint4)(first, c == 0 ? last : first, c == 2 ? first : last, last);
      candidates += last - first;
      compare(sight, from, cells, id, asked, x, packed, y, near, limits, scope, seconds, notes);
    }
    if (near.hashed) continue;
    candidates += cells.w - cells.x;
    compare(sight, from, cells, 0, asked, x, packed, y, near, limits, scope, seconds, notes);
  }
  return candidates;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_near(__global const uint *restrict asked, __global const double *restrict x,
               __global const uint *restrict packed, __global const double *restrict y,
               __global const uint *restrict slots, __global const long *restrict steps,
               const near_t near, const limits_t limits,
               const scope_t scope, __global uint *restrict rows, __global uint *restrict seconds, __global ulong *restrict notes) {
  __local ulong scratch;
  ulong candidates = 0, judged = 0;
  const uint count = near.last - near.first;
  FOR_ITEMS(i, count) {
    const uint place = near.first + i;
    if (i >= count) continue;
    sight_t sight;
    sight.place = place;
    sight.row = (asked + (size_t)near.asked * (WIDTH + 2))[place];
    if (!searched(scope, sight.row) || filled(scope, rows, sight.row)) continue;
    sight.own = ((__global const ulong *)(asked + (size_t)near.asked * WIDTH))[place];
    for (uint v = 0; v < KEPT; v++) sight.at[v] = READ(v, (__global const float *)asked + (size_t)place * WIDTH);
    sight.start = start_of(scope, rows, sight.row);
    sight.found = sight.judged = 0;
    candidates += look(&sight, asked, x, packed, y, slots, steps, near, limits, scope, seconds, notes);
    judged += sight.judged;
    if (!scope.filling) rows[sight.row] = number(scope, sight.found);
  }
  if (!scope.filling) {
    note(notes, CANDIDATE_SLOT, candidates, &scratch);
    note(notes, FLOAT64_SLOT, judged, &scratch);
  }
}
