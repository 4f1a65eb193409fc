// samples.cl: the columns of a store in one buffer.
//
//   samples  [planes][rows] t x y z, z with flag PLANE_Z; then, of a store with radii,
//            the radius of each trajectory

// radii returns the radii, which follow the planes.
static __global const double *radii(__global const double *samples, const uint rows, const uint flags) {
  return samples + (size_t)rows * (flags & PLANE_Z ? 4 : 3);
}
