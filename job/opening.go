package job

import (
	"flyby/internal/drivers"
	"flyby/internal/machine"
	"flyby/internal/pointdrivers"
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
