// Package question is a question as data: its kind, the level of its rows, its thresholds, and what becomes of the rows. Package job answers it. The
// fields that a command, a server and a manifest of slabs make of it are in internal/asking.
package question
