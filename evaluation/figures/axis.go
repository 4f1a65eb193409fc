package figures

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Axis is one axis of a chart.
type Axis struct {
	Label string
	Log   bool // values must be above 0
	// Zero makes a linear axis begin at 0.
	Zero bool
	// Min and Max, where both are set, are the range; otherwise the values set it.
	Min, Max float64
	// Names, where there are some, label 0, 1, ...
	Names []string
}

// apply sets up a plot's axis, whose range has been taken from the values before.
func (a Axis) apply(to *plot.Axis) {
	to.Label.Text = a.Label
	if a.Min < a.Max {
		to.Min, to.Max = a.Min, a.Max
	}
	widen(a, to)
	if len(a.Names) > 0 {
		to.Tick.Marker = names(a.Names)
	}
	if a.Log {
		to.Scale, to.Tick.Marker = plot.LogScale{}, plot.TickerFunc(logTicks)
	}
}

// widen keeps a range from being empty, which no axis can show, and begins it at 0 if a.Zero is set.
func widen(a Axis, to *plot.Axis) {
	if a.Zero && !a.Log {
		to.Min, to.Max = min(to.Min, 0), max(to.Max, 0)
	}
	if to.Min < to.Max {
		return
	}
	if a.Log {
		to.Min, to.Max = to.Min/2, to.Max*2
		return
	}
	half := max(math.Abs(to.Min)/10, 0.5)
	to.Min, to.Max = to.Min-half, to.Max+half
}

// logTicks labels 1, 2 and 5 times the powers of ten, or the powers alone over more than three decades.
func logTicks(lo, hi float64) []plot.Tick {
	labelled := map[int]bool{1: true, 2: true, 5: true}
	if hi/lo > 1e3 {
		labelled = map[int]bool{1: true}
	}
	var ticks []plot.Tick
	for e := int(math.Floor(math.Log10(lo))); float64(e) <= math.Log10(hi); e++ {
		for k := 1; k < 10; k++ {
			v := float64(k) * math.Pow(10, float64(e))
			if v < lo || v > hi {
				continue
			}
			t := plot.Tick{Value: v}
			if labelled[k] {
				t.Label = short(v)
			}
			ticks = append(ticks, t)
		}
	}
	return withLabels(ticks, lo, hi)
}

// short formats a tick's label, in thousands where digits would run into the next tick's.
func short(v float64) string {
	if v >= 1e4 && v < 1e6 {
		return strconv.FormatFloat(v/1e3, 'g', 6, 64) + "k"
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// withLabels labels every tick where fewer than two have a label, and the ends where there is no tick.
func withLabels(ticks []plot.Tick, lo, hi float64) []plot.Tick {
	labels := 0
	for _, t := range ticks {
		if t.Label != "" {
			labels++
		}
	}
	if labels >= 2 {
		return ticks
	}
	if len(ticks) < 2 {
		ticks = []plot.Tick{{Value: lo}, {Value: math.Sqrt(lo * hi)}, {Value: hi}}
	}
	for i := range ticks {
		ticks[i].Label = strconv.FormatFloat(ticks[i].Value, 'g', 3, 64)
	}
	return ticks
}
