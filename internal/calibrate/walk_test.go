package calibrate

import (
	"fmt"
	"testing"

	"flyby/internal/estimate"
	"flyby/internal/predict"
	"flyby/internal/testing/modeltest"
)

func TestFitWalkRecoversItsCosts(t *testing.T) {
	truth := predict.Walk{Search: 1e-4, Step: 2e-6, BoxTest: 3e-9, Interaction: 4e-8, Hit: 2e-8, Query: 1e-7, Stride: 2}
	var points []WalkPoint
	for i := range 12 {
		x := float64(i + 1)
		n := estimate.WalkCount{Steps: 5 + float64(i%3), BoxTests: 1e4 * x * x, Interactions: 1e3 * x * float64(1+i%4), Hits: 200 * float64(1+i%5), Queries: 100 * float64(1+i%2)}
		points = append(points, WalkPoint{Count: n, Seconds: truth.Time(n)})
	}
	got, loss := fitWalk(points, 2)
	if loss > 1e-12 {
		t.Errorf("mean square error %v", loss)
	}
	for i, want := range costsOf(truth) {
		modeltest.Near(t, fmt.Sprint("cost ", i), costsOf(got)[i], want, 1e-4)
	}
}

// costsOf lists the costs of a walk in the order of WalkCount.Parts.
func costsOf(w predict.Walk) []float64 {
	return []float64{w.Search, w.Step, w.BoxTest, w.Interaction, w.Hit, w.Query}
}
