// solve.cl: solves a list of given pairs, for tests of the solve against Go.
//
//   segments [9][2*n]  planes t0 t1 x0 y0 z0 x1 y1 z1 r; query i at column 2*i,
//                      its entry at 2*i+1
//   last     [2*n]     1: owns its end
//   rule     [3][n]    planes d from to
//   verdict  [n]       MISS, HIT or BORDERLINE
//   span     [2][n]    planes enter, exit; 0 unless HIT
static segment load_segment(__global const double *restrict p, __global const uchar *restrict last, const uint n, const uint i) {
  segment s;
  s.t0 = p[i];
  s.t1 = p[n + i];
  for (int k = 0; k < 3; k++) {
    s.p0[k] = p[(2 + k) * n + i];
    s.p1[k] = p[(5 + k) * n + i];
  }
  s.r = p[8 * n + i];
  s.last = last[i] != 0;
  return s;
}

__kernel void solve_pairs(__global const double *restrict segments, __global const uchar *restrict last,
                          __global const double *restrict rule, const uint n,
                          __global uchar *restrict verdict, __global double *restrict span) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    const segment q = load_segment(segments, last, 2 * n, 2 * i);
    const segment e = load_segment(segments, last, 2 * n, 2 * i + 1);
    double enter, exit;
    verdict[i] = solve(&q, &e, rule[i], rule[n + i], rule[2 * n + i], &enter, &exit);
    span[i] = enter;
    span[n + i] = exit;
  }
}
