// order.cl: hits in their defined order, by query row and then entry row.
//
// refine.cl counts the hits of each query row as it stores them, and numbers the hits
// of a row; after interact.cl, count_rows does both. Prefix sums of the counts are the
// places where the rows' hits begin (sum_rows, start_rows); by its number each hit goes
// to its own place in the row (place_hits). A row of few hits is ordered by counting
// for each hit the hits before it, a longer row by a group in local memory (rank_hits),
// and a row of more than TILE_HITS hits in tiles, which are merged pair by pair
// (merge_tiles, take_hits). Where the hits of all rows are few, rank_all alone orders
// them: it counts for each hit the hits before it among all. No two hits have the same
// rows.
//
//   hit       [room] as found, counted in counters[HIT_SLOT]
//   ordinal   [room] a hit's number among the hits of its query row
//   rows      [count] number of hits of each query row
//   starts    [count + 1] number of hits of all earlier rows
//   sums      [groups] hits of the rows of each group of sum_rows
//   keys      [room] uint2 {entry row, number of the hit}, row after row
//   tiles     uint2 {place, length | MANY}, counted in counters[TILE_SLOT]: the rows
//             of more than FEW_HITS hits, cut into tiles; MANY: the row has several.
//             counters[LONGEST_SLOT] is the length of the longest row
//   sorted    [room] as keys; each tile of a row of several tiles is in order
//   firstRow, count  the rows whose hits are placed: all rows at once, or the next rows,
//             with the hits found since the last placing: counters[BEFORE_SLOT] is the
//             number of hits placed before, counters[PLACED_SLOT] the number afterwards
//   out       [COUNTERS] words, the counters, and the hits in order
//   heads     a copy of the counters when the next rows are placed, from word head on;
//             null where all rows are placed at once
//   after, most  rank_hits orders the hits of each row that begins at place after or
//             later and before place most, both counted from counters[BEFORE_SLOT] on:
//             then all hits before place most are in order
#define MANY 0x80000000u
#define SPAN 4 // rows of a work-item at a time
#define EACH 16 // keys of a work-item in local memory

// LANES is the number of work-items that count the hits before one hit.
#if WG < RANK_LANES
#define LANES 1
#else
#define LANES RANK_LANES
#endif

