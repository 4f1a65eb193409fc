// sink.cl: what a kernel finds of the points near those of rows, in two passes: one counts, one fills in.
//
//   rows     [rows + 1] how many each row finds; in the pass that fills in, where they go
//   seconds  the second rows of pairs, row by row, in any order within one; in the pass that counts the first few of each
//            row, scope.few of them
//   notes    counters.cl, then in the pass that counts uint2 {row, other}: the borderline pairs

// scope_t is whose pairs are found: of rows [first, last), those that mode says. room is that of borderline pairs. filling
// is 1 in the pass that fills in, where rows of few pairs are filled in already.
typedef struct {
  uint first, last, mode, room, few, filling;
} scope_t;

// searched reports whether a row finds anything.
static bool searched(const scope_t scope, const uint row) {
  return row >= scope.first && (scope.mode >= EACH_SIDE || row < scope.last);
}

// filled reports whether a row is filled in already, from the few that were kept of each.
static bool filled(const scope_t scope, __global const uint *restrict rows, const uint row) {
  return scope.filling && rows[row + 1] - rows[row] <= scope.few;
}

// wanted reports whether a row finds another.
static bool wanted(const scope_t scope, const uint row, const uint other) {
  if (scope.mode == ANY_ROW || scope.mode == EVERY_ROW) return true;
  if (scope.mode == HIGHER_ROW) return other > row;
  return other != row && min(row, other) >= scope.first && min(row, other) < scope.last;
}

// unnamed reports whether it does not matter which others a row finds, but how many.
static bool unnamed(const scope_t scope) { return (scope.mode == ANY_ROW || scope.mode == EVERY_ROW) && !scope.filling && !scope.few; }

// number is what a row counts that found a number of others.
static uint number(const scope_t scope, const uint found) { return found - (scope.mode == EVERY_ROW); }

// start_of is where the pairs of a row go.
static uint start_of(const scope_t scope, __global const uint *restrict rows, const uint row) {
  return scope.filling ? rows[row] : (row - scope.first) * scope.few;
}

// take takes what a row found, after found others.
static void take(const scope_t scope, __global uint *restrict seconds, const uint start, const uint found, const uint other) {
  if (scope.filling || found < scope.few) seconds[start + found] = other;
}

// doubt notes a borderline pair.
static void doubt(const scope_t scope, __global ulong *restrict notes, const uint row, const uint other) {
  const ulong at = atom_inc(&notes[DOUBT_SLOT]);
  if (at < scope.room) ((__global uint2 *)(notes + COUNTERS))[at] = (uint2)(row, other);
}
