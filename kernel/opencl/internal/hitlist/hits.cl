// hits.cl: collecting hits.
//
// A group gathers hits in local memory and appends them together, with one atomic
// and in consecutive places, where the paper's Algorithm 1 counts them one by one
// (line 12): docs/papers.md says why.
// On a GPU, a hit that finds the local memory full is appended by itself; on a CPU, a
// work-item appends its hits whenever it has gathered QUEUE of them.
//
//   hit    [room]
//   counters  [HIT_SLOT] counts all hits, also those past the room; [BORDERLINE_SLOT]
//          the BORDERLINE ones
//   rows     [query rows] counts the hits of each; null where hits are not ordered
//   ordinal  [room] a hit's number among the hits of its query row
#ifndef QUEUE
#ifdef GROUPED
#define QUEUE 256 // hits that a group gathers
#else
#define QUEUE 64
#endif
#endif

typedef struct {
  __global uint *counters;
  __global hit_t *hit;
  uint room;
  __global uint *ordinal, *rows;
} hits_t;

typedef struct {
  hit_t hit[QUEUE];
  uint n, place;
} queue_t;

// store_hit writes a hit to a place (line 13), unless it is past the room.
static void store_hit(const hits_t *h, const uint k, const hit_t x) {
  if (k >= h->room) return;
  h->hit[k] = x;
  if (h->rows) h->ordinal[k] = atomic_inc(&h->rows[x.query]);
}

// clear_queue empties the queue; it is called before the first hit.
static void clear_queue(__local queue_t *g) {
  if (get_local_id(0) == 0) g->n = 0;
#ifdef GROUPED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
}

// drain_hits appends the last gathered hits; it is called after the last hit.
static void drain_hits(const hits_t *h, __local queue_t *g) {
#ifndef GROUPED
  if (g->n == 0) return;
  const uint place = atomic_add(&h->counters[HIT_SLOT], g->n); // line 12, for many
  for (uint k = 0; k < g->n; k++) store_hit(h, place + k, g->hit[k]);
  g->n = 0;
#endif
}

static void add_hit(const hits_t *h, __local queue_t *g, const hit_t x) {
#ifdef GROUPED
  const uint k = atomic_inc(&g->n);
  if (k < QUEUE) {
    g->hit[k] = x;
    return;
  }
  store_hit(h, atomic_inc(&h->counters[HIT_SLOT]), x); // line 12 as it stands
#else
  g->hit[g->n++] = x;
  if (g->n == QUEUE) drain_hits(h, g);
#endif
}

// flush_hits appends the hits that a GPU's group gathered. All its work-items call it together.
static void flush_hits(const hits_t *h, __local queue_t *g) {
#ifdef GROUPED
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint n = min(g->n, (uint)QUEUE);
  barrier(CLK_LOCAL_MEM_FENCE); // all have read it
  if (n == 0) return;
  if (get_local_id(0) == 0) g->place = atomic_add(&h->counters[HIT_SLOT], n); // line 12, for the group
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = get_local_id(0); k < n; k += WG)
    store_hit(h, g->place + k, g->hit[k]);
  barrier(CLK_LOCAL_MEM_FENCE);
  clear_queue(g);
#endif
}

// add_verdict adds a HIT or a BORDERLINE interaction.
static void add_verdict(const hits_t *h, __local queue_t *g, const uint query, const uint entry,
                        const int verdict, double enter, double exit) {
  if (verdict == MISS) return; // line 11
  if (verdict == BORDERLINE) {
    atomic_inc(&h->counters[BORDERLINE_SLOT]);
    enter = exit = nan(0ul);
  }
  const hit_t x = {query, entry, enter, exit};
  add_hit(h, g, x);
}

// solve_rows compares the segments of two rows, and adds a HIT or a BORDERLINE
// interaction. With flag JOIN the lesser row is the query.
static void solve_rows(const hits_t *h, __local queue_t *g, const segment *q, const uint qRow, const segment *e, const uint eRow,
                       const rule_t rule, const uint flags) {
  double t0, t1;
  const int verdict = solve(q, e, rule.d, rule.from, rule.to, &t0, &t1);
  const bool swapped = (flags & JOIN) && qRow > eRow;
  add_verdict(h, g, swapped ? eRow : qRow, swapped ? qRow : eRow, verdict, t0, t1);
}
