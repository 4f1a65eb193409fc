// cells.cl: points sorted into cells, each of which is a slot of a table.
//
//   x       [dimensions][count] coordinates (judge.cl)
//   frame   [dimensions] double least coordinates by place, then as many ulong: the dimension of each place, and the
//           increment of the linear id for a step of one cell
//   keys    [slots] ulong linear ids, NO_CELL where a slot is free; not read where ids are slots
//   cell    [count] the slot of each row
//   among   [count] the number of the point among the points of its slot
//   slots   [slots + 1] the number of points of each slot; then the start of each slot's points
//   packed  points slot by slot, by place: [count] rows, [count] slots, [count][width] float offsets, 0 beyond dimensions

// frame_t is a grid (rowgrid.Layout). slots is a power of two, more than twice the points, where linear ids are hashed.
typedef struct {
  double inverse;
  uint indexed, hashed, slots, count, dimensions, width;
} frame_t;

#define NO_CELL 0xffffffffffffffffUL
#define NO_SLOT 0xffffffffu

// The parts of packed.
#define ROWS(packed) (packed)
#define SLOTS(packed, count) ((packed) + (count))
#define OFFSETS(packed, count) ((packed) + ((2 * (size_t)(count) + 3) & ~(size_t)3)) // whole vectors behind its start

// set_words sets words to a value.
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void set_words(const uint count, const uint value, __global uint *restrict words) {
  FOR_ITEMS(i, count) {
    if (i < count) words[i] = value;
  }
}

// first_slot returns the slot where the search for a linear id begins.
static uint first_slot(const uint slots, const ulong id) { return (uint)((id * 0x9e3779b97f4a7c15UL) >> 32) & (slots - 1); }

// take_slot returns the slot of a linear id, and takes a free one if the id is new. There is always a free one: no
// work-item waits for another.
static uint take_slot(volatile __global ulong *keys, const uint slots, const ulong id) {
  for (uint at = first_slot(slots, id);; at = (at + 1) & (slots - 1)) {
    const ulong was = atom_cmpxchg(&keys[at], NO_CELL, id);
    if (was == NO_CELL || was == id) return at;
  }
}

// slot_of returns the slot of a linear id, NO_SLOT if it has none.
static uint slot_of(__global const ulong *restrict keys, const uint hashed, const uint slots, const ulong id) {
  if (!hashed) return id < slots ? (uint)id : NO_SLOT;
  for (uint at = first_slot(slots, id);; at = (at + 1) & (slots - 1)) {
    const ulong key = keys[at];
    if (key == NO_CELL) return NO_SLOT;
    if (key == id) return at;
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_cells(__global const double *restrict x, __global const double *restrict frame, const frame_t shape,
                __global ulong *restrict keys, __global uint *restrict cell, __global uint *restrict among, __global uint *restrict slots) {
  __global const ulong *dimension = (__global const ulong *)(frame + shape.dimensions), *stride = dimension + shape.dimensions;
  FOR_ITEMS(i, shape.count) {
    if (i >= shape.count) continue;
    ulong id = 0;
    for (uint k = 0; k < shape.indexed; k++) {
      const double q = (x[dimension[k] * shape.count + i] - frame[k]) * shape.inverse;
      id += stride[k] * ((ulong)q + 1);
    }
    const uint slot = shape.hashed ? take_slot(keys, shape.slots, id) : (uint)id;
    cell[i] = slot;
    among[i] = atomic_inc(&slots[slot]);
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void place_points(__global const double *restrict x, __global const double *restrict frame, const frame_t shape,
                  __global const uint *restrict cell, __global const uint *restrict among, __global const uint *restrict slots,
                  __global uint *restrict packed) {
  __global const ulong *dimension = (__global const ulong *)(frame + shape.dimensions);
  FOR_ITEMS(i, shape.count) {
    if (i >= shape.count) continue;
    const uint at = slots[cell[i]] + among[i];
    __global float *offsets = (__global float *)OFFSETS(packed, shape.count) + (size_t)at * shape.width;
    ROWS(packed)[at] = i;
    SLOTS(packed, shape.count)[at] = cell[i];
    for (uint k = 0; k < shape.width; k++) {
      float offset = 0;
      if (k < shape.dimensions) {
        const double q = (x[dimension[k] * shape.count + i] - frame[k]) * shape.inverse;
        offset = (float)(k < shape.indexed ? q - floor(q) : q);
      }
      offsets[k] = offset;
    }
  }
}
