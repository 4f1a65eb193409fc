package calibrate

import (
	"testing"

	"flyby/internal/estimate"
	"flyby/internal/fit"
	"flyby/internal/predict"
	"flyby/internal/testing/modeltest"
)

// fitKernel finds lanes and form that predict mixed points, for devices with any lanes and form.
func TestFitOfMixedPoints(t *testing.T) {
	for _, truth := range []struct {
		form            predict.Form
		lanes, hitLanes float64
	}{{predict.Separate, 1, 1}, {predict.Separate, 30, 3}, {predict.Separate, 1, 0.3}, {predict.Nested, 1, 1}, {predict.Nested, 20, 2}} {
		device := mixable(t)
		device.Form, device.Lanes, device.HitLanes = truth.form, truth.lanes, truth.hitLanes
		var points []MixedPoint
		for _, m := range []estimate.Mix{{Alpha: 1. / 3, Beta: 1. / 3, Gamma: 1. / 3}, {Alpha: 0.02, Beta: 0.7, Gamma: 0.28}, {Beta: 0.7, Gamma: 0.3}, {Alpha: 0.005, Beta: 0.6, Gamma: 0.395, Grazing: 0.01}, {Alpha: 0.001, Beta: 0.6, Gamma: 0.399, Grazing: 0.1}} {
			for _, c := range []float64{300, 2000, 50_000} {
				points = append(points, MixedPoint{Candidates: c, Queries: 64, Mix: m, Scattered: true, Seconds: device.Time(c, 64, m)})
			}
		}
		model := mixable(t)
		fitKernel(model, nil, points)
		if model.Form != truth.form {
			t.Errorf("%+v: form %s", truth, model.Form)
		}
		for _, p := range points {
			modeltest.Near(t, "mixed", p.Predicted, p.Seconds, 0.03)
		}
	}
}

// mixable returns a kernel with a different overhead in each case, so that the forms differ.
func mixable(t *testing.T) *predict.Kernel {
	surface := func(load, rate float64) *fit.Surface {
		return modeltest.Grid(t, func(c, q float64) float64 { return 1e-5 + load*c + rate*c*q }, fit.Linear)
	}
	return &predict.Kernel{
		Hit: surface(3e-8, 9e-9), Miss: surface(1e-9, 1e-9), Apart: surface(2e-8, 2e-9), Empty: surface(1e-9, 0),
		Form: predict.Separate, Lanes: 1, HitLanes: 1, Grazing: 0.5, Quantum: 1,
	}
}
