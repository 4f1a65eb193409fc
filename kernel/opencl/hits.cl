// hits.cl: collecting hits.
//
// On a GPU a group gathers hits in local memory and appends them together, with
// one atomic and in consecutive places; a hit for which the gathered ones leave
// no room is appended by itself.
//
//   hit    [room]
//   count  counts all hits, also those past the room; count[1] the BORDERLINE ones
//   rows     [query rows] counts the hits of each; null where nobody orders them
//   ordinal  [room] a hit's number among those of its query row
#define RADIUS_QUERY 1 // flags of the kernels that find hits: trajectories have radii,
#define RADIUS_ENTRY 2
#define PLANE_Z 4      // positions have z,
#define JOIN 8         // the lesser row is the query

#ifndef QUEUE
#define QUEUE 256 // hits gathered a group
#endif

typedef struct {
  __global uint *count;
  __global hit_t *hit;
  uint room;
  __global uint *ordinal, *rows;
} hits_t;

typedef struct {
#ifdef GROUPED
  hit_t hit[QUEUE];
#endif
  uint n, place;
} queue_t;

static void store_hit(const hits_t *h, const uint k, const hit_t x) {
  if (k >= h->room) return;
  h->hit[k] = x;
  if (h->rows) h->ordinal[k] = atomic_inc(&h->rows[x.query]);
}

// clear_queue comes before the first hit.
static void clear_queue(__local queue_t *g) {
#ifdef GROUPED
  if (get_local_id(0) == 0) g->n = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
}

static void add_hit(const hits_t *h, __local queue_t *g, const hit_t x) {
#ifdef GROUPED
  const uint k = atomic_inc(&g->n);
  if (k < QUEUE) {
    g->hit[k] = x;
    return;
  }
#endif
  store_hit(h, atomic_inc(h->count), x);
}

// flush_hits appends what was gathered. All work-items of a group call it together.
static void flush_hits(const hits_t *h, __local queue_t *g) {
#ifdef GROUPED
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint n = min(g->n, (uint)QUEUE);
  barrier(CLK_LOCAL_MEM_FENCE); // all have read it
  if (n == 0) return;
  if (get_local_id(0) == 0) g->place = atomic_add(h->count, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = get_local_id(0); k < n; k += WG)
    store_hit(h, g->place + k, g->hit[k]);
  barrier(CLK_LOCAL_MEM_FENCE);
  clear_queue(g);
#endif
}

// add_verdict adds what is not a MISS.
static void add_verdict(const hits_t *h, __local queue_t *g, const uint query, const uint entry,
                        const int verdict, double enter, double exit) {
  if (verdict == MISS) return;
  if (verdict == BORDERLINE) {
    atomic_inc(h->count + 1);
    enter = exit = nan(0ul);
  }
  const hit_t x = {query, entry, enter, exit};
  add_hit(h, g, x);
}
