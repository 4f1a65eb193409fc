// matrix.cl: compares tiles by products of matrices of coarse offsets, which a GPU's matrix units multiply (docs/exactness.md, P5).
//
// A group compares a tile of one set with a span of tiles of the other, of which it first lists the near ones. Each 32 of its work-items, its
// lanes, compare 32 points of the one tile with 64 of the other, 8 at a time: a lane has two of these, and four of the 32. As in compare.cl a
// sum below 0 is of no pair. Where a sum of a lane is not, the lane settles its 8 pairs.
//
// The parameters are near.cl's.

// product_t is a lane's sums of 16 points by 8: of points lane / 4 and lane / 4 + 8 with points lane % 4 * 2 and the next.
typedef struct {
  float x, y, z, w;
} product_t;

// multiply adds the products of coarse offsets of 16 points, blocks a and b, and of 8 points, block c.
#ifdef PTX
static product_t multiply(const product_t sum, const uint2 a, const uint2 b, const uint2 c) {
  float x, y, z, w;
  __asm__ volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
               : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
               : "r"(a.x), "r"(b.x), "r"(a.y), "r"(b.y), "r"(c.x), "r"(c.y), "f"(sum.x), "f"(sum.y), "f"(sum.z), "f"(sum.w));
  const product_t product = {x, y, z, w};
  return product;
}
#define BLOCK_OF(coarse, step, block, lane) ((__global const uint2 *)(coarse))[((step) * (TILE / 8) + (block)) * 32 + (lane)]
#define MULTIPLY(sum, a, b, c, lane) multiply(sum, a, b, c)
#define CONVERGE __asm__ volatile("bar.warp.sync 0xffffffff;")
typedef uint2 block_t;
#else
typedef __global const half *block_t; // of 8 points, 4 offsets a lane
static float sum_of_products(const block_t a, const uint i, const block_t b, const uint k) {
  float sum = 0;
  for (uint n = 0; n < 16; n++) sum += vload_half(i * 16 + n, a) * vload_half(k * 16 + n, b);
  return sum;
}
static product_t multiply(product_t sum, const block_t a, const block_t b, const block_t c, const uint lane) {
  const uint row = lane / 4, column = lane % 4 * 2;
  sum.x += sum_of_products(a, row, c, column);
  sum.y += sum_of_products(a, row, c, column + 1);
  sum.z += sum_of_products(b, row, c, column);
  sum.w += sum_of_products(b, row, c, column + 1);
  return sum;
}
#define BLOCK_OF(coarse, step, block, lane) ((coarse) + ((step) * (TILE / 8) + (block)) * (32 * 4))
#define MULTIPLY(sum, a, b, c, lane) multiply(sum, a, b, c, lane)
#define CONVERGE
#endif

#define LANES 32
#define BLOCKS 4 // of 8 points of the tile asked, for each 32 lanes

// all_below returns a word whose sign is set if all sums are below 0.
static int all_below(const product_t a, const product_t b) {
  return as_int(a.x) & as_int(a.y) & as_int(a.z) & as_int(a.w) & as_int(b.x) & as_int(b.y) & as_int(b.z) & as_int(b.w);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void match_tiles(__global const double *restrict asked, __global const double *restrict x,
                 __global const double *restrict entries, __global const double *restrict y,
                 __global uint *restrict marks, const search_t search, const limits_t limits,
                 const scope_t scope, __global uint *restrict rows, __global uint *restrict seconds, __global ulong *restrict notes) {
  __local near_t list[SPAN];
  __local uint listed, judged, mark[SPAN / 32];
  const uint item = get_local_id(0), lane = item % LANES, of = item / LANES, top = of / 2 * BLOCKS, left = of % 2 * (TILE / 16);
  const span_t span = span_of(search);
  const uint count = near_tiles(span, asked, entries, marks, search, limits, seconds != 0, list, &listed, mark);
  if (item == 0) judged = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  pair_t pair = asked_of(span, asked, search);
  __global const float *askedHalves = HALVES(asked, search.askedTiles) + (size_t)span.query * TILE;
  block_t a[STEPS][BLOCKS];
  float own[BLOCKS];
  for (uint b = 0; b < BLOCKS; b++) {
    own[b] = askedHalves[(top + b) * 8 + lane / 4];
    for (uint s = 0; s < STEPS; s++) a[s][b] = BLOCK_OF(COARSE(asked, search.askedTiles) + (size_t)span.query * COARSE_TILE, s, top + b, lane);
  }
  uint compared = 0;
  for (uint n = 0; n < count; n++) {
    const near_t near = list[n];
    meet(&pair, near.tile, entries, search);
    compared += pairs_of(pair, search);
    __global const half *coarse = COARSE(entries, search.tiles) + (size_t)near.tile * COARSE_TILE;
    __global const float2 *halves = (__global const float2 *)(HALVES(entries, search.tiles) + (size_t)near.tile * TILE);
    uint sums = 0; // a bit for each block of 8 points, set where no sum of this lane is of a pair
    if (near.how == MATRIX) {
      const float first = near.begin - own[0], second = near.begin - own[1], third = near.begin - own[2], fourth = near.begin - own[3];
#pragma unroll
      for (uint c = 0; c < TILE / 16; c++) {
        const float2 other = halves[(left + c) * 4 + lane % 4];
        product_t low = {first - other.x, first - other.y, second - other.x, second - other.y};
        product_t high = {third - other.x, third - other.y, fourth - other.x, fourth - other.y};
#pragma unroll
        for (uint s = 0; s < STEPS; s++) {
          const block_t block = BLOCK_OF(coarse, s, left + c, lane);
          low = MULTIPLY(low, a[s][0], a[s][1], block, lane);
          high = MULTIPLY(high, a[s][2], a[s][3], block, lane);
        }
        sums = sums << 1 | (uint)all_below(low, high) >> 31;
      }
    }
    for (uint remain = ~sums & ((1u << TILE / 16) - 1); remain; remain &= remain - 1) {
      const uint c = TILE / 16 - 1 - (31 - clz(remain & -remain)); // the first block has the highest bit
      for (uint i = 0; i < 2 * BLOCKS; i++)
        if (settle(x, y, search, limits, pair, near, (top + i / 2) * 8 + lane / 4, (left + c) * 8 + lane % 4 * 2 + i % 2, scope, rows, seconds, notes, mark))
          atomic_inc(&judged);
    }
    CONVERGE;
  }
  close_span(span, marks, seconds != 0, notes, compared, &judged, mark);
}
