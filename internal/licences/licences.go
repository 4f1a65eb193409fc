// Package licences holds the licences of what is linked into the command.
package licences

import _ "embed"

//go:embed licences.txt
var text string

// Text is a table of all modules that any system's command is built from, with
// versions and kinds of licence, and then the texts that must go with a binary. It
// is made from go.mod by make generate.
func Text() string { return text }
