// hit.cl: a hit, in the layout of interaction.HitRow: rows of the stores, and the
// interval, which is NaN for a BORDERLINE interaction.
typedef struct {
  uint query, entry;
  double enter, exit;
} hit_t;
