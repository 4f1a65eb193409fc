package several

import (
	"context"

	"flyby/kernel"
)

// Finely has the driver cut even tiny work into pieces.
func (d *Driver) Finely() *Driver {
	d.grain = grain{queries: 1, interactions: 1, pieces: 3}
	return d
}

// Slicing gives each device a slice of any database.
type Slicing struct{ *Driver }

// Load splits the database.
func (d Slicing) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	return d.loadSlices(ctx, db)
}
