package output

import (
	"flyby/trajectory"
)

// CreateObjects begins a file of objects, which are trajectories of a store, as CreateHits begins a file of hits. Its columns are traj_id,
// partners, encounters, duration, longest and d_min. Durations are numbers in every format.
func CreateObjects(path string, of *trajectory.Store, o WriteOptions) (*ObjectWriter, error) {
	return created(path, objectContent, of, of, o)
}

// ObjectColumns is HitColumns for CreateObjects.
func ObjectColumns(rows *trajectory.Objects, of *trajectory.Store) []Column {
	return columnsOf(objectContent(rows, of, of, WriteOptions{}))
}

// objectContent returns the content of a file of the objects in c.
func objectContent(c *trajectory.Objects, of, _ *trajectory.Store, _ WriteOptions) content {
	return content{stamps: of.Times() == trajectory.Timestamp, columns: []outColumn{
		{name: "traj_id", ids: trajectories{of}, u32: &c.Traj},
		{name: "partners", u32: &c.Partners},
		{name: "encounters", u32: &c.Encounters},
		{name: "duration", f64: &c.Duration, counts: InTime},
		{name: "longest", f64: &c.Longest, counts: InTime},
		{name: "d_min", f64: &c.Distance, counts: InLength},
	}}
}
