// near.cl: the near cells of a point, and the points in them that are within the threshold (docs/exactness.md, P8).
//
//   packed  cells.cl
//   x       coordinates of the points (judge.cl)
//   slots   the start of each slot's points (cells.cl)
//   keys    the linear id of each slot, where these are hashed (cells.cl)
//   steps   [steps] long: the steps from a cell's linear id to the ids of near cells, the cell itself first, then by distance;
//           then as many uint: the step of each dimension plus MOST_STEP, in three bits a dimension
//   notes   counters.cl, then uint2 {row, other}: the borderline pairs

// near_t is the work-items' part of the points' places, the number of points, the slots of a grid, the number of steps, whether the
// points of a cell are all within the threshold of each other, the room for borderline pairs, the number of dimensions and of indexed
// ones, the number of vectors of a point's offsets, and the limits of sums of squares.
typedef struct {
  uint first, last, count, hashed, slots, steps, dense, room, dimensions, indexed, vectors;
  float sure, none;
} near_t;

// A point's offsets are vectors of VECTOR floats. A work-item keeps the first KEPT vectors of its point in private memory: the indexed
// dimensions are among them.
#if VECTOR == 2
typedef float2 offsets_t;
#define READ vload2
#define WRITE vstore2
#define SQUARE(d) ((d).x * (d).x + (d).y * (d).y)
#else
typedef float4 offsets_t;
#define READ vload4
#define WRITE vstore4
#define SQUARE(d) ((d).x * (d).x + (d).y * (d).y + (d).z * (d).z + (d).w * (d).w)
#endif

// sight_t is a point that looks at its near cells: its offsets from its own corner, and from the corner of the cell at hand.
typedef struct {
  offsets_t at[KEPT], from[KEPT];
  ulong own;
  uint place, row, slot;
  uint cells, candidates, judged;
} sight_t;

// offsets_of returns the offsets at a place.
static __global const offsets_t *offsets_of(__global const uint *restrict packed, const uint place, const near_t near) {
  return (__global const offsets_t *)OFFSETS(packed, near.count) + (size_t)place * near.vectors;
}

static sight_t sight_of(const uint place, __global const uint *restrict packed, __global const ulong *restrict keys, const near_t near) {
  sight_t sight;
  sight.place = place;
  sight.row = ROWS(packed)[place];
  sight.slot = SLOTS(packed, near.count)[place];
  sight.own = near.hashed ? keys[sight.slot] : sight.slot;
  for (uint v = 0; v < KEPT; v++) sight.at[v] = offsets_of(packed, place, near)[v];
  sight.cells = sight.candidates = sight.judged = 0;
  return sight;
}

// approach turns a point to one of its near cells, and returns the cell's slot: NO_SLOT where the whole cell is too far from the point,
// or has no points.
static uint approach(sight_t *sight, const uint s, __global const ulong *restrict keys, __global const long *restrict steps, const near_t near) {
  const uint digit = ((__global const uint *)(steps + near.steps))[s];
  float gaps = 0;
  for (uint v = 0; v < KEPT; v++) {
    float shift[VECTOR], gap[VECTOR];
    for (uint k = 0; k < VECTOR; k++) {
      const uint place = v * VECTOR + k;
      shift[k] = place < near.indexed ? (float)((int)(digit >> 3 * place & 7) - MOST_STEP) : 0.0f;
    }
    sight->from[v] = sight->at[v] - READ(0, shift);
    WRITE(fmax(fmax(sight->from[v] - 1.0f, -sight->from[v]), 0.0f), 0, gap);
    for (uint k = 0; k < VECTOR; k++) {
      if (v * VECTOR + k < near.indexed) gaps += gap[k] * gap[k];
    }
  }
  if (gaps > near.none) return NO_SLOT;
  sight->cells++;
  return slot_of(keys, near.hashed, near.slots, sight->own + (ulong)steps[s]);
}

// compare compares a point with the point at a place, which is in the cell at hand.
static uint compare(sight_t *sight, const uint k, __global const uint *restrict packed, __global const double *restrict x,
                    const near_t near, const limits_t limits) {
  __global const offsets_t *to = offsets_of(packed, k, near);
  float sum = 0;
  for (uint v = 0; v < KEPT; v++) {
    const offsets_t d = sight->from[v] - to[v];
    sum += SQUARE(d);
  }
  for (uint v = KEPT; v < near.vectors && sum <= near.none; v++) {
    const offsets_t d = offsets_of(packed, sight->place, near)[v] - to[v];
    sum += SQUARE(d);
  }
  sight->candidates++;
  if (sum > near.none) return APART;
  if (sum < near.sure) return WITHIN;
  sight->judged++;
  return judge(x, near.count, sight->row, x, near.count, ROWS(packed)[k], near.dimensions, limits);
}

// doubt notes a borderline pair: a point, and the point at a place.
static void doubt(const sight_t *sight, const uint k, __global const uint *restrict packed, const near_t near, __global ulong *restrict notes) {
  const ulong at = atom_inc(&notes[DOUBT_SLOT]);
  if (at < near.room) ((__global uint2 *)(notes + COUNTERS))[at] = (uint2)(sight->row, ROWS(packed)[k]);
}

// seen_t counts the cells and points that the points of a work-item looked at.
typedef struct {
  ulong cells, candidates, judged;
} seen_t;

static void add(seen_t *seen, const sight_t *sight) {
  seen->cells += sight->cells;
  seen->candidates += sight->candidates;
  seen->judged += sight->judged;
}

// tell adds up the counts of the work-items of a group. All of them must call it together.
static void tell(__global ulong *notes, const seen_t *seen, __local ulong *scratch) {
  note(notes, CELL_SLOT, seen->cells, scratch);
  note(notes, CANDIDATE_SLOT, seen->candidates, scratch);
  note(notes, FLOAT64_SLOT, seen->judged, scratch);
}
