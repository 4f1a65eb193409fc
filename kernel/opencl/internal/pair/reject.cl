// reject.cl: tests that rule out a pair of segments before the solve.
//
// Both tests are exact: every pair that they reject is a miss in real arithmetic.

// share_instant reports whether there is an instant that both segments own (E1):
// twin of ownership.ShareInstant.
static bool share_instant(const segment *q, const segment *e) {
  const double lo = q->t0 > e->t0 ? q->t0 : e->t0, hi = q->t1 < e->t1 ? q->t1 : e->t1;
  return lo < hi || (lo == hi && owns(q, lo) && owns(e, lo));
}

// beyond returns a number >= the exact threshold of a pair: the sum may round down.
static double beyond(const segment *q, const segment *e, double d) {
  const double threshold = (q->r + e->r) + d;
  return threshold + threshold * 0x1p-50;
}

// apart reports whether the positions of two segments lie more than far apart
// along an axis. A difference rounds to more than far only if it is more. One
// comparison with far serves all axes: branches by axis would be mispredicted.
static bool apart(const segment *q, const segment *e, double far) {
  double widest = 0;
  for (int k = 0; k < 3; k++) {
    const double q0 = q->p0[k], q1 = q->p1[k], e0 = e->p0[k], e1 = e->p1[k];
    const double up = (e0 < e1 ? e0 : e1) - (q0 > q1 ? q0 : q1);
    const double down = (q0 < q1 ? q0 : q1) - (e0 > e1 ? e0 : e1);
    const double gap = up > down ? up : down;
    widest = gap > widest ? gap : widest;
  }
  return widest > far;
}
