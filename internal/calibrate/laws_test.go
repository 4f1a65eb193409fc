package calibrate

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"flyby/internal/estimate"
	"flyby/internal/predict"
	"flyby/internal/testing/modeltest"
	"flyby/internal/tier"
)

// rewrite makes TestModelsOfLaws write the models anew.
var rewrite = flag.Bool("rewrite", false, "write the models of internal/predict/testdata anew")

// modelledLaws are the laws whose models the tests of perfmodel read from its testdata.
func modelledLaws() map[string]law {
	wide := gpu()
	wide.quantum, wide.lanes = 32, 3000
	return map[string]law{"gpu": gpu(), "wide-gpu": wide, "cpu": cpu()}
}

// TestModelsOfLaws: the models of testdata predict about the same as models of the laws that are calibrated now;
// processors differ in the last bits.
func TestModelsOfLaws(t *testing.T) {
	tier.Full(t)
	for name, l := range modelledLaws() {
		m, f := calibrated(t, l)
		path := filepath.Join("..", "predict", "testdata", name+".json")
		if *rewrite {
			if err := m.Save(path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		kept := filepath.Join(t.TempDir(), "model.json") // owned by the user, as models must be
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(kept, text, 0o600); err != nil {
			t.Fatal(err)
		}
		read, err := predict.LoadFor(kept, f.Device())
		if err != nil {
			t.Fatal(err)
		}
		mix := estimate.Mix{Alpha: 0.01, Beta: 0.7, Gamma: 0.29}
		modeltest.Near(t, name+": a batch", read.Kernel.Time(3000, 100, mix), m.Kernel.Time(3000, 100, mix), 1e-6)
		modeltest.Near(t, name+": the host", read.Host.Invocations(100, 2000), m.Host.Invocations(100, 2000), 1e-6)
		modeltest.Near(t, name+": a box test", read.Walk.BoxTest, m.Walk.BoxTest, 1e-6)
	}
}
