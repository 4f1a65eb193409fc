// interaction.cl: one interaction, a query segment against an entry segment.
//
// Twin of interaction/interaction.go: the same names, the same order of operations,
// hence the same bits. Contraction is off, and comparisons stand where fmax and
// fmin would, which leave the sign of zero open. E1 to E7 of docs/equations.md.
//
//   segment  one segment: linear from p0 at t0 to p1 at t1, z is 0 in 2-D;
//            last: it owns t1 too
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

typedef struct {
  double t0, t1;
  double p0[3], p1[3];
  double r;
  bool last;
} segment;

// rule_t is the rule of hits: the distance, and the window.
typedef struct {
  double d, from, to;
} rule_t;

// motion is r(s) = r0 + s*w for s in [0, 1] (E2); scale bounds the magnitudes of
// the numbers that it is computed from (E7).
typedef struct {
  double r0[3], w[3];
  double scale;
} motion;

static bool owns(const segment *s, double t) { return t < s->t1 || s->last; }

// common_span computes the common time span of two segments in the window, and
// returns false where there is none (E1): temporalIntersection of the paper's
// Algorithm 1, line 9.
static bool common_span(const segment *q, const segment *e, double from, double to, double *lo_out, double *hi_out) {
  double lo = q->t0, hi = q->t1;
  if (e->t0 > lo) lo = e->t0;
  if (e->t1 < hi) hi = e->t1;
  if (lo == hi && !(owns(q, lo) && owns(e, lo))) return false;
  if (from > lo) lo = from;
  if (to < hi) hi = to;
  if (lo == hi && !(owns(q, lo) && owns(e, lo))) return false;
  *lo_out = lo;
  *hi_out = hi;
  return lo <= hi;
}

// fractions computes the fraction of a segment before lo, and the span's fraction of
// the segment.
static void fractions(const segment *s, double lo, double hi, double *before, double *covered) {
  const double duration = s->t1 - s->t0;
  if (duration == 0) {
    *before = 0;
    *covered = 0;
    return;
  }
  *before = (lo - s->t0) / duration;
  *covered = (hi - lo) / duration;
}

static motion relative_motion(const segment *q, const segment *e, double lo, double hi) {
  double fq, hq, fe, he;
  fractions(q, lo, hi, &fq, &hq);
  fractions(e, lo, hi, &fe, &he);
  motion m;
  m.scale = 0;
  for (int k = 0; k < 3; k++) {
    const double dq = q->p1[k] - q->p0[k], de = e->p1[k] - e->p0[k];
    const double base = e->p0[k] - q->p0[k];
    m.r0[k] = base + (de * fe - dq * fq);
    m.w[k] = de * he - dq * hq;
    m.scale += fabs(base) + (fabs(de) + fabs(dq));
  }
  return m;
}

static double dot3(const double *a, const double *b) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }

static void along(const motion *m, double s, double *r) {
  for (int k = 0; k < 3; k++) r[k] = m->r0[k] + s * m->w[k];
}

// closest returns the s in [0, 1] of least distance (E3).
static double closest(double a, double b) {
  if (!(a > 0) || b >= 0) return 0;
  if (-b >= a) return 1;
  return -b / a;
}

// side returns the side of the threshold that a distance, given by its square, is
// on: BORDERLINE within the error bound (E7).
static int side(double square, double threshold, double bound) {
  const double outer = threshold + bound, inner = threshold - bound;
  if (square > outer * outer) return MISS;
  if (inner >= 0 && square <= inner * inner && square <= DBL_MAX) return HIT;
  return BORDERLINE;
}

// leave returns the s at which a motion that begins inside goes out (E4).
static double leave(double a, double b, double start, double threshold) {
  const double n = sqrt(start);
  const double h = b / a, c = (n - threshold) * (n + threshold) / a;
  const double root = sqrt(h * h - c);
  if (h <= 0) return root - h;
  return -c / (h + root);
}

// half_width returns half the length, in s, of a pass that begins and ends outside
// (E5).
static double half_width(double a, double least, double threshold) {
  const double n = sqrt(least);
  return sqrt((threshold - n) * (threshold + n) / a);
}

// instant maps s to a time inside [lo, hi] (E6).
static double instant(double lo, double hi, double s) {
  if (s <= 0) return lo;
  if (s >= 1) return hi;
  const double t = lo + s * (hi - lo);
  if (t > hi) return hi;
  return t;
}

// bound_of returns the bound of the error of a distance (E7).
static double bound_of(const motion *m, double threshold) {
  return m->scale > 0 ? DISTANCE_ERROR * (m->scale + threshold) + UNDERFLOW : 0;
}

// within solves D(s) <= threshold on the span (E3 to E6).
static int within(const motion *m, double threshold, double lo, double hi, double *enter, double *exit) {
  const double bound = bound_of(m, threshold);
  const double a = dot3(m->w, m->w), b = dot3(m->r0, m->w);
  if (a > DBL_MAX) return BORDERLINE;
  const double s = closest(a, b);
  double rs[3], r1[3];
  along(m, s, rs);
  along(m, 1, r1);
  const double least = dot3(rs, rs);
  const int v = side(least, threshold, bound);
  if (v != HIT) return v;
  const double start = dot3(m->r0, m->r0), end = dot3(r1, r1);
  const int at_start = side(start, threshold, bound), at_end = side(end, threshold, bound);
  if (at_start == BORDERLINE || at_end == BORDERLINE) return BORDERLINE;
  double s0 = 0, s1 = 1;
  if (at_start == HIT && at_end == MISS) {
    s1 = leave(a, b, start, threshold);
  } else if (at_start == MISS && at_end == HIT) {
    s0 = 1 - leave(a, -dot3(r1, m->w), end, threshold);
  } else if (at_start == MISS && at_end == MISS) {
    const double h = half_width(a, least, threshold);
    s0 = s - h;
    s1 = s + h;
  }
  *enter = instant(lo, hi, s0);
  *exit = instant(lo, hi, s1);
  return HIT;
}

// solve decides one interaction; enter and exit are set for a HIT, 0 else. It is
// calcTimeInterval of the paper's Algorithm 1, line 10, on the span of line 9.
static int solve(const segment *q, const segment *e, double d, double from, double to, double *enter, double *exit) {
  double lo, hi;
  *enter = 0;
  *exit = 0;
  if (!common_span(q, e, from, to, &lo, &hi)) return MISS;
  const motion m = relative_motion(q, e, lo, hi);
  return within(&m, (q->r + e->r) + d, lo, hi, enter, exit);
}
