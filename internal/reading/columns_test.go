package reading

import (
	"math"
	"testing"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// TestRange wants the ranges of columns to equal the limits for rows.
func TestRange(t *testing.T) {
	for _, rules := range []trajectory.Rules{{}, {Limits: geo.Limits()}} {
		for kind := range NumFloats {
			least, greatest := rules.Range(ColumnKey(kind))
			for value, good := range map[float64]bool{
				least: true, greatest: true, (least + greatest) / 2: true,
				math.Nextafter(least, math.Inf(-1)): false, math.Nextafter(greatest, math.Inf(1)): false,
				math.Inf(1): false, math.Inf(-1): false, math.NaN(): false,
			} {
				var v [NumFloats]float64
				v[kind] = value
				if bad := rules.Check(sampleOf(&v)); (bad == nil) != good {
					t.Errorf("%+v: %s = %v: %v", rules, ColumnKey(kind), value, bad)
				}
			}
		}
	}
}
