package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"flyby/datasets"
	"flyby/evaluation/results"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
	"flyby/perfmodel"
)

// ModelFact names the performance model of the device, a Calibration.
const ModelFact = "model"

// Calibration is a model and what it took to make, in seconds.
type Calibration struct {
	Model   *perfmodel.Model `json:"model"`
	Seconds float64          `json:"seconds"`
}

// PredictionFact names the Predictions of a search.
func PredictionFact(name string) string { return "predictions " + name }

// Predictions is what the model says of a search before it is run.
type Predictions struct {
	Choice   Prediction   `json:"choice"` // the batch size that it picks for Periodic
	Curve    []Prediction `json:"curve"`  // the batch sizes of the sweep
	Walk     Prediction   `json:"walk"`   // the spatiotemporal method
	Tests    int          `json:"tests"`  // interactions sampled for alpha
	Error    float64      `json:"error"`  // standard error of the hits, as a fraction of them
	Overhead float64      `json:"seconds"`
}

// Prediction is a predicted search, in seconds.
type Prediction struct {
	S            int     `json:"s,omitempty"`
	Kernel       float64 `json:"kernel"` // T_GPU
	Host         float64 `json:"host"`   // T_CPU
	Interactions float64 `json:"interactions"`
	Hits         float64 `json:"hits"`
}

// Seconds is the predicted response time.
func (p Prediction) Seconds() float64 { return p.Kernel + p.Host }

func newPrediction(p perfmodel.Prediction) Prediction {
	return Prediction{
		S: p.Size, Kernel: p.Kernel.Seconds(), Host: p.Host.Seconds(), Interactions: p.Interactions, Hits: p.Hits,
	}
}

// calibrate makes the model of the device (paper, §8.1.3 and §8.2), unless the journal has it.
func (r *runner) calibrate(ctx context.Context, _ datasets.Search) error {
	var known Calibration
	if ok, err := r.journal.Fact(ModelFact, &known); ok || err != nil {
		return err
	}
	driver, err := openDriver(r.Device, r.Cores)
	if err != nil {
		return err
	}
	start := time.Now()
	m, err := perfmodel.Calibrate(ctx, driver, perfmodel.Options{
		Quick: r.QuickModel, Threads: r.Cores, Seed: r.Seed, Finish: finish,
		Progress: func(done, total float64) {
			r.Progress(Progress{r.phase, r.before + r.share*done/total, r.total})
		},
	})
	if err := errors.Join(err, driver.Close()); err != nil {
		return err
	}
	return r.journal.SetFact(ModelFact, Calibration{m, time.Since(start).Seconds()})
}

// openDriver opens the driver of a selector, as package flyby does.
func openDriver(selector string, cores int) (kernel.Driver, error) {
	if selector == "cpu" {
		return host.New(cores), nil
	}
	lib, err := cl.Open()
	if err != nil {
		return nil, err
	}
	var o opencl.Options
	if dir, err := os.UserCacheDir(); err == nil {
		o.CacheDir = filepath.Join(dir, "flyby", "kernels")
	}
	return opencl.Open(lib, selector, o)
}

// predict has the model say what the search will take, unless the journal has it.
func (r *runner) predict(ctx context.Context, s datasets.Search) error {
	var known Predictions
	var c Calibration
	if ok, err := r.journal.Fact(PredictionFact(s.Name), &known); ok || err != nil {
		return err
	}
	if ok, err := r.journal.Fact(ModelFact, &c); !ok || err != nil {
		return err
	}
	if err := r.data.load(r.Scale, r.Seed); err != nil {
		return err
	}
	var sizes []int
	for _, p := range results.Curve(results.Where(r.known(), inRound(results.Sweep))) {
		sizes = append(sizes, p.S)
	}
	return r.journal.SetFact(PredictionFact(s.Name), r.data.predict(c.Model, sizes, r.Cores))
}

// predict predicts the search in use.
func (d *data) predict(m *perfmodel.Model, sizes []int, cores int) Predictions {
	rule := kernel.Rule{Distance: d.current.Distance, Window: kernel.Unbounded(), Twin: twins(d.queries, d.entries)}
	start := time.Now()
	w := d.workload(rule)
	e := w.EstimateHits(perfmodel.Sampling{})
	p := Predictions{Choice: newPrediction(m.Best(w)), Tests: e.Tests, Error: e.Error}
	p.Overhead = time.Since(start).Seconds()
	for _, s := range sizes {
		p.Curve = append(p.Curve, newPrediction(m.Predict(w, s)))
	}
	p.Walk = newPrediction(m.PredictWalk(d.countWalk(m, rule, cores)))
	return p
}
