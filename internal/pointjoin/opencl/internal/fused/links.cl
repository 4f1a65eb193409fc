// links.cl: linked core points as trees over rows, or over slots where the points of a slot are all within the threshold of each other, and
// border points.
//
//   core   [count] by row: 1 for core points, else 0
//   leads  [count] by row; for core points first the row itself or a lower linked row, in the end the lowest of all linked rows
//   marks  [count] by place: the lead of a core point, else NO_LEAD
//   lows   [slots] the lowest mark of each slot
//   trees  leads, or [slots] by slot: the slot itself or a lower linked slot
//
// The other parameters are near.cl's. A row leads to a lower one or, where it is the lowest of its tree, to itself; so does a slot. Two trees
// are joined by leading the higher of their lowest rows to the other, by compare and exchange: where that fails, another work-item has joined
// the tree, and the search goes on from there. So no work-item waits, and every entry only ever decreases.

#define NO_LEAD 0xffffffffu
#define LOOKS 16 // number of a cell's points between two checks whether the cells are joined already

// root returns the lowest row of a row's tree, which may be joined to another tree meanwhile. It halves the path behind it.
static uint root(volatile __global uint *leads, uint row) {
  for (uint lead = leads[row]; lead != row;) {
    const uint next = leads[lead];
    if (next != lead) atomic_min(&leads[row], next);
    row = lead;
    lead = next;
  }
  return row;
}

// join joins the trees of two rows.
static void join(volatile __global uint *leads, uint a, uint b) {
  for (;;) {
    a = root(leads, a);
    b = root(leads, b);
    if (a == b) return;
    const uint high = max(a, b), low = min(a, b), was = atomic_cmpxchg(&leads[high], high, low);
    if (was == high) return;
    a = was;
    b = low;
  }
}

// plant makes each core row a tree of its own.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void plant(__global const uchar *restrict core, const uint count, __global uint *restrict leads) {
  FOR_ITEMS(i, count) {
    if (i < count) leads[i] = core[i] ? i : NO_LEAD;
  }
}

// mark_points sets marks, and lows, which must be NO_LEAD before.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void mark_points(__global const uint *restrict packed, __global const uchar *restrict core, __global const uint *restrict leads, const uint count,
                 __global uint *restrict marks, __global uint *restrict lows) {
  FOR_ITEMS(i, count) {
    if (i >= count) continue;
    const uint row = ROWS(packed)[i], mark = core[row] ? leads[row] : NO_LEAD;
    marks[i] = mark;
    if (mark != NO_LEAD) atomic_min(&lows[SLOTS(packed, count)[i]], mark);
  }
}

// plant_cells makes each slot a tree of its own.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void plant_cells(const uint slots, __global uint *restrict trees) {
  FOR_ITEMS(i, slots) {
    if (i < slots) trees[i] = i;
  }
}

// lower_roots sets the low of each tree's lowest slot to the lowest of the tree.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void lower_roots(const uint slots, __global uint *trees, __global uint *lows) {
  FOR_ITEMS(i, slots) {
    if (i >= slots || lows[i] == NO_LEAD) continue;
    const uint first = root(trees, i);
    if (first != i && lows[i] < lows[first]) atomic_min(&lows[first], lows[i]); // a low only ever decreases, and most are high
  }
}

// lower_cells sets the low of every slot to the low of its tree.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void lower_cells(const uint slots, __global uint *trees, __global uint *lows) {
  FOR_ITEMS(i, slots) {
    if (i >= slots || lows[i] == NO_LEAD) continue;
    const uint first = root(trees, i);
    if (first != i) lows[i] = lows[first];
  }
}

// lead_points gives each core point the low of its slot as its lead and its mark.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void lead_points(__global const uint *restrict packed, const uint count, __global const uint *restrict lows, __global uint *restrict marks,
                 __global uint *restrict leads) {
  FOR_ITEMS(i, count) {
    if (i < count && marks[i] != NO_LEAD) leads[ROWS(packed)[i]] = marks[i] = lows[SLOTS(packed, count)[i]];
  }
}

