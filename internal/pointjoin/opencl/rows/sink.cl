// sink.cl: the pairs that a kernel finds by row, in two passes: the first counts them, the second fills them in.
//
//   rows     [rows + 1] the number of pairs of each row; in the filling pass the start of its pairs
//   seconds  the second rows of pairs, row by row, in any order within one; in the counting pass the first scope.few of each
//            row
//   notes    counters.cl, then in the counting pass uint2 {row, other}: the borderline pairs

// scope_t is the scope of a pass: rows [first, last), mode, the pairs that a row finds, and room, the room for borderline
// pairs. filling is 1 in the filling pass, which skips rows of at most few pairs, since these are filled in already.
typedef struct {
  uint first, last, mode, room, few, filling;
} scope_t;

// searched reports whether a row finds any pairs.
static bool searched(const scope_t scope, const uint row) {
  return row >= scope.first && (scope.mode >= EACH_SIDE || row < scope.last);
}

// filled reports whether a row is filled in already, from the pairs that were kept.
static bool filled(const scope_t scope, __global const uint *restrict rows, const uint row) {
  return scope.filling && rows[row + 1] - rows[row] <= scope.few;
}

// wanted reports whether a row finds its pair with another.
static bool wanted(const scope_t scope, const uint row, const uint other) {
  if (scope.mode == ANY_ROW || scope.mode == EVERY_ROW) return true;
  if (scope.mode == HIGHER_ROW) return other > row;
  return other != row && min(row, other) >= scope.first && min(row, other) < scope.last;
}

// unnamed reports whether only the number of a row's pairs matters.
static bool unnamed(const scope_t scope) { return (scope.mode == ANY_ROW || scope.mode == EVERY_ROW) && !scope.filling && !scope.few; }

// number returns the count of a row that found some others.
static uint number(const scope_t scope, const uint found) { return found - (scope.mode == EVERY_ROW); }

// start_of returns the start of a row's pairs in seconds.
static uint start_of(const scope_t scope, __global const uint *restrict rows, const uint row) {
  return scope.filling ? rows[row] : (row - scope.first) * scope.few;
}

// take writes a row's next pair, after found others.
static void take(const scope_t scope, __global uint *restrict seconds, const uint start, const uint found, const uint other) {
  if (scope.filling || found < scope.few) seconds[start + found] = other;
}

// doubt notes a borderline pair.
static void doubt(const scope_t scope, __global ulong *restrict notes, const uint row, const uint other) {
  const ulong at = atom_inc(&notes[DOUBT_SLOT]);
  if (at < scope.room) ((__global uint2 *)(notes + COUNTERS))[at] = (uint2)(row, other);
}
