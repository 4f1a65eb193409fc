package pair

import (
	_ "embed"

	"flyby/interaction"
	"flyby/internal/clrt"
)

//go:embed reject.cl
var rejectText string

//go:embed samples.cl
var samplesText string

//go:embed interaction.cl
var interactionText string

// The flags of kernels that find hits and join them.
const (
	FlagRadiusQuery = 1  // query trajectories have radii
	FlagRadiusEntry = 2  // entry trajectories have radii
	FlagPlaneZ      = 4  // positions have z
	FlagJoin        = 8  // the lesser row is the query
	FlagLater       = 16 // entries before the excluded one are excluded, too
)

// InteractionFile is interaction.cl.
func InteractionFile() clrt.File {
	return clrt.File{Name: "interaction.cl", Text: interactionText, Constants: []clrt.Constant{
		{Name: "MISS", Value: uint64(interaction.Miss)}, {Name: "HIT", Value: uint64(interaction.Hit)},
		{Name: "BORDERLINE", Value: uint64(interaction.Borderline)},
		{Name: "DISTANCE_ERROR", Double: interaction.DistanceError}, {Name: "UNDERFLOW", Double: interaction.Underflow},
	}}
}

// RejectFile is reject.cl.
func RejectFile() clrt.File { return clrt.File{Name: "reject.cl", Text: rejectText} }

// SamplesFile is samples.cl, which needs hitlist.HitFile's flags.
func SamplesFile() clrt.File { return clrt.File{Name: "samples.cl", Text: samplesText} }

// Rule is rule_t of interaction.cl.
type Rule struct {
	D, From, To float64
}

// NewRule returns a rule as a parameter of kernels.
func NewRule(r interaction.Rule) Rule { return Rule{r.Distance, r.Window.From, r.Window.To} }
