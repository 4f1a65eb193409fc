package opencl

import (
	_ "embed"

	"flyby/interaction"
	"flyby/kernel/opencl/internal/clrt"
)

//go:embed reject.cl
var rejectText string

//go:embed interaction.cl
var interactionText string

// The flags of kernels that find hits and join them.
const (
	flagRadiusQuery = 1 // query trajectories have radii
	flagRadiusEntry = 2 // entry trajectories have radii
	flagPlaneZ      = 4 // positions have z
	flagJoin        = 8 // the lesser row is the query
)

// interactionFile is interaction.cl.
func interactionFile() clrt.File {
	return clrt.File{Name: "interaction.cl", Text: interactionText, Constants: []clrt.Constant{
		{Name: "MISS", Value: uint64(interaction.Miss)}, {Name: "HIT", Value: uint64(interaction.Hit)},
		{Name: "BORDERLINE", Value: uint64(interaction.Borderline)},
	}}
}

// rejectFile is reject.cl.
func rejectFile() clrt.File { return clrt.File{Name: "reject.cl", Text: rejectText} }

// ruleArgs is what makes a pair of segments a hit, as parameters.
type ruleArgs struct {
	d, from, to float64
	flags       uint32
}
