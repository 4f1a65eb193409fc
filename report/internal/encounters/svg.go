package encounters

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/internal/outfile"
	"flyby/internal/scene"
	"flyby/internal/svg"
)

// The size of a picture, and the box of its curve, in the units of the picture: pixels.
const (
	svgWidth, svgHeight                  = 640, 300
	boxLeft, boxTop, boxRight, boxBottom = 64, 56, svgWidth - 16, svgHeight - 42
	ticksAcross, ticksUp                 = 7, 5
	namesAt                              = 38 // the line of the distances' name and the legend
	nameRoom                             = 32 // characters of a name in the heading, which has two
	headroom                             = 1.05
)

// Pictures writes the distance against time of each row shown to a file of its own, in the folder of the request, if there is one, which is relative to another one and made where it is missing.
func (m *maker) Pictures(in string) error {
	if err := m.Ctx.Err(); m.SVG == "" || err != nil {
		return err
	}
	if err := os.MkdirAll(infile.In(in, m.SVG), 0o777); err != nil {
		return infile.Named(err, m.SVG)
	}
	for n := range m.Shown {
		if err := m.Ctx.Err(); err != nil {
			return err
		}
		path := filepath.Join(m.SVG, m.pictureName(n))
		if _, err := outfile.Whole(m.Ctx, in, path, nil, func(w io.Writer) (int, error) { return w.Write(m.svgOf(n)) }); err != nil {
			return err
		}
	}
	return nil
}

// pictureName returns the file name of a row's picture: its number, padded so that names sort as numbers do.
func (m *maker) pictureName(n int) string {
	return fmt.Sprintf("%0*d.svg", len(strconv.Itoa(len(m.Shown))), n+1)
}

// An svgWriter writes the distance of a pass against time as a picture that stands alone: black on white, without script, style or anything to load. Only the method Text
// writes texts of the data, and escapes them; all else is numbers, and our own markup.
type svgWriter struct {
	svg.Writer
	data   *Data
	pass   *Pass
	row    *row
	clock  scene.Clock
	shown  period
	top    float64  // upper end of the distances' axis
	reach  *float64 // how far apart the two may be in an encounter: the threshold, plus the radii of both; nil: not known
	x, y   svg.Scale
	curves [][]moment
}

// svgOf returns the picture of a row shown.
func (m *maker) svgOf(n int) []byte {
	w := &svgWriter{data: &m.Data, pass: &m.Data.Passes[n], row: m.Shown[n], clock: m.Clock()}
	w.measure()
	w.head()
	w.axes()
	w.legend()
	w.lines()
	w.moments()
	w.Markup("</g>\n</svg>\n")
	return w.Bytes()
}

// measure finds the ranges of time and distance to show, and their scales.
func (w *svgWriter) measure() {
	w.shown, w.curves = w.pass.whole(), w.pass.curves()
	most := 0.0
	for _, m := range slices.Concat(w.curves...) {
		most = max(most, m.distance)
	}
	if w.data.Threshold != nil {
		reach := *w.data.Threshold + w.pass.Radii
		w.reach, most = &reach, max(most, reach)
	}
	w.top = cmp.Or(most*headroom, 1)
	w.x = svg.Scale{From: w.shown.from, To: w.shown.until, First: boxLeft, Last: boxRight}
	w.y = svg.Scale{To: w.top, First: boxBottom, Last: boxTop}
}

// head writes the part of the picture before the axes. The plot's group element has the ranges of its box, so that values can be read back from places.
func (w *svgWriter) head() {
	w.Markup(`<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="640" height="300" viewBox="0 0 640 300" font-family="sans-serif" font-size="12" role="img">
`)
	names := w.row.names()
	w.Text("<title>Distance against time: ", names[0]+" and "+names[1], "</title>\n")
	w.Markup(`<rect width="640" height="300" fill="#fff"/>
<text x="320" y="18" text-anchor="middle" font-size="13">`)
	w.name(names[0])
	w.Markup(" and ")
	w.name(names[1])
	w.Text(", ", scene.Short(w.row.distance)+scene.UnitAfter(w.data.Length), "</text>\n")
	w.Markup(`<g class="plot" data-from="`, scene.Exact(w.shown.from), `" data-until="`, scene.Exact(w.shown.until), `" data-most="`, scene.Exact(w.top),
		`" data-box="`, fmt.Sprint(boxLeft, boxTop, boxRight, boxBottom), "\">\n")
}

// name writes a name, cut where it is long, and isolated, so that a name written from right to left does not turn the text around it.
func (w *svgWriter) name(name string) {
	if utf8.RuneCountInString(name) > nameRoom {
		name = string([]rune(name)[:nameRoom-1]) + "…"
	}
	w.Text(`<tspan unicode-bidi="isolate">`, name, "</tspan>")
}

