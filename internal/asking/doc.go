// Package asking is a question as somebody types it: what the command's flags, a server's parameters, a manifest of slabs and the documents declare,
// read and write. A Field is declared once, and each of them ranges over Fields. A Draft has what was typed, and Question checks a question.Question.
package asking
