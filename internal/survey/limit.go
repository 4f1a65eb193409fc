package survey

import (
	"strconv"

	measure "flyby/internal/unit"
	"flyby/trajectory/format"
)

// JumpsOf returns the note about the jumps of a data set that was read with a report, where there are some and motion is straight.
func JumpsOf(r *format.Report) (n Note, ok bool) {
	if r.Jumps.Segments == 0 || r.Curve != 0 {
		return n, false
	}
	return jumpNote(r.Jumps, r), true
}

// jumpNote returns the note about some jumps. It chooses a limit of speed in their band,
// of few digits in a unit that people use for such data: knots for ships and aircraft, kilometres an hour for other data in metres and
// seconds, and otherwise the units of the data.
func jumpNote(j format.Jumps, r *format.Report) Note {
	n := Note{Kind: Jumps, Count: j.Segments, Of: j.Fastest}
	own, err := (format.Units{Length: r.Units.Length, Time: r.Units.Duration()}).Unit(measure.Speed)
	if err != nil {
		n.Limit = shortest(j.Band[0], j.Band[1])
		return n
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
	limit := shortest(to.Of(j.Band[0]), to.Of(j.Band[1]))
	n.Limit, n.Speed = back.Of(limit), strconv.FormatFloat(limit, 'g', -1, 64)+shown.String()
	return n
}

// isMarine reports whether columns were taken by a preset of ships or aircraft, whose speeds are in knots.
func isMarine(r *format.Report) bool {
	return r.Preset.Name == "marinecadastre" || r.Preset.Name == "opensky"
}
