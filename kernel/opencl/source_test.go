package opencl

import (
	"testing"

	"flyby/internal/clrt"
	"flyby/internal/testing/clrttest"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/trajdistsearch"
	"flyby/kernel/opencl/internal/walk"
)

// sources returns all programs, with float64 and without.
func sources() []clrt.Source {
	all := []clrt.Source{(&hitlist.List{}).OrderSource(), (&hitlist.List{}).JoinSource()}
	for _, finds := range []bool{false, true} {
		all = append(all, trajdistsearch.New(nil, nil, nil, trajdistsearch.Tuning{Finds: finds}).Source())
		for _, segments := range []bool{false, true} {
			all = append(all, walk.New(nil, nil, nil, walk.Tuning{Finds: finds, Segments: segments}).Sources()...)
		}
	}
	return all
}

func TestArguments(t *testing.T) { clrttest.CheckArguments(t, sources()...) }

func TestConstants(t *testing.T) { clrttest.CheckConstants(t, sources()...) }
