package job_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory/format"
)

// slowGPU is a provider of one device, which opens once the gate is open.
type slowGPU struct {
	gate, opens chan struct{} // opens is closed as the device begins to open
	closed      chan struct{}
	failed      error
}

func (*slowGPU) Name() string { return "slow" }

func (*slowGPU) List() ([]kernel.Device, error) {
	return []kernel.Device{{Selector: "slow:0", Name: "slow GPU", Kind: kernel.GPU, Float64: true}}, nil
}

func (g *slowGPU) Open(d kernel.Device, o kernel.OpenOptions) (kernel.Driver, error) {
	close(g.opens)
	<-g.gate
	if g.failed != nil {
		return nil, g.failed
	}
	return &slowDriver{host.New(1), d, g}, nil
}

// slowDriver is the cores of the host by another name.
type slowDriver struct {
	kernel.Driver
	device kernel.Device
	of     *slowGPU
}

func (d *slowDriver) Device() kernel.Device { return d.device }

func (d *slowDriver) Close() error {
	close(d.of.closed)
	return d.Driver.Close()
}

// askOf is a join on a slow GPU.
func askOf(t *testing.T, text string) (job.Ask, *slowGPU) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	g := &slowGPU{gate: make(chan struct{}), opens: make(chan struct{}), closed: make(chan struct{})}
	a := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Machine: flyby.Options{Device: "slow:0", Providers: []kernel.Provider{host.Provider{}, g}}}
	a.Search.Distance = 2
	return a, g
}

const twoObjects = "id,t,x,y\na,0,0,0\na,1,1,0\nb,0,0,1\nb,1,1,1\n"

// TestOpensBeside: a device opens while files are read, without being waited for, and the search takes it; the index is made meanwhile.
func TestOpensBeside(t *testing.T) {
	a, g := askOf(t, twoObjects)
	j, err := job.Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	<-g.opens
	close(g.gate)
	rows := 0
	r, err := j.Run(t.Context(), job.Func(func(r job.Rows) error { rows++; return nil }))
	if err != nil || r.Rows != 1 || r.Stats.Device != "slow GPU" || rows == 0 {
		t.Errorf("%d rows on %s (%v), want one on the slow GPU", r.Rows, r.Stats.Device, err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	<-g.closed
}

// TestOpeningFails: the error of a device that does not open is the job's.
func TestOpeningFails(t *testing.T) {
	a, g := askOf(t, twoObjects)
	g.failed = errors.New("broken")
	close(g.gate)
	if _, err := job.Run(t.Context(), a, job.Func(func(job.Rows) error { return nil })); !errors.Is(err, g.failed) {
		t.Errorf("%v, want %v", err, g.failed)
	}
}

// TestOpeningIsGivenUp: where files cannot be read, or the job is cancelled, it ends without waiting for the device, which is closed once it is open.
func TestOpeningIsGivenUp(t *testing.T) {
	a, g := askOf(t, twoObjects)
	bad, _ := askOf(t, "id,t,x,y\na,0,0\n")
	a.Queries = bad.Entries
	a.Taken = func(job.Data, *format.Options) { <-g.opens }
	if _, err := job.Open(t.Context(), a); err == nil {
		t.Error("a bad file was read")
	}
	close(g.gate)
	<-g.closed

	a, g = askOf(t, twoObjects)
	j, err := job.Open(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	<-g.opens
	ctx, stop := context.WithCancel(t.Context())
	stop()
	close(g.gate)
	if _, err := j.Run(ctx, job.Func(func(job.Rows) error { return nil })); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	<-g.closed
}
