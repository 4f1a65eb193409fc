package measure

import (
	"context"
	"time"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/results"
	"flyby/internal/testing/enginetest"
)

// ModelFact names the performance model of the device, a Calibration.
const (
	ModelFact    = "model"
	cpuModelFact = "model of the cpu"
)

// Calibration is a model and the time to make it, in seconds.
type Calibration struct {
	Model   *enginetest.Model `json:"model"`
	Seconds float64           `json:"seconds"`
}

// PredictionFact names the Predictions of a search.
func PredictionFact(name string) string { return "predictions " + name }

// Predictions has the model's predictions of a search, made before it runs.
type Predictions struct {
	Choice   Prediction   `json:"choice"`  // for the batch size that it picks for Periodic
	Curve    []Prediction `json:"curve"`   // for the batch sizes of the sweep
	Walk     Prediction   `json:"walk"`    // for the spatiotemporal method
	Tests    int          `json:"tests"`   // interactions sampled for alpha
	Error    float64      `json:"error"`   // standard error of the hits, as a fraction of them
	Overhead float64      `json:"seconds"` // the time to predict the choice
}

// Prediction is a predicted search, in seconds.
type Prediction struct {
	S            int     `json:"s,omitempty"`
	Kernel       float64 `json:"kernel"` // T_GPU
	Host         float64 `json:"host"`   // T_CPU
	Interactions float64 `json:"interactions"`
	Hits         float64 `json:"hits"`
}

// Seconds returns the predicted response time.
func (p Prediction) Seconds() float64 { return p.Kernel + p.Host }

func newPrediction(p enginetest.Prediction) Prediction {
	return Prediction{
		S: p.Size, Kernel: p.Kernel.Seconds(), Host: p.Host.Seconds(), Interactions: p.Interactions, Hits: p.Hits,
	}
}

// calibrate makes the models of the device and of the cpu (paper, §8.1.3 and §8.2), unless the journal has
// them, and stores them where method auto reads them.
func (r *runner) calibrate(ctx context.Context, _ datasets.Search) error {
	if r.QuickModel {
		return r.calibrateQuickly(ctx)
	}
	devices, err := flyby.Devices()
	if err != nil {
		return err
	}
	wanted := map[string]string{r.Device: ModelFact}
	if r.Auto == AutoDevice && r.Device != "cpu" {
		wanted["cpu"] = cpuModelFact
	}
	for _, d := range devices {
		if fact, ok := wanted[d.Selector]; ok {
			if err := r.calibrateDevice(ctx, fact, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// calibrateDevice makes the model of one device, or stores the journal's where method auto reads it.
func (r *runner) calibrateDevice(ctx context.Context, fact string, d flyby.Device) error {
	var known Calibration
	if ok, err := r.journal.Fact(fact, &known); ok || err != nil {
		if _, missing := enginetest.TunedModel(d); missing == nil || err != nil {
			return err
		}
		return known.Model.Keep(d)
	}
	start := time.Now()
	_, err := flyby.Tune(ctx, flyby.Options{Device: d.Selector, Progress: func(p flyby.Progress) {
		r.Progress(Progress{r.phase, r.before + r.share*p.Done/max(p.Total, 1), r.total})
	}}, "")
	if err != nil {
		return err
	}
	took := time.Since(start).Seconds()
	model, err := enginetest.TunedModel(d)
	if err != nil {
		return err
	}
	return r.journal.SetFact(fact, Calibration{model, took})
}

// calibrateQuickly makes a coarse model of the device for the journal alone.
func (r *runner) calibrateQuickly(ctx context.Context) error {
	if ok, err := r.journal.Fact(ModelFact, new(Calibration)); ok || err != nil {
		return err
	}
	start := time.Now()
	model, err := enginetest.QuickModel(ctx, r.Device, r.Cores)
	if err != nil {
		return err
	}
	return r.journal.SetFact(ModelFact, Calibration{model, time.Since(start).Seconds()})
}

// predict predicts the time of the search with the model, unless the journal has the prediction.
func (r *runner) predict(ctx context.Context, s datasets.Search) error {
	var known Predictions
	var c Calibration
	if ok, err := r.journal.Fact(PredictionFact(s.Name), &known); ok || err != nil {
		return err
	}
	if ok, err := r.journal.Fact(ModelFact, &c); !ok || err != nil {
		return err
	}
	if err := r.data.load(ctx, &r.Plan); err != nil {
		return err
	}
	var sizes []int
	for _, p := range results.SweepCurve(r.measurements()) {
		sizes = append(sizes, p.S)
	}
	said := c.Model.Predict(r.data.enginetestSearch(r.data.current.Distance), sizes, r.Cores)
	return r.journal.SetFact(PredictionFact(s.Name), newPredictions(said))
}

func newPredictions(said enginetest.Predictions) Predictions {
	p := Predictions{
		Choice: newPrediction(said.Choice), Walk: newPrediction(said.Walk),
		Tests: said.Tests, Error: said.Error, Overhead: said.Overhead.Seconds(),
	}
	for _, at := range said.Curve {
		p.Curve = append(p.Curve, newPrediction(at))
	}
	return p
}
