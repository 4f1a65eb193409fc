// judge.cl: which points are within a threshold, in float64 (docs/exactness.md, P1).
//
// Points are [dimensions][count] coordinates.

// limits_t is the limits of sums of squares of scaled differences: up to certainly is a pair, from beyond on is
// none. The host settles sums between them.
typedef struct {
  double scale, certainly, beyond;
} limits_t;

#define APART 0
#define WITHIN 1
#define DOUBT 2

// judge compares point i of p with point k of q.
static uint judge(__global const double *restrict p, const uint countP, const uint i,
                  __global const double *restrict q, const uint countQ, const uint k,
                  const uint dimensions, const limits_t limits) {
  double sum = 0;
  for (uint j = 0; j < dimensions; j++) {
    const double d = (p[(size_t)j * countP + i] - q[(size_t)j * countQ + k]) * limits.scale;
    sum += d * d;
  }
  return sum <= limits.certainly ? WITHIN : sum >= limits.beyond ? APART : DOUBT;
}
