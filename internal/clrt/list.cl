// list.cl: work in blocks, and appending to lists in device memory.
//
// A kernel goes through its n items in blocks of BLOCK; group g has the blocks
// g, g+G, ... On a GPU a block is a work-group, an item a work-item, and a group
// takes room in a list with one atomic for all its items (GROUPED). On a CPU a
// group is one work-item, which runs through the block.
//
// A list is counted in a counter: every item counts, also the items past its
// room, so that the host learns how much room was needed.
#ifndef WG
#define WG 1     // work-items a group
#endif
#ifndef BLOCK
#define BLOCK 64 // items a block, a multiple of WG
#endif

#define FOR_ITEMS(i, n)                                                        \
  for (uint block = get_group_id(0) * BLOCK; block < n; block += get_num_groups(0) * BLOCK) \
    for (uint i = block + get_local_id(0); i < block + BLOCK; i += WG)

// input_t is the items [first, first+limit) of a list that begins at the place at, has
// room for room items, and is counted in counters[slot].
typedef struct {
  uint at, room, slot, first, limit;
} input_t;

// output_t is a list to be filled, as in input_t.
typedef struct {
  uint at, room, slot;
} output_t;

// input returns the number of items of an input. A list that outgrew its room
// counts as empty: the host repeats the list before it, in smaller chunks.
static uint input(__global const uint *counters, const input_t in) {
  const uint n = counters[in.slot];
  if (n > in.room || n <= in.first) return 0;
  return min(n - in.first, in.limit);
}

// claim takes room for n items and returns the place of the first. All work-items
// of a group must call it together; scratch is two words of the group.
static uint claim(__global uint *counter, const uint n, __local uint *scratch) {
#ifdef GROUPED
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) scratch[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint place = n ? atomic_add(&scratch[0], n) : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0 && scratch[0]) scratch[1] = atomic_add(counter, scratch[0]);
  barrier(CLK_LOCAL_MEM_FENCE);
  return scratch[1] + place;
#else
  return n ? atomic_add(counter, n) : 0;
#endif
}
