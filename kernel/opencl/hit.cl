// hit.cl: a hit, in the layout of interaction.HitRow: rows of the stores, and the
// interval, which is NaN for a BORDERLINE interaction.
typedef struct {
  uint query, entry;
  double enter, exit;
} hit_t;

#define RADIUS_QUERY 1 // flags of the kernels that find hits and join them: trajectories have radii,
#define RADIUS_ENTRY 2
#define PLANE_Z 4      // positions have z,
#define JOIN 8         // the lesser row is the query
