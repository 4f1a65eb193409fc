package predict

import (
	"os"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/estimate"
	"flyby/kernel"
	"flyby/trajectory"
)

// calibrated returns the model of a fake GPU.
func calibrated(t testing.TB) *Model { return modelOf(t, "gpu") }

// modelOf returns a model of testdata, which package calibrate made of a fake device that follows a law.
func modelOf(t testing.TB, law string) *Model {
	t.Helper()
	text, err := os.ReadFile("testdata/" + law + ".json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// fake returns the fake device of calibrated's model.
func fake() kernel.Device {
	return kernel.Device{Name: "Fake (TM) 9000", Platform: "test", Driver: "1.0", Units: 4, Tile: 1}
}

// workload makes a workload of a search.
func workload(entries, queries *trajectory.Store, r interaction.Rule) *estimate.Workload {
	bins := binindex.NewBins(entries, 200)
	return estimate.NewEntries(entries, bins).NewWorkload(queries, r)
}
