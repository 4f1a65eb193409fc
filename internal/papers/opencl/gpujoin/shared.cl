// shared.cl: the points near the points of a cell, by tiles in local memory (GPUCalcShared of Hybrid-DBSCAN).
//
// A work-group takes a cell that has points. Its first work-item looks up the visited cells. Then each work-item takes a point of
// the cell, and another after it where the cell has more points than the group has work-items. Of each visited cell as many points
// as the group has work-items are copied to local memory at a time, and all work-items compare their points with them. Work-items
// without a point of their own compare nothing, but reach every barrier: cells and tiles are the same for all.
//
// The parameters are join.cl's; asked and turns are not read. The units of a batch are cells.

// list lists the places of the points of the visited cells, and returns the number of these cells: the last may be the own cell.
static uint list(__local uint2 *near, ulong *searches, __global const double *restrict point, __global const ulong *restrict ids,
                 __global const uint *restrict places, __global const double *restrict frame, const batch_t batch) {
  __global const ulong *stride = (__global const ulong *)(frame + 2 * INDEXED) + INDEXED, *word = stride + INDEXED;
  __global const uint *masks = places + batch.cells + 1;
  const uint words = WORDS > 1 ? (uint)word[INDEXED] : 1;
  int base[INDEXED];
  uint occur[INDEXED], n = 0;
  for (uint j = 0; j < INDEXED; j++) {
    base[j] = (int)floor((point[j] - frame[j]) / frame[INDEXED + j]);
    occur[j] = occurring(masks + masks[j], masks[j + 1] - masks[j], base[j]);
  }
  for (uint part = 0; part < (batch.visits == ALL_NEIGHBOURS ? 1 : INDEXED + 1); part++) {
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
      (*searches)++;
      const uint cell = cell_of(ids, batch.cells, words, id);
      if (cell < batch.cells) near[n++] = (uint2)(places[cell], places[cell + 1]);
      more = false;
      for (uint j = 0; j < INDEXED && !more; j++) {
        const uint left = set[j] >> (digit[j] + 1);
        more = left != 0;
        digit[j] = more ? digit[j] + 1 + first_of(left) : first_of(set[j]);
      }
    }
  }
  return n;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void join_cells(__global const double *restrict asked, __global const uint *restrict turns,
                __global const double *restrict values, __global const uint *restrict rows,
                __global const ulong *restrict ids, __global const uint *restrict places, __global const double *restrict frame,
                const batch_t batch, const limits_t limits,
                const scope_t scope, __global ulong *restrict found, __global ulong *restrict notes) {
  __local ulong scratch, holds[WG * HELD];
  __local uint2 near[RANGES];
  __local uint tileRows[WG], listed;
#if DIMENSIONS <= IN_REGISTERS
  __local double tile[WG * DIMENSIONS];
#endif
  const uint lane = get_local_id(0), cell = batch.first + get_group_id(0) * batch.stride, begin = places[cell], end = places[cell + 1];
  __local ulong *held = holds + lane * HELD;
  const bool twice = batch.visits == ALL_NEIGHBOURS;
  ulong candidates = 0, searches = 0;
  if (lane == 0) listed = list(near, &searches, values + (size_t)begin * DIMENSIONS, ids, places, frame, batch);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint cells = listed;
  for (uint start = begin; start < end; start += WG) {
    const uint at = min(start + lane, end - 1), row = rows[at];
    const bool looks = start + lane < end && (!twice || searched(scope, row));
#if DIMENSIONS <= IN_REGISTERS
    double own[DIMENSIONS];
    for (uint j = 0; j < DIMENSIONS; j++) own[j] = values[(size_t)at * DIMENSIONS + j];
#else
    __global const double *own = values + (size_t)at * DIMENSIONS;
#endif
    kept_t kept = {0, 0};
    for (uint c = 0; c < cells; c++) {
      const bool behind = !twice && near[c].x == begin; // in its own cell a point takes the points behind it
      const uint from = behind ? start : near[c].x, to = near[c].y;
      for (uint first = from; first < to; first += WG) {
        const uint place = min(first + lane, to - 1), size = min((uint)WG, to - first);
        tileRows[lane] = rows[place];
#if DIMENSIONS <= IN_REGISTERS
        for (uint j = 0; j < DIMENSIONS; j++) tile[lane * DIMENSIONS + j] = values[(size_t)place * DIMENSIONS + j];
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = behind && at >= first ? at + 1 - first : 0; k < (looks ? size : 0); k++) {
          const bool takes = taken(scope, twice, row, tileRows[k]);
          if (!twice && !takes) continue;
          candidates++;
#if DIMENSIONS <= IN_REGISTERS
          const uint is = compare(own, tile + k * DIMENSIONS, batch.brief, limits);
#else
          const uint is = compare(own, values + (size_t)(first + k) * DIMENSIONS, batch.brief, limits);
#endif
          if (is != APART && takes) keep(&kept, is, twice, row, tileRows[k], batch, scope, held, found, notes);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    }
    if (looks) finish(kept, row, batch, held, found);
  }
  note(notes, CELL_SLOT, searches, &scratch);
  note(notes, CANDIDATE_SLOT, candidates, &scratch);
  note(notes, FLOAT64_SLOT, candidates, &scratch);
}
