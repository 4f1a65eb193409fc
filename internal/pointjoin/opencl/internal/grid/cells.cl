// cells.cl: points sorted into cells.
//
//   x       [dimensions][count] coordinates (judge.cl)
//   frame   [dimensions] double least coordinates by place, then as many ulong: the dimension of each place, the number of
//           its cells, and the increment of the linear id for a step of one cell
//   cell    [count] ulong linear ids, NO_CELL for a point that has no neighbours
//   among   [count] the number of the point among the points of its slot
//   slots   [slots + 1] the number of points of each slot of the table; then the start of each slot's points
//   packed  points slot by slot: [count][WIDTH] float offsets, [count] ulong ids, [count] rows

// frame_t is a grid (rowgrid.Layout). slots is a power of two where linear ids are hashed, else their number.
typedef struct {
  double inverse;
  uint indexed, hashed, slots, count;
} frame_t;

#define NO_CELL 0xffffffffffffffffUL

// slot_of returns the slot of a linear id.
static uint slot_of(const uint hashed, const uint slots, const ulong id) {
  if (!hashed) return (uint)id;
  return (uint)((id * 0x9e3779b97f4a7c15UL) >> 32) & (slots - 1);
}

// The parts of packed.
#define OFFSETS(packed) ((__global float *)(packed))
#define IDS(packed, count) ((__global ulong *)((packed) + (size_t)(count) * WIDTH))
#define ROWS(packed, count) ((packed) + (size_t)(count) * (WIDTH + 2))

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void find_cells(__global const double *restrict x, __global const double *restrict frame, const frame_t shape,
                __global ulong *restrict cell, __global uint *restrict among, __global uint *restrict slots) {
  __global const ulong *dimension = (__global const ulong *)(frame + DIMENSIONS), *cells = dimension + DIMENSIONS, *stride = cells + DIMENSIONS;
  FOR_ITEMS(i, shape.count) {
    if (i >= shape.count) continue;
    ulong id = 0;
    for (uint k = 0; k < DIMENSIONS; k++) {
      const double q = (x[dimension[k] * shape.count + i] - frame[k]) * shape.inverse;
      if (!(q >= -1 && q < (double)(cells[k] + 1))) id = NO_CELL;
      if (k < shape.indexed && id != NO_CELL) id += stride[k] * (ulong)((long)floor(q) + 1);
    }
    cell[i] = id;
    if (id != NO_CELL) among[i] = atomic_inc(&slots[slot_of(shape.hashed, shape.slots, id)]);
  }
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void place_points(__global const double *restrict x, __global const double *restrict frame, const frame_t shape,
                  __global const ulong *restrict cell, __global const uint *restrict among, __global const uint *restrict slots,
                  __global uint *restrict packed) {
  __global const ulong *dimension = (__global const ulong *)(frame + DIMENSIONS);
  FOR_ITEMS(i, shape.count) {
    if (i >= shape.count || cell[i] == NO_CELL) continue;
    const uint at = slots[slot_of(shape.hashed, shape.slots, cell[i])] + among[i];
    IDS(packed, shape.count)[at] = cell[i];
    ROWS(packed, shape.count)[at] = i;
    for (uint k = 0; k < WIDTH; k++) {
      float offset = 0;
      if (k < DIMENSIONS) {
        const double q = (x[dimension[k] * shape.count + i] - frame[k]) * shape.inverse;
        offset = (float)(k < shape.indexed ? q - floor(q) : q);
      }
      OFFSETS(packed)[(size_t)at * WIDTH + k] = offset;
    }
  }
}
