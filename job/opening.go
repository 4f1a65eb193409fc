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

// openBeside begins to open the device of the job, where it is certain that the job will need it, so that files are read meanwhile. Reading and searching take the
// device from there. A bound on memory is for a driver that is loaded after the files are read.
func (j *Job) openBeside(c *source.Config) {
	if m := &j.ask.Machine; !machine.OpensBeside(m) || machine.OnHost(m.Method) || c.Device != m.Device {
		return
	}
	needs := drivers.Programs{Encounters: j.ask.Level != question.Hits, Queries: j.ask.searches()}
	c.Providers, j.opening = drivers.OpenBeside(c.Method, c.Device, c.Providers, j.opens(), needs)
	j.ask.Machine.Providers = c.Providers
}

// beginAuto begins to open the first GPU where the choice of the device is flyby's and the data are as large as those for which a GPU may pay: whether it searches is chosen once they are read.
func (j *Job) beginAuto(c *source.Config, inputs []source.Input) {
	least := uint64(math.MaxUint64) // rows of the smaller data set: more rows than a search has queries are passed over by the index
	for i := range inputs {
		rows, known := fileset.EstimateFiles(inputs[i].Files, inputs[i].Read)
		if !known {
			return
		}
		least = min(least, rows)
	}
	if m := &j.ask.Machine; len(inputs) == 0 || c.Copied || c.Device != m.Device || !machine.MayOpenBeside(m, least) {
		return
	}
	needs := drivers.Programs{Encounters: j.ask.Level != question.Hits, Queries: j.ask.searches()}
	c.Providers, j.beside = drivers.OpenBeside(c.Method, c.Device, c.Providers, j.opens(), needs)
	j.ask.Machine.Providers = c.Providers
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
