// join.cl: the points near the points of a batch, by the grid of non-empty cells (GPUSelfJoinGlobal of GPU-SJ,
// GPUCalcGlobal of Hybrid-DBSCAN).
//
// A work-item takes a point. In each dimension the mask M says which of the cells c-1, c and c+1 have points at all; each
// cell of the product is searched for by bisection in B, and if it is there its points A[G[h]] are compared with the
// work-item's point. A place is an index in the order of cells.
//
//   asked   [asked][DIMENSIONS] the points that search; in a self-join the same points as values
//   turns   [asked] the order in which work-items take these points; null: by place
//   values  [points][DIMENSIONS] the points of the grid, by place
//   rows    [points] A: the rows of the points, by place
//   ids     [cells][words] B: linear ids, ascending; of several words the last is compared first
//   places  [cells + 1] G: the place of each cell's first point; then [INDEXED + 1] the start of each mask in the
//           rest, which is the masks
//   frame   [INDEXED] double least coordinates, as many widths of cells; then as many ulong each: the number of cells, the
//           increment of the linear id for a step, and the word of the id that it is added to; last the number of words, 1 or up to WORDS
//   found   FINDING: the number of pairs, then room for as many, first row << 32 | second; COUNTING: uint [rows]

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void join_points(__global const double *restrict asked, __global const uint *restrict turns,
                 __global const double *restrict values, __global const uint *restrict rows,
                 __global const ulong *restrict ids, __global const uint *restrict places, __global const double *restrict frame,
                 const batch_t batch, const limits_t limits,
                 const scope_t scope, __global ulong *restrict found, __global ulong *restrict notes) {
  __local ulong scratch, holds[WG * HELD];
  __local ulong *held = holds + get_local_id(0) * HELD;
  __global const ulong *cells = (__global const ulong *)(frame + 2 * INDEXED), *stride = cells + INDEXED, *word = stride + INDEXED;
  const uint words = WORDS > 1 ? (uint)word[INDEXED] : 1;
  const bool twice = batch.visits == ALL_NEIGHBOURS, sorted = batch.by < DIMENSIONS;
  __global const uint *masks = places + batch.cells + 1;
  ulong candidates = 0, searches = 0;
  FOR_ITEMS(i, batch.count) {
    if (i >= batch.count) continue;
    const uint turn = batch.first + i * batch.stride, at = turns ? turns[turn] : turn, row = batch.self ? rows[at] : at;
    if (twice && !searched(scope, row)) continue;
#if DIMENSIONS <= IN_REGISTERS
    double own[DIMENSIONS];
    for (uint j = 0; j < DIMENSIONS; j++) own[j] = asked[(size_t)at * DIMENSIONS + j];
#else
    __global const double *own = asked + (size_t)at * DIMENSIONS;
#endif
    int base[INDEXED];
    uint occur[INDEXED];
    bool near = true;
    for (uint j = 0; j < INDEXED && near; j++) {
      const double below = floor((own[j] - frame[j]) / frame[INDEXED + j]);
      near = below >= -1 && below <= (double)cells[j];
      base[j] = near ? (int)below : 0;
      if (near) occur[j] = occurring(masks + masks[j], masks[j + 1] - masks[j], base[j]);
    }
    if (!near) continue;
    kept_t kept = {0, 0};
    for (uint part = 0; part < (twice ? 1 : INDEXED + 1); part++) {
      uint set[INDEXED], digit[INDEXED];
      bool more = true;
      for (uint j = 0; j < INDEXED; j++) {
        set[j] = visited(batch.visits, part, j, occur[j], base[j]);
        digit[j] = first_of(set[j]);
        more = more && set[j];
      }
      while (more) {
        ulong id[WORDS];
        for (uint w = 0; w < WORDS; w++) id[w] = 0;
        for (uint j = 0; j < INDEXED; j++) id[WORDS > 1 ? word[j] : 0] += stride[j] * (ulong)(base[j] + (int)digit[j]);
        searches++;
        const uint cell = cell_of(ids, batch.cells, words, id);
        uint from = 0, to = 0;
        if (cell < batch.cells) {
          from = places[cell];
          to = places[cell + 1];
        }
        if (!twice && part == INDEXED) from = at + 1; // in its own cell a point takes the points behind it
        if (sorted) {
          uint high = to;
          const double least = own[batch.by] - batch.eps;
          while (from < high) {
            const uint middle = (from + high) / 2;
            if (values[(size_t)middle * DIMENSIONS + batch.by] < least)
              from = middle + 1;
            else
              high = middle;
          }
        }
        for (uint k = from; k < to; k++) {
          __global const double *other = values + (size_t)k * DIMENSIONS;
          if (sorted && other[batch.by] > own[batch.by] + batch.eps) break;
          const bool takes = taken(scope, twice, row, rows[k]);
          if (!twice && !takes) continue;
          candidates++;
          const uint is = compare(own, other, batch.brief, limits);
          if (is == APART || !takes) continue;
          keep(&kept, is, twice, row, rows[k], batch, scope, held, found, notes);
        }
        more = false;
        for (uint j = 0; j < INDEXED && !more; j++) {
          const uint left = set[j] >> (digit[j] + 1);
          more = left != 0;
          digit[j] = more ? digit[j] + 1 + first_of(left) : first_of(set[j]);
        }
      }
    }
    finish(kept, row, batch, held, found);
  }
  note(notes, CELL_SLOT, searches, &scratch);
  note(notes, CANDIDATE_SLOT, candidates, &scratch);
  note(notes, FLOAT64_SLOT, candidates, &scratch);
}
