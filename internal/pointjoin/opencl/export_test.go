package opencl

import (
	"time"

	"flyby/internal/cl"
)

// Watch times each launch of a kernel, and calls tell with the time.
func (d *Driver) Watch(tell func(kernel string, took time.Duration)) {
	d.dev.Queues.Time(true)
	d.dev.Queues.Watch = func(kernel string, p cl.Profile) { tell(kernel, p.Duration()) }
}

// Manners returns all manners.
func Manners() []Manner { return []Manner{ByKind, LikeGPU, InParts} }