// link_cell joins the tree of a point's slot with another's if the point is within the threshold of a core point there, unless they are
// joined already.
static void link_cell(sight_t *sight, const uint slot, __global const uint *restrict packed, __global const double *restrict x,
                      __global const uint *restrict slots, const near_t near, const limits_t limits, __global const uint *restrict marks,
                      __global const uint *restrict lows, __global uint *trees, __global ulong *restrict notes) {
  if (lows[slot] == NO_LEAD) return;
  const uint first = slots[slot], last = slots[slot + 1];
  for (uint k = first; k < last; k++) {
    if ((k - first) % LOOKS == 0 && root(trees, sight->slot) == root(trees, slot)) return; // another point may have joined them
    if (marks[k] == NO_LEAD) continue;
    const uint is = compare(sight, k, packed, x, near, limits);
    if (is == DOUBT) doubt(sight, k, packed, near, notes);
    if (is == WITHIN) {
      join(trees, sight->slot, slot);
      return;
    }
  }
}

// link_points joins a point with the core points of a slot that are within the threshold; in its own cell only with the points behind
// it.
static void link_points(sight_t *sight, const uint slot, __global const uint *restrict packed, __global const double *restrict x,
                        __global const uint *restrict slots, const near_t near, const limits_t limits, __global const uint *restrict marks,
                        __global uint *leads, __global ulong *restrict notes) {
  const uint last = slots[slot + 1];
  for (uint k = slot == sight->slot ? sight->place + 1 : slots[slot]; k < last; k++) {
    if (marks[k] == NO_LEAD) continue;
    const uint is = compare(sight, k, packed, x, near, limits);
    if (is == WITHIN) join(leads, sight->row, marks[k]);
    if (is == DOUBT) doubt(sight, k, packed, near, notes);
  }
}

// find_links joins all linked core points. Each two cells are compared from the one with the lower linear id.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_links(__global const uint *restrict packed, __global const double *restrict x, __global const uint *restrict slots,
                __global const ulong *restrict keys, __global const long *restrict steps, const near_t near, const limits_t limits,
                __global const uint *restrict marks, __global const uint *restrict lows, __global uint *trees, __global ulong *restrict notes) {
  __local ulong scratch;
  seen_t seen = {0, 0, 0};
  const uint count = near.last - near.first;
  FOR_ITEMS(i, count) {
    if (i >= count || marks[near.first + i] == NO_LEAD) continue;
    sight_t sight = sight_of(near.first + i, packed, keys, near);
    for (uint s = near.dense; s < near.steps; s++) {
      if (steps[s] < 0) continue;
      const uint slot = approach(&sight, s, keys, steps, near);
      if (slot == NO_SLOT) continue;
      if (near.dense) link_cell(&sight, slot, packed, x, slots, near, limits, marks, lows, trees, notes);
      else link_points(&sight, slot, packed, x, slots, near, limits, marks, trees, notes);
    }
    add(&seen, &sight);
  }
  tell(notes, &seen, &scratch);
}

// find_leads replaces the links of trees by their lowest rows.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_leads(const uint count, __global uint *leads) {
  FOR_ITEMS(i, count) {
    if (i < count && leads[i] != NO_LEAD) leads[i] = root(leads, i);
  }
}

// find_borders sets the leads of points that are not core to the lowest lead of the core points within the threshold.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_borders(__global const uint *restrict packed, __global const double *restrict x, __global const uint *restrict slots,
                  __global const ulong *restrict keys, __global const long *restrict steps, const near_t near, const limits_t limits,
                  __global const uchar *restrict core, __global const uint *restrict marks, __global const uint *restrict lows,
                  __global uint *restrict leads, __global ulong *restrict notes) {
  __local ulong scratch;
  seen_t seen = {0, 0, 0};
  const uint count = near.last - near.first;
  FOR_ITEMS(i, count) {
    if (i >= count || core[ROWS(packed)[near.first + i]]) continue;
    sight_t sight = sight_of(near.first + i, packed, keys, near);
    uint lead = near.dense ? lows[sight.slot] : NO_LEAD;
    for (uint s = near.dense; s < near.steps; s++) {
      const uint slot = approach(&sight, s, keys, steps, near);
      if (slot == NO_SLOT) continue;
      const uint low = lows[slot], last = slots[slot + 1];
      for (uint k = slots[slot]; k < last && low < lead; k++) {
        if (marks[k] >= lead) continue;
        const uint is = compare(&sight, k, packed, x, near, limits);
        if (is == WITHIN) lead = marks[k];
        if (is == DOUBT) doubt(&sight, k, packed, near, notes);
      }
    }
    leads[sight.row] = lead;
    add(&seen, &sight);
  }
  tell(notes, &seen, &scratch);
}
