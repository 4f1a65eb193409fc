// Package question is a question as data: what the flags of cmd/flyby, the parameters of serve, a manifest of slabs and the documents declare, read
// and write. A Field is declared once, and each of them ranges over Fields.
package question
