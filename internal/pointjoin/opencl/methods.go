package opencl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	methods "flyby/internal/papers/gpujoin"
	"flyby/internal/papers/lss"
	"flyby/internal/papers/opencl/gpujoin"
	lists "flyby/internal/papers/opencl/lss"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/internal/grid"
	"flyby/internal/pointjoin/opencl/internal/tiles"
	"flyby/internal/pointjoin/opencl/rows"
)

// method is a method, and the function that loads points for it.
type method struct {
	pointjoin.Method
	load func(context.Context, *device.Device, *rows.Table, pointjoin.Set) (pointjoin.Resident, error)
}

// table returns all methods.
func table() []method {
	return []method{
		{pointjoin.Method{Name: "grid", Means: "sorts points into cells and compares the points of neighbour cells, for few dimensions", Predict: grid.Predict}, grid.Load},
		{methods.GPUSJ(), gpujoin.LoadSJ},
		{methods.GPUJoin(), gpujoin.LoadJoin},
		{lss.Method(), lists.Load},
		{pointjoin.Method{Name: "tiles", Means: "compares tiles of points as matrices are multiplied, for many dimensions", Predict: tiles.Predict}, tiles.Load},
	}
}

// Methods returns the methods of every device.
func Methods() (all []pointjoin.Method) {
	for _, m := range table() {
		all = append(all, m.Method)
	}
	return all
}

// lookUp finds a method.
func lookUp(name string) (method, error) {
	all := table()
	if at := slices.IndexFunc(all, func(m method) bool { return m.Name == name }); at >= 0 {
		return all[at], nil
	}
	var names []string
	for _, m := range all {
		names = append(names, m.Name)
	}
	return method{}, fmt.Errorf("opencl: method %q: must be one of %s", name, strings.Join(names, ", "))
}
