package interaction

import "math"

// HitRow is one hit: rows of the stores, and the interval. An Enter of NaN
// marks a Borderline interaction for the caller to settle with Exact.
type HitRow struct {
	Query, Entry uint32
	Enter, Exit  float64
}

// BorderlineRow is a Borderline interaction.
func BorderlineRow(query, entry uint32) HitRow {
	return HitRow{query, entry, math.NaN(), math.NaN()}
}

// Borderline reports whether the row is yet to be settled.
func (h HitRow) Borderline() bool { return math.IsNaN(h.Enter) }