// found returns the number of hits to order: 0 where they outgrew their room.
static uint found(__global const uint *counter, const uint room) {
  const uint n = *counter;
  return n > room ? 0 : n;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void count_rows(__global const hit_t *restrict hit, const uint room, __global const uint *restrict counters,
                __global uint *restrict ordinal, __global uint *restrict rows) {
  const uint n = found(&counters[HIT_SLOT], room);
  FOR_ITEMS(i, n) if (i < n) ordinal[i] = atomic_inc(&rows[hit[i].query]);
}

// write_head copies the counters.
static void write_head(__global const uint *restrict counters, __global uint *restrict out) {
  if (get_group_id(0) == 0)
    for (uint k = get_local_id(0); k < COUNTERS; k += WG) out[k] = counters[k];
}

// begin_rows prepares the counters for placing the next hits, or all.
static void begin_rows(__global uint *restrict counters, const bool all) {
  const uint before = all ? 0 : counters[PLACED_SLOT];
  counters[BEFORE_SLOT] = before;
  counters[PLACED_SLOT] = counters[HIT_SLOT];
  counters[TILE_SLOT] = 0;
  if (before == 0) counters[LONGEST_SLOT] = 0;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void sum_rows(__global const uint *restrict rows, const uint firstRow, const uint count, const uint chunk,
              __global uint *restrict sums, __global uint *restrict counters, __global uint *restrict heads, const uint head) {
  __local uint total;
  const uint2 ours = share(count, chunk) + firstRow;
  uint n = 0;
  for (uint i = ours.x + get_local_id(0); i < ours.y; i += WG) n += rows[i];
  n = group_sum(n, &total);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = n;
  if (get_group_id(0) == 0 && get_local_id(0) == 0) begin_rows(counters, !heads);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (heads) write_head(counters, heads + head);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void start_rows(__global const uint *restrict rows, const uint firstRow, const uint count, const uint chunk,
                __global const uint *restrict sums, __global uint *restrict starts,
                __global uint2 *restrict tiles, const uint tileRoom,
                __global uint *restrict counters, const uint room) {
  __local uint scan[WG], base, scratch[2];
  const uint few = counters[HIT_SLOT] > room ? 0xffffffffu : FEW_HITS; // no tiles: nothing is placed
  const uint2 ours = share(count, chunk) + firstRow;
  uint start = counters[BEFORE_SLOT] + groups_before(sums, &base), longest = 0;
  for (uint row = ours.x; row < ours.y; row += WG * SPAN) {
    const uint first = row + get_local_id(0) * SPAN;
    uint length[SPAN], n = 0, many = 0;
    for (uint c = 0; c < SPAN; c++) {
      const uint r = first + c < ours.y ? rows[first + c] : 0;
      length[c] = r;
      n += r;
      longest = max(longest, r);
      if (r > few) many += (r + TILE_HITS - 1) / TILE_HITS;
    }
    uint at = start + before(n, scan);
    start += scan[WG - 1];
    uint k = claim(&counters[TILE_SLOT], many, scratch);
    for (uint c = 0; c < SPAN && first + c < ours.y; c++) {
      const uint r = length[c];
      starts[first + c] = at;
      for (uint done = 0; r > few && done < r; done += TILE_HITS, k++)
        if (k < tileRoom) tiles[k] = (uint2)(at + done, min(r - done, (uint)TILE_HITS) | (r > TILE_HITS ? MANY : 0));
      at += r;
    }
  }
  if (longest > TILE_HITS) atomic_max(&counters[LONGEST_SLOT], longest);
  if (get_local_id(0) == 0 && ours.x < ours.y && ours.y == firstRow + count) starts[ours.y] = start;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void place_hits(__global const hit_t *restrict hit, const uint room, __global const uint *restrict ordinal,
                __global const uint *restrict starts, __global const uint *restrict counters,
                __global uint2 *restrict keys) {
  const uint n = found(&counters[HIT_SLOT], room), before = min(counters[BEFORE_SLOT], n), more = n - before;
  FOR_ITEMS(k, more) {
    const uint i = before + k;
    if (k < more) keys[starts[hit[i].query] + ordinal[i]] = (uint2)(hit[i].entry, i);
  }
}

// rank_short orders the hits of the rows of few hits.
static void rank_short(__global const hit_t *restrict hit, const uint n, __global const uint *restrict starts,
                       __global const uint2 *restrict keys, const uint from, const uint to, __global hit_t *ordered) {
  const uint end = min(n, to + FEW_HITS), places = end > from ? end - from : 0;
  FOR_ITEMS(i, places) {
    if (i >= places) continue;
    const uint2 key = keys[from + i];
    const hit_t x = hit[key.y];
    const uint first = starts[x.query], last = starts[x.query + 1];
    if (last - first > FEW_HITS || first < from || first >= to) continue;
    uint rank = 0;
    for (uint k = first; k < last; k++) rank += keys[k].x < key.x;
    ordered[first + rank] = x;
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void rank_hits(__global const hit_t *restrict hit, const uint room, __global const uint *restrict starts,
               __global const uint2 *restrict tiles, __global const uint *restrict counters, __global const uint2 *restrict keys, __global uint2 *restrict sorted,
               const uint after, const uint most, __global uint *restrict out) {
  __local uint entry[TILE_HITS];
  __global hit_t *ordered = (__global hit_t *)(out + COUNTERS);
  const uint n = found(&counters[HIT_SLOT], room), count = n ? counters[TILE_SLOT] : 0;
  const uint before = min(counters[BEFORE_SLOT], n), from = before + min(after, n - before), to = before + min(most, n - before);
  if (after == 0) write_head(counters, out);
  rank_short(hit, n, starts, keys, from, to, ordered);
  for (uint t = get_group_id(0); t < count; t += get_num_groups(0)) {
    const uint2 tile = tiles[t];
    const uint length = tile.x >= from && tile.x < to ? tile.y & ~MANY : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = get_local_id(0); k < length; k += WG) entry[k] = keys[tile.x + k].x;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = get_local_id(0); k < length; k += WG) {
      const uint2 key = keys[tile.x + k];
      uint rank = 0;
      for (uint j = 0; j < length; j++) rank += entry[j] < key.x;
      if (tile.y & MANY)
        sorted[tile.x + rank] = key;
      else
        ordered[tile.x + rank] = hit[key.y];
    }
  }
}

// row_key returns a number for hit i; hits and their numbers have the same order.
static ulong row_key(__global const hit_t *restrict hit, const uint i) { return (ulong)hit[i].query << 32 | hit[i].entry; }

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void rank_all(__global const hit_t *restrict hit, const uint room, __global const uint *restrict counters,
              const uint most, __global uint *restrict out) {
  __local ulong key[WG * EACH];
  __local uint ranks[WG];
  __global hit_t *ordered = (__global hit_t *)(out + COUNTERS);
  const uint all = found(&counters[HIT_SLOT], room), n = all > most ? 0 : all;
  const uint lane = get_local_id(0) % LANES, hits = WG / LANES;
  write_head(counters, out);
  for (uint at = get_group_id(0) * hits; at < n; at += get_num_groups(0) * hits) {
    const uint i = min(at + (uint)get_local_id(0) / LANES, n - 1);
    const ulong mine = row_key(hit, i);
    uint rank = 0;
    for (uint first = 0; first < n; first += WG * EACH) {
      const uint length = min(n - first, (uint)(WG * EACH));
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint k = get_local_id(0); k < length; k += WG) key[k] = row_key(hit, first + k);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint k = lane; k < length; k += LANES) rank += key[k] < mine;
    }
    ranks[get_local_id(0)] = rank;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 1; k < LANES && lane == 0; k++) rank += ranks[get_local_id(0) + k];
    if (lane == 0) ordered[rank] = hit[i]; // the last hit by several, with one value
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void merge_tiles(__global const hit_t *restrict hit, __global const uint2 *restrict tiles,
                 __global const uint *restrict counters, __global const uint *restrict starts,
                 __global const uint2 *restrict from, __global uint2 *restrict to, const uint width) {
  for (uint t = get_group_id(0); t < counters[TILE_SLOT]; t += get_num_groups(0)) {
    const uint2 tile = tiles[t];
    if (!(tile.y & MANY)) continue;
    const uint query = hit[from[tile.x].y].query, first = starts[query], last = starts[query + 1];
    const uint mine = (tile.x - first) / width, other = min(first + (mine ^ 1) * width, last);
    for (uint i = tile.x + get_local_id(0); i < tile.x + (tile.y & ~MANY); i += WG) {
      const uint2 key = from[i];
      uint lo = other, hi = min(other + width, last);
      while (lo < hi) { // the keys of the other range before this one
        const uint mid = (lo + hi) / 2;
        if (from[mid].x < key.x)
          lo = mid + 1;
        else
          hi = mid;
      }
      to[first + (mine & ~1u) * width + (i - first) % width + (lo - other)] = key;
    }
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void take_hits(__global const hit_t *restrict hit, __global const uint2 *restrict tiles,
               __global const uint *restrict counters,
               __global const uint2 *restrict keys, __global uint *restrict out) {
  __global hit_t *ordered = (__global hit_t *)(out + COUNTERS);
  for (uint t = get_group_id(0); t < counters[TILE_SLOT]; t += get_num_groups(0)) {
    const uint2 tile = tiles[t];
    if (!(tile.y & MANY)) continue;
    for (uint i = tile.x + get_local_id(0); i < tile.x + (tile.y & ~MANY); i += WG) ordered[i] = hit[keys[i].y];
  }
}
