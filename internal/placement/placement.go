// Package placement says on which device a search is predicted to take the least time, the start of a device's driver included, and keeps how long that start takes on this
// machine, beside the performance models. Its predictions are of walks; points predict their methods by themselves, and take the start from here.
package placement

import (
	"fmt"

	"flyby/internal/estimate"
	"flyby/internal/predict"
)

// A Device is a device that a search may run on, with the seconds that a command takes there and nowhere else: what every device takes, to read and
// to index and to write, is left out.
type Device struct {
	Name  string  // in the reason of a choice
	Start float64 // until the driver is open and the first search may begin, and for the driver's end; 0: it is open
	Load  float64 // of a segment, until it is resident; 0: all are
	Walk  predict.Walk
	Told  string // what of these figures is assumed; "": nothing
}

// First searches in a process load programs from the cache of compiled kernels and make buffers, and a process that has a driver ends later.
const firstSearch = 0.04

// Costs of searches on devices that have no model. Cores were measured on an Intel Xeon with AVX-512, per core, the GPU is an NVIDIA H200.
const (
	coreBoxTest, coreInteraction, coreHit, coreQuery, coreLoad = 8e-9, 18e-9, 27e-9, 50e-9, 25e-9
	gpuBoxTest, gpuInteraction, gpuHit, gpuQuery, gpuLoad      = 0.02e-9, 0.03e-9, 3e-9, 5e-9, 6e-9
	gpuSearch                                                  = 2e-3
	// together divides the gain of many cores: they wait for memory and for each other.
	together = 1.5
)

// Cores returns the host's cores, by their model or, where m is nil, by assumed costs.
func Cores(m *predict.Model, threads int) Device {
	each := 1.0
	if threads > 1 {
		each = together / float64(threads)
	}
	p := Device{
		Name: "the cores", Load: coreLoad * each, Told: "its cost is assumed",
		Walk: predict.Walk{BoxTest: coreBoxTest * each, Interaction: coreInteraction * each, Hit: coreHit * each, Query: coreQuery * each, Stride: 1},
	}
	return p.by(m)
}

// GPU returns the first GPU, which is not open yet.
func GPU(s Start) Device {
	p := Device{
		Name: "a GPU", Start: s.Seconds + firstSearch, Load: gpuLoad, Told: "its start and its cost are assumed",
		Walk: predict.Walk{Search: gpuSearch, BoxTest: gpuBoxTest, Interaction: gpuInteraction, Hit: gpuHit, Query: gpuQuery, Stride: 1},
	}
	if s.Measured() {
		p.Name, p.Told = s.Device.Name, "its cost is assumed"
	}
	return p.by(s.model())
}

// by returns the device with the costs of a model, unless that is nil.
func (p Device) by(m *predict.Model) Device {
	if m != nil {
		p.Walk, p.Told = m.Walk, ""
	}
	return p
}

// Seconds returns the predicted seconds of a walk over some segments.
func (p Device) Seconds(segments int, n estimate.WalkCount) float64 {
	return p.Start + float64(p.Load*float64(segments)) + p.Walk.Time(n)
}

// margin is the part of the time that a choice must save to be preferred to an earlier one: a difference smaller than the errors of predictions is no reason
// to leave the default.
const margin = 0.05

// Choose returns the index of the least of some predicted times: the first, unless a later one is clearly less. The default must come first; without times
// Choose returns -1.
func Choose(seconds ...float64) int {
	best := -1
	for i, s := range seconds {
		if best < 0 || s < (1-margin)*seconds[best] {
			best = i
		}
	}
	return best
}

// Why is the reason of a choice: the predicted seconds of the taken device and of another one.
func Why(taken, other Device, seconds, others float64) string {
	return fmt.Sprintf("predicted: %.2g s by %s, %.2g s by %s", seconds, taken.told(), others, other.told())
}

// told names the device, with the seconds of its start and what is assumed of it.
func (p Device) told() string {
	text := p.Name
	if p.Start > 0 {
		text += fmt.Sprintf(", %.2g s of them to start", p.Start)
	}
	if p.Told != "" {
		text += ", where " + p.Told
	}
	return text
}

// MayPay reports whether a GPU may pay for data of about some segments, before it is known how they are searched: whether a join of stars of a galaxy, at
// about a hit for each segment, would take longer on the cores than on a GPU that is opened beside reading.
func MayPay(segments uint64, threads int) bool {
	const boxTests, interactions, hits = 26, 20, 1 // of a segment
	n := float64(segments)
	count := estimate.WalkCount{BoxTests: boxTests * n, Interactions: interactions * n, Hits: hits * n}
	gpu := GPU(Start{})
	gpu.Start = firstSearch + assumedStart/2 // reading hides the rest
	return gpu.Seconds(int(min(n, 1<<40)), count) < Cores(nil, max(threads, 1)).Seconds(int(min(n, 1<<40)), count)
}
