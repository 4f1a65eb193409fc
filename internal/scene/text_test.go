package scene_test

import (
	"testing"

	"flyby/internal/scene"
	"flyby/trajectory"
)

// TestDuration: durations have the two largest units that fit, of whole numbers.
func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0 s", 0.25: "0.25 s", 59.5: "59.5 s", 60: "1 min", 725: "12 min 5 s", 3600: "1 h", 19626: "5 h 27 min", 86399: "24 h", 90000: "1 d 1 h", 273600: "3 d 4 h", 86400 * 1000: "1000 d",
	} {
		if got := scene.Duration(seconds); got != want {
			t.Errorf("%v s: %s, want %s", seconds, got, want)
		}
	}
}

// TestDigits: a number has as many digits as people read; a whole one has its own, up to eight.
func TestDigits(t *testing.T) {
	for v, want := range map[float64]string{18.689416578725: "18.69", 0.00012346: "0.0001235", 123456.7: "123457", 12345678: "12345678", 123456789: "123500000", 1e20: "1e+20"} {
		if got := scene.Short(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

// TestClockShort: a time has as many digits as all times need to be told apart, and no zeros at its end.
func TestClockShort(t *testing.T) {
	if got := scene.ClockOf(trajectory.Number, 100, 110).Short(105.6543221698226); got != "105.6543" {
		t.Error(got)
	}
	if got := scene.ClockOf(trajectory.Timestamp, 0, 86400).Short(60); got != "1970-01-01 00:01:00" {
		t.Error(got)
	}
}
