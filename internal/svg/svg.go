// Package svg writes pictures that stand alone, piece by piece: markup, texts, lines, and scales with their ticks. The packages that draw decide
// what is in a picture.
package svg

import (
	"bytes"
	"encoding/xml"
	"strconv"
)

// A Writer writes a picture. The method Text alone, and Label by it, writes texts of data, and escapes them; all else is numbers, and markup of this program.
type Writer struct {
	bytes.Buffer
}

// Markup writes markup of this program as it is, and numbers, float64 each, rounded to a hundredth.
func (w *Writer) Markup(pieces ...any) {
	for _, piece := range pieces {
		switch v := piece.(type) {
		case string:
			w.WriteString(v)
		case float64:
			w.Write(strconv.AppendFloat(w.AvailableBuffer(), v, 'f', 2, 64))
		}
	}
}

// Text writes a text between two pieces of markup.
func (w *Writer) Text(before, text, after string) {
	w.WriteString(before)
	xml.EscapeText(w, []byte(text)) //nolint:errcheck // a buffer takes all
	w.WriteString(after)
}

// Label writes a text at a place.
func (w *Writer) Label(x, y float64, anchor, text string) {
	w.Markup(`<text x="`, x, `" y="`, y, `" text-anchor="`, anchor, `">`)
	w.Text("", text, "</text>\n")
}

// Line writes a straight line.
func (w *Writer) Line(class, stroke string, x1, y1, x2, y2 float64) {
	w.Markup(`<line class="`, class, `" stroke="`, stroke, `" x1="`, x1, `" y1="`, y1, `" x2="`, x2, `" y2="`, y2, "\"/>\n")
}
