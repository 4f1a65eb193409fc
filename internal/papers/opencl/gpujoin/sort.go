package gpujoin

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
)

//go:embed sort.cl
var sortText string

// The kernels of sort.cl.
const (
	countKeys  clrt.Kernel[countKeysArgs]  = "count_keys"
	placePairs clrt.Kernel[placePairsArgs] = "place_pairs"
)

type countKeysArgs struct {
	found  *cl.Buffer
	room   uint32
	starts *cl.Buffer
}

type placePairsArgs struct {
	found           *cl.Buffer
	room            uint32
	starts, seconds *cl.Buffer
}

// sortSource returns the program that sorts pairs by key.
func sortSource(groups clrt.Groups) clrt.Source {
	return clrt.Source{
		Label: "points-sort", Groups: groups, Kernels: append(device.StartsKernels(), countKeys, placePairs),
		Files: []clrt.File{clrt.ScanFile(), device.StartsFile(), {Name: "sort.cl", Text: sortText}},
	}
}

// sort enqueues the sorting of a lane's pairs by key.
func (l *lane) sort(d *device.Device, program *clrt.Program, rows int) error {
	if err := d.Queues.Zero(l.starts.Buffer, 0, 4*(rows+2)); err != nil {
		return err
	}
	over, room := clrt.Over(uint64(l.room)), uint32(l.room)
	if err := countKeys.Launch(program, over, &countKeysArgs{l.found.Buffer, room, l.starts.Buffer}); err != nil {
		return err
	}
	if err := d.Starts(program, l.starts.Buffer, rows+1, l.sums.Buffer); err != nil {
		return err
	}
	return placePairs.Launch(program, over, &placePairsArgs{l.found.Buffer, room, l.starts.Buffer, l.seconds.Buffer})
}
