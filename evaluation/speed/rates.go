package speed

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sys/cpu"

	"flyby/internal/testing/enginetest"
)

// transferBytes is the size of the transfers by which a rate is measured: the size of 2.8 million hits.
const transferBytes = 64 << 20

// rateTrials is the number of trials of a rate; the best counts, since the rate enters a floor.
const rateTrials = 5

// An H200-class GPU in numbers: transfers over PCIe 5.0 x16 as measured on one by this package, units and
// clock as its driver tells them.
const (
	classRate    = 55.1e9 // bytes/s, either way
	classLatency = 14.2e-6
	classUnits   = 132
	classClock   = 1980 // MHz
)

// GPUClass returns the rates of an H200-class machine, for floors of machines that are not at hand.
func GPUClass() Rates {
	return Rates{
		Name: "H200 class", Up: classRate, Down: classRate, Latency: classLatency,
		Interactions: gpuInteractions(classUnits, classClock),
	}
}

// lanes is the number of float64 operations of a data centre GPU's compute unit in a clock; operations is the
// number of operations of interaction.Window.Interact, where each division and each root counts as some ten.
const (
	lanes      = 64
	operations = 200
)

// gpuInteractions returns the rate of interactions of a GPU that does nothing else.
func gpuInteractions(units, clockMHz int) float64 {
	return float64(units) * float64(clockMHz) * 1e6 * lanes / operations
}

// machineRates measures the highest rates of the machine and its device, once.
func (l *lab) machineRates() (Rates, error) {
	if l.rates != nil {
		return *l.rates, nil
	}
	d := l.machine.Device
	r := Rates{Name: strings.TrimSpace(d.Name), Interactions: hostInteractions() * vectorLanes() * float64(l.machine.Cores)}
	if d.Selector == "cpu" {
		r.Up = copyRate()
		r.Down = r.Up
	} else if err := deviceRates(d.Selector, &r); err != nil {
		return r, fmt.Errorf("speed: rates of %s: %w", d.Selector, err)
	}
	if l.gpu() && d.ClockMHz > 0 {
		r.Interactions = gpuInteractions(d.Units, d.ClockMHz)
	}
	l.rates = &r
	return r, nil
}

// deviceRates measures transfers between pinned host memory and an OpenCL device.
func deviceRates(selector string, r *Rates) (err error) {
	l, err := enginetest.OpenLink(selector, transferBytes)
	defer func() { err = errors.Join(err, l.Close()) }()
	if err != nil {
		return err
	}
	var failed error
	timed := func(up, down int) float64 {
		return best(func() { failed = errors.Join(failed, l.Exchange(up, down)) })
	}
	timed(transferBytes, transferBytes) // the driver allocates on first use
	r.Up = transferBytes / timed(transferBytes, 0)
	r.Down = transferBytes / timed(0, transferBytes)
	r.Latency = timed(HitBytes, HitBytes)
	return failed
}

// copyRate returns the bytes a second that one core copies from memory to memory.
func copyRate() float64 {
	from, to := make([]byte, transferBytes), make([]byte, transferBytes)
	copy(from, to) // so that the system has mapped the pages
	return transferBytes / best(func() { copy(to, from) })
}

// best returns the least time of some runs in seconds.
func best(do func()) float64 {
	shortest := time.Duration(0)
	for n := range rateTrials {
		start := time.Now()
		do()
		if took := time.Since(start); n == 0 || took < shortest {
			shortest = took
		}
	}
	return shortest.Seconds()
}

// vectorLanes returns the number of float64 values in a core's vector register: the greatest gain for an
// interaction that is solved alone.
func vectorLanes() float64 {
	switch {
	case cpu.X86.HasAVX512F:
		return 8
	case cpu.X86.HasAVX2:
		return 4
	}
	return 2 // SSE2, Neon
}

// hostInteractions returns the number of interactions with a hit that one core computes a second, one after
// the other.
func hostInteractions() float64 {
	const n = 1 << 17
	found := 0
	took := best(func() { found = enginetest.Interact(n) })
	if found == 0 {
		return 0 // our own bug; and found must be used
	}
	return n / took
}
