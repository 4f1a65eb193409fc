// compare.cl: compares tiles, as matrices are multiplied (docs/exactness.md, P5).
//
// A group compares a tile of one set with a span of tiles of the other, of which it first lists the near ones. A
// work-item has blocks of 8 by 8 pairs: places at, at + 1, at + 2 and at + 3 of each side, and the four places half a
// tile further on. A block's sums begin at the limit of a pair, and the terms of the distance are subtracted, so that a
// sum below 0 is of no pair.
//
//   asked, entries  the two sets (set.cl), x and y their coordinates (judge.cl)
//   marks           [tiles asked][spans][SPAN / 32] uint: a bit for each tile of a span in which the counting pass found
//                   pairs, which are all that the filling pass compares; null: it compares all

// search_t is eps in the unit of offsets, and the relative error of a sum; for both sets the number of points with
// coordinates, the number of points in tiles, and the number of tiles; the tile of the first group, the number of spans
// of each tile, whether both sets are one, in which each pair of tiles is compared once, and whether a pair belongs to
// its lower row alone.
typedef struct {
  double eps, spread;
  uint askedCount, count, askedRows, rows, askedTiles, tiles, first, spans, one, higher;
} search_t;

// The first comparison of the pairs of two tiles: none, by products of offsets, or by their differences.
#define ALL 0
#define PRODUCTS 1
#define DIFFERENCES 2

// near_t is a near tile, and the limits of sums of its pairs: begin in the first DENSE places; in all places up to inner
// for a pair, and above outer for none.
typedef struct {
  uint tile, how;
  float begin, inner, outer;
} near_t;

// displaced returns a bound on the distance of rounded offsets from exact ones, for offsets of a length.
static double displaced(const double length) { return length * (0x1p-24 * (1 + 0x1p-20)) + 0x1p-142; }

// aim computes the limits of sums of two tiles from the greatest lengths of their offsets.
static near_t aim(const search_t search, const uint tile, const double a, const double b) {
  near_t n;
  n.tile = tile;
  n.how = ALL;
  n.begin = n.inner = n.outer = 0;
  const double eps = search.eps, off = displaced(a) + displaced(b), far = eps + off, close = eps - off;
  if (!(eps >= 0x1p-40 && eps <= 0x1p40 && a <= 0x1p60 && b <= 0x1p60 && off <= eps / 16)) return n;
  const double share = (DENSE + 8) * 0x1p-24, blur = share * (a * a + b * b);
  n.how = blur <= eps * eps / 64 ? PRODUCTS : DIFFERENCES;
  const double most = n.how == PRODUCTS ? far * far / 2 + blur : far * far * (1 + share);
  n.begin = convert_float_rtp((most + 0x1p-137) * (1 + 2 * share));
  n.inner = convert_float_rtn(close * close * (1 - search.spread) - 0x1p-137);
  n.outer = convert_float_rtp(far * far * (1 + search.spread) + 0x1p-137);
  return n;
}

// apart reports whether the boxes of two tiles are certainly beyond eps.
static bool apart(__global const double *asked, const uint askedTiles, const uint query,
                  __global const double *entries, const uint tiles, const uint entry, const limits_t limits) {
  double sum = 0;
  for (uint k = 0; k < DIMENSIONS; k++) {
    __global const double *p = asked + (size_t)(2 * k) * askedTiles + query, *q = entries + (size_t)(2 * k) * tiles + entry;
    const double gap = fmax(p[0] - q[tiles], q[0] - p[askedTiles]);
    if (gap > 0) sum += gap * limits.scale * (gap * limits.scale);
    if (sum >= limits.beyond) return true;
  }
  return false;
}

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

// pair_t is a tile of each set, and the first tile of the span.
typedef struct {
  __global const float *p, *q;
  __global const uint *rows, *others;
  uint query, entry, from;
} pair_t;

// sum_of returns the sum of squares of all differences of offsets of two points.
static float sum_of(const pair_t pair, const uint i, const uint k) {
  float sum = 0;
  for (uint j = 0; j < DIMENSIONS; j++) {
    const float d = pair.p[j * TILE + i] - pair.q[j * TILE + k];
    sum += d * d;
  }
  return sum;
}

