// Package reading is the workshop of readers of trajectory files: the table of formats, the columns of a file and their meaning, presets, advice about
// files that lack columns, and rows that are checked as they come. Readers of single formats are packages below it, fileset reads files with them, and
// trajectory/format has what a program says and learns about a reading.
package reading
