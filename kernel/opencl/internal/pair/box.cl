// box.cl: the test of two boxes; twin of binindex.Box.Near.
//
//   box  uint8 {min x, y, z, max x, y, z, first tick, last tick}: binindex.Box as
//        it lies in memory; the first six are floats
//
// The test may round differently from Go: Frame.Reach allows for both (E9).

// reach holds the square of the distance in the frame, and the window's ticks.
typedef struct {
  float square;
  uint first, last;
} reach_t;

// gap returns the distance of two ranges, 0 where they overlap. Comparisons are
// cheaper than fmax, which has to handle NaN.
static float gap(uint amin, uint amax, uint bmin, uint bmax) {
  const float x = as_float(amin) - as_float(bmax), y = as_float(bmin) - as_float(amax);
  const float z = x > y ? x : y;
  return z > 0 ? z : 0;
}

// boxes_near reports whether two boxes share a tick of the window and lie within reach.
static bool boxes_near(const uint8 a, const uint8 b, const reach_t r) {
  if (max(max(a.s6, b.s6), r.first) > min(min(a.s7, b.s7), r.last)) return false;
  const float x = gap(a.s0, a.s3, b.s0, b.s3);
  const float y = gap(a.s1, a.s4, b.s1, b.s4);
  const float z = gap(a.s2, a.s5, b.s2, b.s5);
  return !(x * x + y * y + z * z > r.square);
}
