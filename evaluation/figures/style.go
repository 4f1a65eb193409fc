package figures

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Color is a colour of a series. The zero value lets the chart choose.
type Color uint8

// Colours that most people can tell apart (M. Okabe and K. Ito), and the colours that the paper's
// figures give the batching algorithms.
const (
	Auto Color = iota
	Vermilion
	Sky
	Teal
	Orange
	Navy
	Pink
	Gray
	Black
	Purple
	Green
	Red
	Blue
	Cyan
	Magenta
)

// rgb returns the colour, the i-th of the first eight where it is Auto.
func (c Color) rgb(i int) color.RGBA {
	table := [...]color.RGBA{
		Vermilion: {0xd5, 0x5e, 0x00, 0xff}, Sky: {0x56, 0xb4, 0xe9, 0xff}, Teal: {0x00, 0x9e, 0x73, 0xff},
		Orange: {0xe6, 0x9f, 0x00, 0xff}, Navy: {0x00, 0x72, 0xb2, 0xff}, Pink: {0xcc, 0x79, 0xa7, 0xff},
		Gray: {0x80, 0x80, 0x80, 0xff}, Black: {0, 0, 0, 0xff}, Purple: {0x80, 0x30, 0xa0, 0xff},
		Green: {0x20, 0xa0, 0x20, 0xff}, Red: {0xd0, 0x20, 0x20, 0xff}, Blue: {0x30, 0x50, 0xe0, 0xff},
		Cyan: {0x70, 0xe0, 0xe8, 0xff}, Magenta: {0xd0, 0x30, 0xd0, 0xff},
	}
	if c == Auto {
		c = Color(1 + i%8)
	}
	return table[c]
}

// fontOf returns the one font in use, at a size in points.
func fontOf(size float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
}

// newPlot returns an empty plot in the house style.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = vg.Points(6)
	for style, size := range map[*text.Style]float64{
		&p.Title.TextStyle: 11, &p.X.Label.TextStyle: 10, &p.Y.Label.TextStyle: 10,
		&p.X.Tick.Label: 9, &p.Y.Tick.Label: 9, &p.Legend.TextStyle: 9,
	} {
		style.Font = fontOf(size)
	}
	return p
}
