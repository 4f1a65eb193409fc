package tune

import (
	"io"
	"strconv"

	"flyby/internal/scene"
	"flyby/internal/svg"
)

// The size of the figure, and the box of its curves, in the units of the picture: pixels.
const (
	wide, high                           = 640, 360
	boxLeft, boxTop, boxRight, boxBottom = 64, 44, wide - 16, high - 42
	ticksUp                              = 5
	labels                               = 8 // names of sizes below the box, at most
)

// A curve is a line of the figure: a part of the predicted time.
type curve struct {
	class, stroke, name string
	of                  func(*Size) float64
}

// curves are the lines of the figure; T(s) is the last.
func curves() []curve {
	return []curve{
		{"query path", "#0b62b8", "T_GPU(s)", func(s *Size) float64 { return s.DeviceS }},
		{"entry path", "#b3470b", "T_CPU(s)", func(s *Size) float64 { return s.HostS }},
		{"curve", "#000", "T(s), their sum", func(s *Size) float64 { return s.PredictedS }},
	}
}

// WriteSVG writes the figure of T_GPU(s), T_CPU(s) and T(s) over s, with the measured times, as a picture that stands alone. Sizes stand at equal distances; times beyond four times
// the best are cut off.
func (r *Result) WriteSVG(to io.Writer) error {
	w := svg.Writer{}
	w.Markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	r.draw(&w, true)
	_, err := w.WriteTo(to)
	return err
}

// drawing is the figure while it is drawn.
type drawing struct {
	*svg.Writer
	*Result
	x, y svg.Scale
	unit float64 // seconds of the unit of the axis of times
}

// draw writes the svg element; alone: on white paper.
func (r *Result) draw(to *svg.Writer, alone bool) {
	const headroom = 1.05
	d := drawing{to, r, svg.Scale{From: -0.5, To: float64(len(r.Sizes)) - 0.5, First: boxLeft, Last: boxRight}, svg.Scale{To: headroom * r.span(), First: boxBottom, Last: boxTop}, 1}
	to.Markup(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360" font-family="sans-serif" font-size="12" role="img">
<title>Time of a search over the query segments in a batch</title>
`)
	if alone {
		to.Markup(`<rect width="640" height="360" fill="#fff"/>`, "\n")
	}
	if len(r.Sizes) > 0 && r.span() > 0 {
		d.axes()
		d.lines()
		d.marks()
		d.legend()
	}
	to.Markup("</svg>\n")
}

// axes writes both axes with their ticks and names.
func (d *drawing) axes() {
	name := "s"
	for _, u := range []struct {
		name    string
		seconds float64
	}{{"ms", 1e-3}, {"µs", 1e-6}} {
		if d.y.To < 1000*u.seconds {
			name, d.unit = u.name, u.seconds
		}
	}
	for _, v := range svg.Ticks(0, d.y.To/d.unit, ticksUp) {
		at := d.y.At(float64(v * d.unit))
		d.Line("grid", "#ddd", boxLeft, at, boxRight, at)
		d.Label(boxLeft-6, at+4, "end", scene.Short(v))
	}
	every := (len(d.Sizes) + labels - 1) / labels
	for i := 0; i < len(d.Sizes); i += every {
		d.Label(d.x.At(float64(i)), boxBottom+16, "middle", strconv.Itoa(d.Sizes[i].BatchSize))
	}
	d.Line("bar", "#000", boxLeft, boxTop, boxLeft, boxBottom)
	d.Line("bar", "#000", boxLeft, boxBottom, boxRight, boxBottom)
	d.Label(boxLeft, boxTop-8, "start", "time, "+name)
	d.Label((boxLeft+boxRight)/2, boxBottom+34, "middle", "query segments in a batch, s")
}

// lines writes the curves, cut off at the top of the box.
func (d *drawing) lines() {
	d.Markup(`<clipPath id="box"><rect x="`, float64(boxLeft), `" y="`, float64(boxTop), `" width="`, float64(boxRight-boxLeft), `" height="`, float64(boxBottom-boxTop), "\"/></clipPath>\n")
	for _, c := range curves() {
		d.Markup(`<path class="`, c.class, `" fill="none" stroke="`, c.stroke, `" stroke-width="1.5" stroke-linejoin="round" clip-path="url(#box)" d="`)
		command := "M"
		for i := range d.Sizes {
			d.Markup(command, d.x.At(float64(i)), " ", d.y.At(c.of(&d.Sizes[i])))
			command = "L"
		}
		d.Markup("\"/>\n")
	}
}

// marks writes the measured times, and the size that the model chooses.
func (d *drawing) marks() {
	for i := range d.Sizes {
		s := &d.Sizes[i]
		if s.BatchSize == d.BatchSize {
			x := d.x.At(float64(i))
			d.Line(`threshold" stroke-dasharray="2 3`, "#000", x, boxTop, x, boxBottom)
			d.Label(x+4, boxTop+12, "start", "best by the model: "+strconv.Itoa(s.BatchSize))
		}
		if s.Runs > 0 && s.SearchS <= d.y.To {
			d.Markup(`<circle class="measured" r="3" fill="#c22" cx="`, d.x.At(float64(i)), `" cy="`, d.y.At(s.SearchS), "\"/>\n")
		}
	}
}

// legend names the curves and the marks, above the box.
func (d *drawing) legend() {
	right := float64(boxRight)
	name := func(text string, mark func(x float64)) {
		const letter, gap = 6.2, 36.0
		right -= float64(letter * float64(len(text)))
		d.Label(right, boxTop-8, "start", text)
		mark(right - 6)
		right -= gap
	}
	if d.Measured != nil {
		name("measured", func(x float64) {
			d.Markup(`<circle class="measured" r="3" fill="#c22" cx="`, x-6, `" cy="`, float64(boxTop-12), "\"/>\n")
		})
	}
	for _, c := range curves() {
		name(c.name, func(x float64) {
			d.Markup(`<path class="`, c.class, `" fill="none" stroke="`, c.stroke, `" stroke-width="1.5" d="M`, x-18, " ", float64(boxTop-12), "h18\"/>\n")
		})
	}
}
