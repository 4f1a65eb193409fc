package report

import (
	"strings"

	"flyby/evaluation/figures"
)

// Document is a report.
type Document struct {
	Title    string
	Intro    []Block
	Sections []Section
}

// Section is a part of a report under a heading of its own.
type Section struct {
	Title  string
	Blocks []Block
}

// Anchor returns the fragment that links to a section.
func (s Section) Anchor() string { return anchor(s.Title) }

// anchor returns a heading in lower case with dashes for spaces, of letters, digits and dashes alone: the
// anchor that Markdown viewers give a heading.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z':
			return r
		}
		return -1
	}, strings.ToLower(heading))
}

// Block is one of a paragraph, a table and a figure.
type Block struct {
	Text   string
	Table  *Table
	Figure *Figure
}

// Text returns a paragraph of plain text.
func Text(text string) Block { return Block{Text: text} }

// Figure is one or more drawings under one caption.
type Figure struct {
	ID      string // of its files: "figure-07"; letters, digits and dashes
	Title   string // "Figure 7"
	Caption string
	Panels  []Panel
}

// Panel is one drawing of a figure.
type Panel struct {
	Label   string // "a"; "" where the figure has one only
	Caption string // a description, for those who cannot see it
	SVG     figures.SVG
}

// File returns the panel's file, in the folder of the report.
func (f Figure) File(p Panel) string {
	name := f.ID
	if p.Label != "" {
		name += "-" + p.Label
	}
	return "figures/" + name + ".svg"
}

// Figures lists all figures of the document.
func (d Document) Figures() []Figure {
	var all []Figure
	take := func(blocks []Block) {
		for _, b := range blocks {
			if b.Figure != nil {
				all = append(all, *b.Figure)
			}
		}
	}
	take(d.Intro)
	for _, s := range d.Sections {
		take(s.Blocks)
	}
	return all
}

// Tables returns the document with its titled tables and the text of its introduction alone.
func (d Document) Tables() Document {
	kept := Document{Title: d.Title}
	for _, b := range d.Intro {
		if b.Text != "" {
			kept.Intro = append(kept.Intro, b)
		}
	}
	for _, s := range d.Sections {
		var tables []Block
		for _, b := range s.Blocks {
			if b.Table != nil && b.Table.Title != "" {
				tables = append(tables, b)
			}
		}
		if len(tables) > 0 {
			kept.Sections = append(kept.Sections, Section{s.Title, tables})
		}
	}
	return kept
}
