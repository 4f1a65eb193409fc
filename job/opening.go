package job

import (
	"math"

	"flyby/internal/drivers"
	"flyby/internal/machine"
	"flyby/internal/pointdrivers"
	"flyby/internal/reading/fileset"
	"flyby/internal/source"
	"flyby/kernel"
	"flyby/question"
)

// openBeside begins to open a device, so that files are read meanwhile: the device of the job, where the job will need it whatever the data are, or the first GPU, where the choice of the device
// is flyby's and a GPU may pay. Reading and searching take the device from there. A bound on memory is for a driver that is loaded after the files are read.
func (j *Job) openBeside(c *source.Config, inputs []source.Input) {
	m := &j.ask.Machine
	if c.Device != m.Device || machine.OnHost(m.Method) {
		return
	}
	if !machine.OpensBeside(m) && (c.Copied || !machine.MayOpenBeside(m, func() uint64 { return leastRows(inputs) })) {
		return
	}
	needs := drivers.Programs{Encounters: j.ask.Level != question.Hits, Queries: j.ask.searches()}
	c.Providers, j.opening = drivers.OpenBeside(c.Method, c.Device, c.Providers, j.opens(), needs)
	m.Providers = c.Providers
}

// leastRows returns about the number of rows of the smaller data set, since the index passes over more rows than a search has queries; 0: it is not known.
func leastRows(inputs []source.Input) uint64 {
	if len(inputs) == 0 {
		return 0
	}
	least := uint64(math.MaxUint64)
	for i := range inputs {
		rows, known := fileset.EstimateFiles(inputs[i].Files, inputs[i].Read)
		if !known {
			return 0
		}
		least = min(least, rows)
	}
	return least
}

// opens returns the options that drivers are opened with.
func (j *Job) opens() kernel.OpenOptions {
	return kernel.OpenOptions{Threads: j.ask.Machine.Threads, Memory: drivers.Share(j.quota.Bytes()), Logger: j.ask.Machine.Logger}
}

// openBeside is openBeside for a job of points.
func (j *pointJob) openBeside() {
	if m := &j.ask.Machine; machine.OpensBeside(m) && !pointdrivers.OnHost(string(j.ask.joinMethod())) {
		m.Providers, j.opening = pointdrivers.OpenBeside(machine.Providers(m), m.Device, j.opens())
	}
}
