// compare.cl: compares tiles, as matrices are multiplied (docs/exactness.md, P5).
//
// A group compares a tile of one set with a span of tiles of the other, of which it first lists the near ones. A
// work-item has blocks of 8 by 8 pairs: places at, at + 1, at + 2 and at + 3 of each side, and the four places half a
// tile further on. A block's sums begin at the limit of a pair, and the terms of the distance are subtracted, so that a
// sum below 0 is of no pair.
//
// The parameters are near.cl's.

// Four floats of a place of a tile: from local memory, or from global memory where a group is one work-item.
#if WG > 1
#define FOUR(tile, k, at) (tile)[(k) * (TILE / 4) + (at)]
typedef __local const float4 *part_t;
#else
#define FOUR(tile, k, at) vload4((k) * (TILE / 4) + (at), tile)
typedef __global const float *part_t;
#endif
#define EIGHT(tile, k, at) (float8)(FOUR(tile, k, at), FOUR(tile, k, TILE / 8 + (at)))

#ifdef FP_FAST_FMAF
#define ADD_PRODUCT(a, b, sum) fma((float8)(a), b, sum)
#else
#define ADD_PRODUCT(a, b, sum) ((a) * (b) + (sum))
#endif

// EACH_ROW applies DO to each row of a block and its offsets.
#define EACH_ROW(DO, a) DO(0, (a).s0) DO(1, (a).s1) DO(2, (a).s2) DO(3, (a).s3) DO(4, (a).s4) DO(5, (a).s5) DO(6, (a).s6) DO(7, (a).s7)

#define MULTIPLY(i, a) sum[i] = ADD_PRODUCT(a, b, sum[i]);
#define SUBTRACT(i, a) { const float8 d = (a) - b; sum[i] = ADD_PRODUCT(-d, d, sum[i]); }
#define BEGIN(i, a) sum[i] = begin - (a) - b;

// signs appends the signs of eight sums to others.
static uint signs(const uint others, const float8 sum) {
  const uint8 s = as_uint8(sum);
  uint m = others;
  m = m << 1 | s.s0 >> 31;
  m = m << 1 | s.s1 >> 31;
  m = m << 1 | s.s2 >> 31;
  m = m << 1 | s.s3 >> 31;
  m = m << 1 | s.s4 >> 31;
  m = m << 1 | s.s5 >> 31;
  m = m << 1 | s.s6 >> 31;
  m = m << 1 | s.s7 >> 31;
  return m;
}

// place_of returns the place in its tile of number i of the eight of a block.
static uint place_of(const uint at, const uint i) { return i / 4 * (TILE / 2) + at * 4 + i % 4; }

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void compare_tiles(__global const double *restrict asked, __global const double *restrict x,
                   __global const double *restrict entries, __global const double *restrict y,
                   __global uint *restrict marks, const search_t search, const limits_t limits,
                   const scope_t scope, __global uint *restrict rows, __global uint *restrict seconds, __global ulong *restrict notes) {
  __local near_t list[SPAN];
  __local uint listed, queued, judged; // counters of the group
  __local ushort queue[QUEUE];
  __local uint mark[SPAN / 32];
#if WG > 1
  __local float4 p[CHUNK * TILE / 4], q[CHUNK * TILE / 4];
#endif
  const uint item = get_local_id(0);
  const span_t span = span_of(search);
  const uint count = near_tiles(span, asked, entries, marks, search, limits, seconds != 0, list, &listed, mark);
  pair_t pair = asked_of(span, asked, search);
  if (item == 0) judged = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint compared = 0;
  __global const float *askedHalves = HALVES(asked, search.askedTiles) + (size_t)span.query * TILE;
#if WG > 1 && DENSE <= CHUNK
  if (count > 0)
    for (uint i = item; i < DENSE * TILE; i += WG) ((__local float *)p)[i] = pair.p[i];
#endif
  for (uint n = 0; n < count; n++) {
    const near_t near = list[n];
    meet(&pair, near.tile, entries, search);
    compared += pairs_of(pair, search);
    __global const float *halves = HALVES(entries, search.tiles) + (size_t)near.tile * TILE;
    for (uint block = item; block < (TILE / 8) * (TILE / 8); block += WG) { // in a group of many work-items, one block each
      const uint row = block / (TILE / 8), column = block % (TILE / 8);
      ulong left = 0xffffffffffffffffUL;
      if (near.how != ALL) {
        float8 sum[8];
        const float begin = near.begin;
        if (near.how == PRODUCTS) {
          const float8 a = (float8)(vload4(row, askedHalves), vload4(TILE / 8 + row, askedHalves));
          const float8 b = (float8)(vload4(column, halves), vload4(TILE / 8 + column, halves));
          EACH_ROW(BEGIN, a)
        } else {
          const float b = 0;
          EACH_ROW(BEGIN, (float8)(0))
        }
        for (uint first = 0; first < DENSE; first += CHUNK) {
          const uint size = min((uint)(DENSE - first), (uint)CHUNK);
#if WG > 1
          barrier(CLK_LOCAL_MEM_FENCE);
          for (uint i = item; i < size * TILE; i += WG) {
            ((__local float *)q)[i] = pair.q[first * TILE + i];
#if DENSE > CHUNK
            ((__local float *)p)[i] = pair.p[first * TILE + i];
#endif
          }
          barrier(CLK_LOCAL_MEM_FENCE);
#else
          part_t p = pair.p + first * TILE, q = pair.q + first * TILE;
#endif
          if (near.how == PRODUCTS)
            for (uint k = 0; k < size; k++) {
              const float8 a = EIGHT(p, k, row), b = EIGHT(q, k, column);
              EACH_ROW(MULTIPLY, a)
            }
          else
            for (uint k = 0; k < size; k++) {
              const float8 a = EIGHT(p, k, row), b = EIGHT(q, k, column);
              EACH_ROW(SUBTRACT, a)
            }
        }
        const uint first = signs(signs(signs(signs(0, sum[0]), sum[1]), sum[2]), sum[3]);
        left = ~((ulong)first << 32 | signs(signs(signs(signs(0, sum[4]), sum[5]), sum[6]), sum[7]));
      }
      for (bool more = true; more;) { // the remaining pairs go through the queue
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) queued = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint own = popcount(left);
        uint at = own ? atomic_add(&queued, own) : 0;
        for (; left && at < QUEUE; at++) {
          const uint bit = clz(left);
          left &= ~(0x8000000000000000UL >> bit);
          queue[at] = place_of(row, bit / 8) * TILE + place_of(column, bit % 8);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint ready = min(queued, (uint)QUEUE);
        more = queued > QUEUE;
        for (uint i = item; i < ready; i += WG)
          if (settle(x, y, search, limits, pair, near, queue[i] / TILE, queue[i] % TILE, scope, rows, seconds, notes, mark))
            atomic_inc(&judged);
      }
    }
  }
  close_span(span, marks, seconds != 0, notes, compared, &judged, mark);
}
