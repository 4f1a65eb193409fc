package opencl

import (
	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/trajdistsearch"
	"flyby/kernel/opencl/internal/walk"
)

// Program is a program in OpenCL C, as the driver compiles it.
type Program struct {
	Name    string // in logs and errors
	Options string // for the compiler
	Text    string
}

// RangerPrograms returns the programs of comparing batches with ranges (kernel.Ranger) on a device, described
// by its Kind, Units and Float64: GPUTrajDistSearch first (paper, Algorithm 1), then, where the device orders
// hits, the order.
func (Provider) RangerPrograms(d kernel.Device) ([]Program, error) {
	t := tuningFor(d)
	ranger := trajdistsearch.New(nil, nil, nil, t.ranger(d))
	return programs(append([]clrt.Source{ranger.Source()}, t.orderSources(d)...))
}

// WalkerPrograms returns the programs of walks (kernel.Walker) on a device: the program of all walks, the programs that only some walks launch, then, where the device
// orders hits, the order, and the joining to encounters.
func (Provider) WalkerPrograms(d kernel.Device) ([]Program, error) {
	t := tuningFor(d)
	sources := append(walk.New(nil, nil, nil, t.walker(d, false)).Sources(), t.orderSources(d)...)
	if l := t.ordered(d); l.Orders() {
		sources = append(sources, l.JoinSource())
	}
	return programs(sources)
}

// ordered returns a list of hits without a device, for its sources.
func (t tuning) ordered(d kernel.Device) *hitlist.List {
	return &hitlist.List{Tuning: t.list(d, 0)}
}

// orderSources returns the program that orders hits, where the device orders them.
func (t tuning) orderSources(d kernel.Device) []clrt.Source {
	if l := t.ordered(d); l.Orders() {
		return []clrt.Source{l.OrderSource()}
	}
	return nil
}

// programs returns the texts and options of sources.
func programs(sources []clrt.Source) (all []Program, err error) {
	for _, s := range sources {
		text, err := s.Text()
		if err != nil {
			return nil, err
		}
		all = append(all, Program{Name: s.Label, Options: s.Groups.Options(), Text: text})
	}
	return all, nil
}
