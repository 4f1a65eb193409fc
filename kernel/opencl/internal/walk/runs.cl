// runs.cl: the segments of runs, for kernels that compare them.
//
//   run      a uint3 of runQ or runE as in refine.cl
//   samples  as in samples.cl

// sizes_t has the rows of each side and the segments of its runs, the room for hits, and
// flags.
typedef struct {
  uint rowsQ, lengthQ, rowsE, lengthE, room, flags;
} sizes_t;

// sample reads the position at a row.
static void sample(__global const double *restrict s, const uint rows, const uint row, const bool z, double *p) {
  p[0] = s[(size_t)rows + row];
  p[1] = s[(size_t)rows * 2 + row];
  p[2] = z ? s[(size_t)rows * 3 + row] : 0;
}

// segment_times reads the extent of segment i of a run; false past the run's end.
static bool segment_times(__global const double *restrict s, const uint3 run, const uint i, segment *g) {
  const uint count = run.z & 0xffff, ends = run.z >> 16;
  if (i >= count) return false;
  g->t0 = s[run.x + i];
  g->t1 = ends & RUN_POINT ? g->t0 : s[run.x + i + 1];
  g->last = i + 1 == count && (ends & RUN_LAST);
  return true;
}

// segment_positions reads the positions of segment i of a run.
static void segment_positions(__global const double *restrict s, const uint rows, const uint3 run, const uint i,
                              const bool z, segment *g) {
  const uint row = run.x + i;
  sample(s, rows, row, z, g->p0);
  sample(s, rows, run.z >> 16 & RUN_POINT ? row : row + 1, z, g->p1);
}
