package page

import (
	"math"

	"flyby/internal/scene"
)

// CoordinateError is how much distances in the data may differ from the file's, relative to the size of the coordinates.
const CoordinateError = 1e-9

// Rounding returns half a unit in the last decimal place of fields of the rows shown, which may have been rounded; 0 for files that hold exact numbers.
func (m *Maker[R, H]) Rounding(fields func(*R) []string) float64 {
	if m.Result.Binary() || len(m.Shown) == 0 {
		return 0
	}
	digits := 0
	for _, r := range m.Shown {
		for _, field := range fields(r) {
			digits = max(digits, scene.Places(field))
		}
	}
	return math.Pow10(-digits) / 2
}

// InstantAt returns how much a time in the file may differ from the true instant.
func InstantAt(t, rounding float64) float64 {
	return rounding + float64(4*math.Abs(math.Nextafter(t, math.Inf(1))-t))
}
