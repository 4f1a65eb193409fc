// sink.cl: what a kernel finds of the points near those of rows, in two passes: one counts, one fills in.
//
//   rows     [rows + 1] how many each row finds; in the pass that fills in, where they go
//   seconds  the second rows of pairs, row by row, in any order within one; null in the pass that counts
//   notes    counters.cl, then in the pass that counts uint2 {row, other}: the borderline pairs

// scope_t is whose pairs are found: of rows [first, last), those that mode says. room is that of borderline pairs.
typedef struct {
  uint first, last, mode, room;
} scope_t;

// searched reports whether a row finds anything.
static bool searched(const scope_t scope, const uint row) {
  return row >= scope.first && (scope.mode == EACH_SIDE || row < scope.last);
}

// wanted reports whether a row finds another.
static bool wanted(const scope_t scope, const uint row, const uint other) {
  if (scope.mode == ANY_ROW) return true;
  if (scope.mode == HIGHER_ROW) return other > row;
  return other != row && min(row, other) >= scope.first && min(row, other) < scope.last;
}

// doubt notes a borderline pair.
static void doubt(const scope_t scope, __global ulong *restrict notes, const uint row, const uint other) {
  const ulong at = atom_inc(&notes[DOUBT_SLOT]);
  if (at < scope.room) ((__global uint2 *)(notes + COUNTERS))[at] = (uint2)(row, other);
}