// axes writes the span of the encounter, both axes, their ticks and their names.
func (w *svgWriter) axes() {
	enter, exit := w.x.At(w.pass.Enter), w.x.At(w.pass.Exit)
	w.Markup(`<rect class="within" fill="#eee" x="`, enter, `" y="`, float64(boxTop), `" width="`, max(exit-enter, 1), `" height="`, float64(boxBottom-boxTop), "\"/>\n")
	unit, seconds := w.data.Time, 1.0
	if w.data.Clocked() {
		unit, seconds = clockUnit(w.shown)
	}
	for _, v := range svg.Ticks(w.shown.from/seconds, w.shown.until/seconds, ticksAcross) {
		x, text := w.x.At(float64(v*seconds)), scene.Short(v)
		if v > 0 {
			text = "+" + text
		}
		w.Line("grid", "#ddd", x, boxTop, x, boxBottom)
		w.Label(x, boxBottom+16, "middle", text)
	}
	for _, v := range svg.Ticks(0, w.top, ticksUp) {
		w.Line("grid", "#ddd", boxLeft, w.y.At(v), boxRight, w.y.At(v))
		w.Label(boxLeft-6, w.y.At(v)+4, "end", scene.Short(v))
	}
	w.Line("axis", "#000", boxLeft, boxTop, boxLeft, boxBottom)
	w.Line("axis", "#000", boxLeft, boxBottom, boxRight, boxBottom)
	what := "distance"
	if w.data.Vertical {
		what = "horizontal distance"
	}
	w.Label(boxLeft, namesAt, "start", scene.InUnit(what, w.data.Length))
	w.Label((boxLeft+boxRight)/2, boxBottom+34, "middle", scene.InUnit("time from "+w.clock.Short(w.row.closest), unit))
}

// legend writes the line of the threshold, where it is known, and above the box, away from curves and lines, the least distance and the threshold.
func (w *svgWriter) legend() {
	unit := scene.UnitAfter(w.data.Length)
	text := "◆ least " + scene.Short(w.row.distance) + unit
	if w.reach != nil {
		what := ", ┄ threshold "
		if w.pass.Radii > 0 {
			what += "and radii "
		}
		text += what + scene.Short(*w.reach) + unit
		w.Line(`threshold" stroke-dasharray="2 3`, "#000", boxLeft, w.y.At(*w.reach), boxRight, w.y.At(*w.reach))
	}
	w.Label(boxRight, namesAt, "end", text)
}

// lines writes a curve for each period common to both: gaps stay open. The curve of a point event is dashed, since the event has one instant only.
func (w *svgWriter) lines() {
	class := "curve"
	if w.pass.Query.Event || w.pass.Entry.Event {
		class = `curve absent" stroke-dasharray="5 4`
	}
	for _, curve := range w.curves {
		w.Markup(`<path class="`, class, `" fill="none" stroke="#000" stroke-width="1.5" stroke-linejoin="round" d="`)
		command := "M"
		for _, m := range curve {
			w.Markup(command, w.x.At(m.t), " ", w.y.At(m.distance))
			command = "L"
		}
		w.Markup("\"/>\n")
	}
}

// moments marks when the two came within the threshold, when they were closest and when they parted.
func (w *svgWriter) moments() {
	if w.pass.Enter < w.pass.Exit {
		enter, exit := w.x.At(w.pass.Enter), w.x.At(w.pass.Exit)
		w.Line("moment", "#888", enter, boxTop, enter, boxBottom)
		w.Line("moment", "#888", exit, boxTop, exit, boxBottom)
		w.beside(enter, -1, "enter")
		w.beside(exit, 1, "exit")
	}
	w.Markup(`<path class="closest" d="M`, w.x.At(0), " ", w.y.At(w.row.distance)-5, "l5 5l-5 5l-5 -5z\"/>\n")
}

// beside writes a note above the box, on one side of a place, or on the other side where there is no room on the first.
func (w *svgWriter) beside(x, side float64, text string) {
	const apart, room = 3, 34
	if at := x + float64(side*room); at < boxLeft || at > boxRight {
		side = -side
	}
	anchor := "start"
	if side < 0 {
		anchor = "end"
	}
	w.Label(x+float64(side*apart), boxTop-4, anchor, text)
}

// clockUnit returns the unit in which offsets of timestamps in a period are shown, and its seconds.
func clockUnit(s period) (string, float64) {
	const minute, hour, day = 60, 3600, 86400
	switch length := s.until - s.from; {
	case length <= 3*minute:
		return "s", 1
	case length <= 3*hour:
		return "min", minute
	case length <= 3*day:
		return "h", hour
	}
	return "d", day
}
