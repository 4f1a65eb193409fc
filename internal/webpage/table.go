package webpage

import (
	"strconv"
	"unicode/utf8"
)

// A Table is the table of a page, in a section of its own. A script lets readers choose rows, and sort them by columns.
type Table struct {
	Name, Title string // such as encounters and Encounters
	Heads       []string
	Sorted      int    // the column that rows are sorted by
	Order       string // their order, ascending or descending; "": they are sorted by no column
	Rows        int
	Row         func(n int) // writes a row: BeginRow, and its cells
}

// plainRows is how many rows of a table stand in it without the script, which adds the others: browsers take long for tables.
const plainRows = 200

// Table writes a table.
func (w *Writer) Table(t *Table) {
	w.Section(t.Name, t.Title)
	w.Markup(`<div class="scroll">
<table id="table" role="grid" aria-labelledby="`, t.Name, `-title">
<thead><tr>
`)
	for n, head := range t.Heads {
		sorted := ""
		if n == t.Sorted && t.Order != "" {
			sorted = ` aria-sort="` + t.Order + `"`
		}
		w.Text(`<th scope="col"`+sorted+`><button type="button">`, head, "</button></th>\n")
	}
	w.Markup("</tr></thead>\n<tbody>\n")
	first := w.Len()
	for n := range t.Rows {
		if n == plainRows {
			first = w.Len()
		}
		t.Row(n)
		w.Markup("\n</tr>\n")
	}
	if t.Rows > plainRows {
		w.rows = string(w.Bytes()[first:])
		w.Truncate(first)
	}
	w.Markup("</tbody>\n</table>\n</div>\n")
	w.EndSection()
}

// BeginRow begins row n of a table, with its id, and with attributes data-NAME, as pairs of NAME and text, before and behind the attributes that its choice changes.
func (w *Writer) BeginRow(n int, id string, before, behind [][2]string) {
	index := "-1"
	if n == 0 {
		index = "0"
	}
	w.Text(`<tr id="`, id, `" data-row="`+strconv.Itoa(n)+`"`)
	w.fields(before)
	w.Markup(` tabindex="`, index, `" aria-selected="false"`)
	w.fields(behind)
	w.Markup(">\n")
}

// fields writes attributes of a row.
func (w *Writer) fields(all [][2]string) {
	for _, f := range all {
		w.Text(" data-"+f[0]+`="`, f[1], `"`)
	}
}

// Plain writes cells with texts, which rows are sorted by.
func (w *Writer) Plain(texts ...string) {
	for _, text := range texts {
		w.Text("<td>", text, "</td>")
	}
}

// mostCharacters is how many characters a name has room for.
const mostCharacters = 20

// Named writes a cell with a name; the title is shown where somebody points at it. Long names alone are cut by the browser, which takes long for cells that cut.
func (w *Writer) Named(title, name string) {
	switch {
	case utf8.RuneCountInString(name) > mostCharacters:
		w.Text(`<td class="long" title="`, title, `">`)
	case title != name:
		w.Text(`<td title="`, title, `">`)
	default:
		w.Markup("<td>")
	}
	w.Text("", name, "</td>")
}

// Cell writes a cell with a number, and the value that rows are sorted by.
func (w *Writer) Cell(sort, shown string) {
	w.Text(`<td data-sort="`, sort, `">`)
	w.Text("", shown, "</td>")
}

// Section begins a section with a heading.
func (w *Writer) Section(name, title string) {
	w.Markup(`<section aria-labelledby="`, name, "-title\">\n<h2 id=\"", name, `-title">`, title, "</h2>\n")
}

// EndSection ends a section.
func (w *Writer) EndSection() { w.Markup("</section>\n") }

// Figure writes the place of a picture, with its caption.
func (w *Writer) Figure(name, caption string) {
	w.Markup(`<figure id="`, name, `"><figcaption>`, caption, "</figcaption></figure>\n")
}

// Chosen begins the section of the chosen row, with a heading that its script changes.
func (w *Writer) Chosen(title string) {
	w.Markup(`<section id="chosen" aria-labelledby="chosen-title">
<h2 id="chosen-title" aria-live="polite">`, title, "</h2>\n")
}
