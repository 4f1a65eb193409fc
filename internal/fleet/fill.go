package fleet

import (
	"context"
	"fmt"

	"flyby/internal/slab"
	"flyby/trajectory"
)

// Fill makes the samples of a slab in place, whose trajectories have ids in the whole. The error says where they differ from the planned ones.
func (f *Fleet) Fill(ctx context.Context, ids trajectory.IDs, to *slab.Outline) (*slab.Slab, error) {
	objects := make([]uint32, 0, len(to.Traj()))
	for _, traj := range to.Traj() {
		if int(traj) >= ids.Len() {
			return nil, fmt.Errorf("trajectory %d of %d", traj, ids.Len())
		}
		object, known := f.IDs.Find(ids.ID(int(traj)))
		if !known {
			return nil, fmt.Errorf("it has no object %s any more", ids.ID(int(traj)))
		}
		objects = append(objects, uint32(object))
	}
	from, end := to.Times()
	made, err := f.Maker(ctx, objects, 1).Slab(from, end)
	if err != nil {
		return nil, err
	}
	return to.Made(made.Store)
}
