package several

import (
	"context"

	"flyby/kernel"
)

// Slicing gives each device a slice of any database.
type Slicing struct{ *Driver }

// Load splits the database.
func (d Slicing) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	return d.loadSlices(ctx, db)
}
