// set.cl: points in tiles, TILE of them each.
//
//   x      [DIMENSIONS][count] coordinates (judge.cl)
//   frame  [DIMENSIONS] double centres by place, then as many ulong: the dimension of each place
//   set    points tile by tile: [2 * DIMENSIONS][tiles] double boxes, the least and the greatest of each place in turn,
//          [tiles] double the greatest length of offsets, [tiles][DIMENSIONS][TILE] float offsets, [tiles][TILE] float
//          half the squares of their lengths in the first DENSE places, [tiles][TILE] uint rows, NO_ROW behind the last;
//          with STEPS coarse offsets, too, and half the squares are of these: [tiles][STEPS][TILE / 8][32][4] float16, 16
//          places a step and 8 points a block, each of whose 32 quarters of a point are what a lane multiplies (matrix.cl)

#define NO_ROW 0xffffffffu

// The parts of a set.
#define RADII(set, tiles) ((set) + (size_t)(tiles) * (2 * DIMENSIONS))
#define OFFSETS(set, tiles) ((__global float *)((set) + (size_t)(tiles) * (2 * DIMENSIONS + 1)))
#define HALVES(set, tiles) (OFFSETS(set, tiles) + (size_t)(tiles) * (DIMENSIONS * TILE))
#define ROWS(set, tiles) ((__global uint *)(HALVES(set, tiles) + (size_t)(tiles) * TILE))

#ifdef STEPS
#define COARSE(set, tiles) ((__global half *)(ROWS(set, tiles) + (size_t)(tiles) * TILE))
#define COARSE_TILE (STEPS * TILE * 16)

// coarse_place returns the place of a point's coarse offset in its tile.
static uint coarse_place(const uint point, const uint k) {
  return ((k / 16 * (TILE / 8) + point / 8) * 32 + point % 8 * 4 + k % 8 / 2) * 4 + k % 16 / 8 * 2 + k % 2;
}

// coarsen writes the coarse offsets of a point, 0 beyond its places, and returns half the square of their length.
static float coarsen(__global const float *offsets, const uint point, __global half *coarse) {
  double squares = 0;
  for (uint k = 0; k < STEPS * 16; k++) {
    vstore_half_rte(k < DIMENSIONS ? offsets[k * TILE + point] : 0.0f, coarse_place(point, k), coarse);
    const double o = vload_half(coarse_place(point, k), coarse);
    squares += o * o;
  }
  return (float)(squares / 2);
}
#endif

// fill_tiles fills in a set whose rows are given; a group has a tile.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void fill_tiles(__global const double *restrict x, const uint count, __global const double *restrict frame, const double scale,
                const uint tiles, __global double *set) {
  __local double radii[WG];
  __global const ulong *dimension = (__global const ulong *)(frame + DIMENSIONS);
  for (uint tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
    __global const uint *rows = ROWS(set, tiles) + (size_t)tile * TILE;
    __global float *offsets = OFFSETS(set, tiles) + (size_t)tile * (DIMENSIONS * TILE);
    double radius = 0;
    for (uint i = get_local_id(0); i < TILE; i += WG) {
      const uint row = rows[i] == NO_ROW ? rows[0] : rows[i];
      double squares = 0;
      for (uint k = 0; k < DIMENSIONS; k++) {
        const float o = (float)((x[dimension[k] * count + row] - frame[k]) * scale);
        offsets[k * TILE + i] = o;
        squares += (double)o * o;
        if (k == DENSE - 1) HALVES(set, tiles)[(size_t)tile * TILE + i] = (float)(squares / 2);
      }
#ifdef STEPS
      HALVES(set, tiles)[(size_t)tile * TILE + i] = coarsen(offsets, i, COARSE(set, tiles) + (size_t)tile * COARSE_TILE);
#endif
      radius = fmax(radius, sqrt(squares));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    radii[get_local_id(0)] = radius;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      for (uint i = 1; i < WG; i++) radius = fmax(radius, radii[i]);
      RADII(set, tiles)[tile] = radius;
    }
    for (uint k = get_local_id(0); k < DIMENSIONS; k += WG) {
      double least = INFINITY, most = -INFINITY;
      for (uint i = 0; i < TILE && rows[i] != NO_ROW; i++) {
        const double v = x[dimension[k] * count + rows[i]];
        least = fmin(least, v);
        most = fmax(most, v);
      }
      set[(size_t)(2 * k) * tiles + tile] = least;
      set[(size_t)(2 * k + 1) * tiles + tile] = most;
    }
  }
}
