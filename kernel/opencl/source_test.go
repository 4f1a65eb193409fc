package opencl

import (
	"testing"

	"flyby/kernel/opencl/internal/clrt"
)

// sources are all programs, with float64 and without.
func sources() []clrt.Source {
	all := []clrt.Source{(&List{}).orderSource(), (&List{}).joinSource()}
	for _, finds := range []bool{false, true} {
		walker, ranger := NewWalker(nil, nil, nil, WalkTuning{Finds: finds}), NewRanger(nil, nil, nil, RangeTuning{Finds: finds})
		all = append(all, walker.walkSource(), ranger.interactSource())
	}
	return all
}

func TestArguments(t *testing.T) { checkArguments(t, sources()...) }

func TestConstants(t *testing.T) { checkConstants(t, sources()...) }
