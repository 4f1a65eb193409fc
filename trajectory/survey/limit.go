package survey

import (
	"strconv"

	measure "flyby/internal/unit"
	"flyby/trajectory/format"
)

// limit chooses a limit of speed in its band, of few digits in a unit that people use for such data: knots for ships and aircraft,
// kilometres an hour for other data in metres and seconds, and otherwise the units of the data.
func (f *Survey) limit(r *format.Report) {
	if f.Jumps == 0 {
		return
	}
	own, err := (format.Units{Length: r.Units.Length, Time: r.Units.StepUnit()}).Unit(measure.Speed)
	if err != nil {
		f.Limit = shortest(f.band[0], f.band[1])
		return
	}
	shown := own
	if own.String() == "m/s" {
		name := "km/h"
		if isMarine(r) {
			name = "kn"
		}
		shown, _ = measure.Find(name, measure.Speed) // it exists
	}
	to, back := measure.Between(own, shown), measure.Between(shown, own)
	limit := shortest(to.Of(f.band[0]), to.Of(f.band[1]))
	f.Limit, f.MaxSpeed = back.Of(limit), strconv.FormatFloat(limit, 'g', -1, 64)+shown.String()
}

// isMarine reports whether columns were taken by a preset of ships or aircraft, whose speeds are in knots.
func isMarine(r *format.Report) bool {
	return r.Preset.Name == "marinecadastre" || r.Preset.Name == "opensky"
}
