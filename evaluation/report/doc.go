// Package report writes a document of text, tables and figures as Markdown with the figures in files of
// their own, and as one HTML page that holds them. A Document is a value without layout; the templates
// have the layout and nothing else.
package report
