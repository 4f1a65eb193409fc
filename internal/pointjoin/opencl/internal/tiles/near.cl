// near.cl: near tiles, and pairs of their points that a first comparison leaves (docs/exactness.md, P5).
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

// The first comparison of the pairs of two tiles: none, by products of offsets, by their differences, or by products of coarse offsets (matrix.cl).
#define ALL 0
#define PRODUCTS 1
#define DIFFERENCES 2
#define MATRIX 3

// near_t is a near tile, and the limits of sums of its pairs: begin in the first DENSE places; in all places up to inner
// for a pair, and above outer for none.
typedef struct {
  uint tile, how;
  float begin, inner, outer;
} near_t;

// displaced returns a bound on the distance of rounded offsets from exact ones, for offsets of a length.
static double displaced(const double length) { return length * (0x1p-24 * (1 + 0x1p-20)) + 0x1p-142; }

#ifdef STEPS
// coarsened returns a bound on the distance of coarse offsets from offsets of a length, in at most 64 dimensions.
static double coarsened(const double length) { return length * 0x1p-11 + 0x1p-22; }
#endif

// aim computes the limits of sums of two tiles from the greatest lengths of their offsets.
static near_t aim(const search_t search, const uint tile, const double a, const double b) {
  near_t n;
  n.tile = tile;
  n.how = ALL;
  n.begin = n.inner = n.outer = 0;
  const double eps = search.eps, off = displaced(a) + displaced(b), far = eps + off, close = eps - off;
  if (!(eps >= 0x1p-40 && eps <= 0x1p40 && a <= 0x1p60 && b <= 0x1p60 && off <= eps / 16)) return n;
#ifdef STEPS
  const double share = (STEPS + 1) * 0x1p-18, blur = 4 * share * (a * a + b * b), coarse = coarsened(a) + coarsened(b);
  n.how = a <= 0x1p14 && b <= 0x1p14 && coarse <= eps / 4 && blur <= eps * eps / 8 ? MATRIX : DIFFERENCES;
  const double most = (far + coarse) * (far + coarse) / 2 + blur;
#else
  const double share = (DENSE + 8) * 0x1p-24, blur = share * (a * a + b * b);
  n.how = blur <= eps * eps / 64 ? PRODUCTS : DIFFERENCES;
  const double most = n.how == PRODUCTS ? far * far / 2 + blur : far * far * (1 + share);
#endif
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

// span_t is the work of a group: the tile asked, tiles [from, to) of the entries, and the place of their marks.
typedef struct {
  uint query, from, to;
  size_t place;
} span_t;

static span_t span_of(const search_t search) {
  span_t s;
  s.query = search.first + get_group_id(0) / search.spans;
  s.from = get_group_id(0) % search.spans * SPAN + (search.one ? s.query : 0);
  s.to = min(s.from + SPAN, search.tiles);
  s.place = ((size_t)search.first * search.spans + get_group_id(0)) * (SPAN / 32);
  return s;
}

// near_tiles lists the near tiles of a span, and returns their number. It sets mark to the tiles' marks. All work-items of a group call it
// together.
static uint near_tiles(const span_t span, __global const double *asked, __global const double *entries, __global const uint *marks,
                       const search_t search, const limits_t limits, const bool filling, __local near_t *list, __local uint *listed,
                       __local uint *mark) {
  const uint item = get_local_id(0);
  if (item == 0) *listed = 0;
  for (uint i = item; i < SPAN / 32; i += WG) mark[i] = filling && marks ? marks[span.place + i] : filling ? 0xffffffffu : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint tile = span.from + item; tile < span.to; tile += WG)
    if ((!filling || mark[(tile - span.from) / 32] >> (tile - span.from) % 32 & 1) &&
        !apart(asked, search.askedTiles, span.query, entries, search.tiles, tile, limits))
      list[atomic_inc(listed)] = aim(search, tile, RADII(asked, search.askedTiles)[span.query], RADII(entries, search.tiles)[tile]);
  barrier(CLK_LOCAL_MEM_FENCE);
  return *listed;
}

// asked_of returns the pairs of the tile asked with tiles yet to be set.
static pair_t asked_of(const span_t span, __global const double *asked, const search_t search) {
  pair_t pair;
  pair.query = span.query;
  pair.from = span.from;
  pair.p = OFFSETS(asked, search.askedTiles) + (size_t)span.query * (DIMENSIONS * TILE);
  pair.rows = ROWS(asked, search.askedTiles) + (size_t)span.query * TILE;
  return pair;
}

// meet sets the other tile of pairs.
static void meet(pair_t *pair, const uint tile, __global const double *entries, const search_t search) {
  pair->entry = tile;
  pair->q = OFFSETS(entries, search.tiles) + (size_t)tile * (DIMENSIONS * TILE);
  pair->others = ROWS(entries, search.tiles) + (size_t)tile * TILE;
}

// pairs_of returns the number of pairs of two tiles.
static uint pairs_of(const pair_t pair, const search_t search) {
  const uint a = min(search.askedRows - pair.query * TILE, (uint)TILE), b = min(search.rows - pair.entry * TILE, (uint)TILE);
  return search.one && pair.query == pair.entry ? a * (a - 1) / 2 : a * b;
}

// close_span writes the marks and the counters of the counting pass.
static void close_span(const span_t span, __global uint *marks, const bool filling, __global ulong *notes, const uint compared,
                       __local const uint *judged, __local const uint *mark) {
  barrier(CLK_LOCAL_MEM_FENCE);
  if (filling) return;
  if (marks)
    for (uint i = get_local_id(0); i < SPAN / 32; i += WG) marks[span.place + i] = mark[i];
  if (get_local_id(0) == 0 && compared) {
    atom_add(&notes[CANDIDATE_SLOT], (ulong)compared);
    atom_add(&notes[FLOAT64_SLOT], (ulong)*judged);
  }
}
