// boxes.cl: boxes of runs and of single segments, in the frame of the entries. Twin of Frame.box
// of binindex, to the bit.
//
//   samples   as in samples.cl
//   instants  [ticks] the clock of the frame

// frame_t is the frame of the boxes, a position x is (x - origin) * scale; the ticks of
// its clock; and flags.
typedef struct {
  double originX, originY, originZ, scale;
  uint ticks, flags;
} frame_t;

// step_down returns the next float below r; -INFINITY for -INFINITY.
static float step_down(const float r) {
  const uint bits = as_uint(r);
  if (r > 0) return as_float(bits - 1);
  if (r < -FLT_MAX) return r;
  if (r < 0) return as_float(bits + 1);
  return as_float(0x80000001u);
}

static float step_up(const float r) { return -step_down(-r); }

// below returns the largest float known to be at most x in the frame.
static float below(const double x, const double origin, const double scale) {
  const double v = (x - origin) * scale;
  const float r = convert_float_rte(v);
  return v != 0 && (double)r >= v ? step_down(r) : r;
}

// above returns the smallest float known to be at least x in the frame.
static float above(const double x, const double origin, const double scale) {
  const double v = (x - origin) * scale;
  const float r = convert_float_rte(v);
  return v != 0 && (double)r <= v ? step_up(r) : r;
}

// ticks_before returns the number of instants < t, or <= t where closed.
static uint ticks_before(__global const double *restrict instants, const uint n, const double t, const bool closed) {
  uint lo = 0, hi = n;
  while (lo < hi) {
    const uint mid = (lo + hi) / 2;
    if (instants[mid] < t || (closed && instants[mid] == t))
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

// widen moves both ends outwards by at least a radius.
static float2 widen(const float2 e, const double radius, const double scale) {
  const double v = radius * scale;
  float r = convert_float_rte(v);
  if ((double)r < v) r = step_up(r);
  return (float2)(step_down(e.x - r), step_up(e.y + r));
}

// extent returns the box of samples [first, last] along an axis.
static float2 extent(__global const double *restrict column, const uint first, const uint last,
                     const double origin, const double scale) {
  double lo = column[first], hi = lo;
  for (uint i = first + 1; i <= last; i++) {
    const double v = column[i];
    if (v < lo)
      lo = v;
    else if (v > hi)
      hi = v;
  }
  return (float2)(below(lo, origin, scale), above(hi, origin, scale));
}

// box_of returns the box of samples [first, last]; closed: their extent owns its
// end.
static uint8 box_of(__global const double *restrict samples, const uint rows, const uint first, const uint last, const bool closed,
                    const double radius, __global const double *restrict instants, const frame_t f) {
  float2 x = extent(samples + rows, first, last, f.originX, f.scale);
  float2 y = extent(samples + (size_t)rows * 2, first, last, f.originY, f.scale);
  float2 z = f.flags & PLANE_Z ? extent(samples + (size_t)rows * 3, first, last, f.originZ, f.scale)
                               : (float2)(below(0, f.originZ, f.scale), above(0, f.originZ, f.scale));
  if (radius > 0) {
    x = widen(x, radius, f.scale);
    y = widen(y, radius, f.scale);
    z = widen(z, radius, f.scale);
  }
  return (uint8)(as_uint(x.x), as_uint(y.x), as_uint(z.x), as_uint(x.y), as_uint(y.y), as_uint(z.y),
                 ticks_before(instants, f.ticks, samples[first], true), ticks_before(instants, f.ticks, samples[last], closed));
}

// segment_box returns the box of segment k of a run of count segments; the segment
// begins at row first. Past the run's end the box is empty.
static uint8 segment_box(__global const double *restrict samples, const uint rows, const uint first, const uint k,
                         const uint count, const uint ends, const double radius,
                         __global const double *restrict instants, const frame_t f) {
  if (k >= count) {
    const uint low = as_uint(INFINITY), high = as_uint(-INFINITY);
    return (uint8)(low, low, low, high, high, high, 0xffffffffu, 0);
  }
  return box_of(samples, rows, first, ends & RUN_POINT ? first : first + 1, k + 1 == count && (ends & RUN_LAST), radius, instants, f);
}