// settle decides a pair that remains, and counts it or fills it in. It returns whether float64 decided about it.
static bool settle(__global const double *x, __global const double *y, const search_t search, const limits_t limits, const pair_t pair,
                   const near_t near, const uint i, const uint k, const scope_t scope,
                   __global uint *rows, __global uint *seconds, __global ulong *notes, __local uint *mark) {
  const uint row = pair.rows[i], other = pair.others[k];
  if (row == NO_ROW || other == NO_ROW || search.one && pair.query == pair.entry && k <= i || search.higher && other <= row) return false;
  const bool turned = search.one && other < row;
  const uint lower = turned ? other : row, higher = turned ? row : other;
  if (!searched(scope, lower) || !wanted(scope, lower, higher)) return false;
  const float sum = near.how == ALL ? 0 : sum_of(pair, i, k);
  if (near.how != ALL && sum > near.outer) return false;
  const bool asked = near.how == ALL || !(sum <= near.inner);
  if (asked) {
    const uint is = judge(x, search.askedCount, row, y, search.count, other, DIMENSIONS, limits);
    if (is == DOUBT && !seconds) {
      doubt(scope, notes, lower, higher);
      if (scope.mode == EACH_SIDE) doubt(scope, notes, higher, lower);
    }
    if (is != WITHIN) return true;
  }
  const uint at = atomic_inc(&rows[lower]), tile = near.tile - pair.from;
  if (seconds)
    seconds[at] = higher;
  else
    atomic_or(&mark[tile / 32], 1u << tile % 32);
  if (scope.mode == EACH_SIDE) atomic_inc(&rows[higher]);
  return asked;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void compare_tiles(__global const double *restrict asked, __global const double *restrict x,
                   __global const double *restrict entries, __global const double *restrict y,
                   __global uint *restrict marks, const search_t search, const limits_t limits,
                   const scope_t scope, __global uint *restrict rows, __global uint *restrict seconds, __global ulong *restrict notes) {
  __local near_t list[SPAN];
  __local uint listed, queued, judged, compared; // counters of the group
  __local ushort queue[QUEUE];
  __local uint mark[SPAN / 32];
#if WG > 1
  __local float4 p[CHUNK * TILE / 4], q[CHUNK * TILE / 4];
#endif
  const uint item = get_local_id(0), query = search.first + get_group_id(0) / search.spans;
  const uint from = get_group_id(0) % search.spans * SPAN + (search.one ? query : 0), to = min(from + SPAN, search.tiles);
  const size_t place = ((size_t)search.first * search.spans + get_group_id(0)) * (SPAN / 32);
  if (item == 0) listed = judged = compared = 0;
  for (uint i = item; i < SPAN / 32; i += WG) mark[i] = seconds && marks ? marks[place + i] : seconds ? 0xffffffffu : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint tile = from + item; tile < to; tile += WG)
    if ((!seconds || mark[(tile - from) / 32] >> (tile - from) % 32 & 1) && !apart(asked, search.askedTiles, query, entries, search.tiles, tile, limits))
      list[atomic_inc(&listed)] = aim(search, tile, RADII(asked, search.askedTiles)[query], RADII(entries, search.tiles)[tile]);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint count = listed;
  pair_t pair;
  pair.query = query;
  pair.from = from;
  pair.p = OFFSETS(asked, search.askedTiles) + (size_t)query * (DIMENSIONS * TILE);
  pair.rows = ROWS(asked, search.askedTiles) + (size_t)query * TILE;
  __global const float *askedHalves = HALVES(asked, search.askedTiles) + (size_t)query * TILE;
#if WG > 1 && DENSE <= CHUNK
  if (count > 0)
    for (uint i = item; i < DENSE * TILE; i += WG) ((__local float *)p)[i] = pair.p[i];
#endif
  for (uint n = 0; n < count; n++) {
    const near_t near = list[n];
    pair.entry = near.tile;
    pair.q = OFFSETS(entries, search.tiles) + (size_t)near.tile * (DIMENSIONS * TILE);
    pair.others = ROWS(entries, search.tiles) + (size_t)near.tile * TILE;
    __global const float *halves = HALVES(entries, search.tiles) + (size_t)near.tile * TILE;
    if (item == 0) {
      const uint a = min(search.askedRows - query * TILE, (uint)TILE), b = min(search.rows - near.tile * TILE, (uint)TILE);
      compared += search.one && query == near.tile ? a * (a - 1) / 2 : a * b;
    }
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
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!seconds && marks)
    for (uint i = get_local_id(0); i < SPAN / 32; i += WG) marks[place + i] = mark[i];
  if (!seconds && get_local_id(0) == 0 && compared) {
    atom_add(&notes[CANDIDATE_SLOT], (ulong)compared);
    atom_add(&notes[FLOAT64_SLOT], (ulong)judged);
  }
}
