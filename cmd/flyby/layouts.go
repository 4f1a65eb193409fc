package main

import (
	"cmp"

	"flyby/trajectory/format"
)

// tellLayouts names, for each layout, its files and the columns that were taken.
func (a *app) tellLayouts(layouts []format.Layout) {
	for _, l := range layouts {
		a.display.warn("%s: %s", layoutFiles(l), layoutColumns(l))
	}
}

// layoutFiles are the files of a layout.
func layoutFiles(l format.Layout) string { return shownFiles(l.First, l.Files) }

// layoutColumns are the columns of a layout.
func layoutColumns(l format.Layout) string { return cmp.Or(l.Columns, "no preset") }
