package datasets

import (
	"testing"

	"flyby/trajectory"
)

// TestWorkloads compares the workloads with samples of the generator of the
// measurements in docs/baseline.md. The tolerance allows for platforms whose
// sine differs in the last bits.
func TestWorkloads(t *testing.T) {
	disc, err := Disc(310, 400, 2)
	if err != nil {
		t.Fatal(err)
	}
	walks, err := RandomWalks(310, 399, 1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		store   *trajectory.Store
		row     int
		id      string
		t, x, y float64
		z       float64
	}{
		{"disc", disc, 0, "0", 0, 4.0784008223979225, 4.215333999466751, 0.03955901603270233},
		{"disc", disc, 400, "0", 400, -6.244913203756807, 1.5929732254914608, -0.0361103528678146},
		{"disc", disc, 499, "1", 98, -9.833641577941561, 1.04460457585402, -0.2605328559062886},
		{"disc", disc, 123456, "307", 349, 8.615651874696772, 2.8958383242776597, -0.14778084935408603},
		{"walks", walks, 0, "0", 60.466029, 940.5090880450124, 664.5600532184905, 437.7141871869802},
		{"walks", walks, 1, "0", 61.466029, 940.831893297624, 665.1501205060902, 437.87299492715664},
		{"walks", walks, 400, "1", 30.81019, 374.5083590008645, 695.7137093325715, 645.9551126069214},
		{"walks", walks, 123456, "308", 322.700687, 399.3177237828818, 580.3490441885805, 803.1129970345307},
	}
	for _, tt := range tests {
		if got := tt.store.ID(tt.store.Owner(tt.row)); got != tt.id {
			t.Errorf("%s row %d: id %s, want %s", tt.name, tt.row, got, tt.id)
		}
		near(t, tt.name+": t", tt.store.T()[tt.row], tt.t, 0)
		near(t, tt.name+": x", tt.store.X()[tt.row], tt.x, 1e-9)
		near(t, tt.name+": y", tt.store.Y()[tt.row], tt.y, 1e-9)
		near(t, tt.name+": z", tt.store.Z()[tt.row], tt.z, 1e-9)
	}
}

func TestWorkloadSizes(t *testing.T) {
	disc, err := Disc(3, 400, 2)
	if err != nil {
		t.Fatal(err)
	}
	walks, err := RandomWalks(3, 399, 1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	if disc.Segments() != 1200 || walks.Segments() != 1197 {
		t.Errorf("%d and %d segments, want 1200 and 1197", disc.Segments(), walks.Segments())
	}
	if _, err := Disc(0, 400, 2); err == nil {
		t.Error("no objects: no error")
	}
}
