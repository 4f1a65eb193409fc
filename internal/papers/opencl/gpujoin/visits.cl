// visits.cl: the neighbours of a cell that are visited, the comparison of points, and the handling of their pairs.

// batch_t is a batch of count units, points that search or cells: first, first + stride, ... self says that the points that search
// are the points of the grid; cells is the number of cells, room the room for pairs, how FINDING or COUNTING, visits the neighbours
// of a cell that are visited, by the dimension by which cells are sorted (SORTIDU), DIMENSIONS for none, and brief whether sums may
// end early (SHORTC).
typedef struct {
  double eps;
  uint first, stride, count, self, cells, room, how, visits, by, brief;
} batch_t;

#if DIMENSIONS <= IN_REGISTERS
typedef const double *point_t;
#else
typedef __global const double *point_t;
#endif

// The other points are in local memory where a tile of them is small enough.
#if defined(TILED) && DIMENSIONS <= IN_REGISTERS
typedef __local const double *other_t;
#else
typedef __global const double *other_t;
#endif

// compare compares the distance of two points with limits (judge.cl).
static uint compare(const point_t p, const other_t q, const uint brief, const limits_t limits) {
  double sum = 0;
  for (uint j = 0; j < DIMENSIONS; j++) {
    const double d = (p[j] - q[j]) * limits.scale;
    sum += d * d;
    if (j % CHUNK == CHUNK - 1 && brief && sum >= limits.beyond) return APART; // terms are not negative
  }
  return sum <= limits.certainly ? WITHIN : sum >= limits.beyond ? APART : DOUBT;
}

// occurring returns which of the cells base, base + 1 and base + 2 a mask has, in three bits.
static uint occurring(__global const uint *restrict mask, const uint count, const int base) {
  uint low = 0, high = count;
  while (low < high) {
    const uint middle = (low + high) / 2;
    if ((int)mask[middle] < base)
      low = middle + 1;
    else
      high = middle;
  }
  uint bits = 0;
  for (uint k = low; k < min(low + 3, count); k++)
    if ((int)mask[k] <= base + 2) bits |= 1u << ((int)mask[k] - base);
  return bits;
}

// visited returns which of the three cells of occurring are visited in dimension j, part by part: with ALL_NEIGHBOURS all in one
// part; else, so that each pair of cells is visited once, part b has the cells that differ from the own cell in dimension b and in
// no dimension after it. The last part is the own cell.
#define OWN 2u
#define ABOVE 4u

static uint visited(const uint visits, const uint part, const uint j, const uint occur, const int base) {
  if (visits == ALL_NEIGHBOURS) return occur;
  if (part == INDEXED || j > part) return OWN;
  if (j < part) return occur;
  if (visits == GREATER) return occur & ABOVE;
  return (base + 1) % 2 ? occur & ~OWN : 0; // UNICOMP: from the cell that is odd
}

// first_of returns the number of the lowest of three bits.
static uint first_of(const uint bits) { return bits & 1 ? 0 : bits & 2 ? 1 : 2; }

// cell_of returns the place of a linear id in ids, or cells if it is not there.
static uint cell_of(__global const ulong *restrict ids, const uint cells, const uint words, const ulong *id) {
  uint low = 0, high = cells;
  while (low < high) {
    const uint middle = (low + high) / 2;
    __global const ulong *other = ids + (size_t)middle * words;
    uint w = words - 1;
    while (w > 0 && other[w] == id[w]) w--;
    if (other[w] < id[w])
      low = middle + 1;
    else
      high = middle;
  }
  if (low == cells) return cells;
  for (uint w = 0; w < words; w++)
    if (ids[(size_t)low * words + w] != id[w]) return cells;
  return low;
}

// taken reports whether a point takes its pair with another: pairs are found from both sides if twice, else once.
static bool taken(const scope_t scope, const bool twice, const uint row, const uint other) {
  if (twice) return wanted(scope, row, other);
  return min(row, other) >= scope.first && min(row, other) < scope.last;
}

// give writes the pairs that a work-item holds back to the list, with one atomic for all of them.
static void give(__global ulong *restrict found, const uint room, __local const ulong *held, const uint n) {
  if (n == 0) return;
  const ulong at = atom_add(found, (ulong)n);
  for (uint k = 0; k < n; k++)
    if (at + k < room) found[1 + at + k] = held[k];
}

// kept_t is the result of a work-item for its point: the number of pairs that it holds back, and the number of all its pairs.
typedef struct {
  uint holding, number;
} kept_t;

// keep keeps a pair that is within the threshold, or notes one that may be.
static void keep(kept_t *kept, const uint is, const bool twice, const uint row, const uint other, const batch_t batch, const scope_t scope,
                 __local ulong *held, __global ulong *restrict found, __global ulong *restrict notes) {
  if (is == DOUBT) {
    doubt(scope, notes, row, other);
    return;
  }
  kept->number++;
  if (batch.how == COUNTING) {
    if (!twice) atomic_inc((__global uint *)found + other);
    return;
  }
  held[kept->holding++] = twice ? (ulong)row << 32 | other : (ulong)min(row, other) << 32 | max(row, other);
  if (kept->holding == HELD) {
    give(found, batch.room, held, HELD);
    kept->holding = 0;
  }
}

// finish writes the remaining pairs, or the count, of a point.
static void finish(const kept_t kept, const uint row, const batch_t batch, __local const ulong *held, __global ulong *restrict found) {
  if (batch.how == COUNTING) {
    if (kept.number) atomic_add((__global uint *)found + row, kept.number);
  } else {
    give(found, batch.room, held, kept.holding);
  }
}
