package cli

import (
	"regexp"
	"strings"

	"flyby/internal/printable"
)

// Message is the text of an error for a user of the command: on one line, without the names
// of packages that its parts begin with, and with nothing that moves a cursor.
func Message(err error) string {
	lines := strings.Split(strings.TrimSpace(withoutPackages(err)), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return printable.Text(strings.Join(lines, "; "))
}

// withoutPackages is the text of an error without the names of packages at the beginning of it
// and of the errors that it wraps: a word in small letters before a colon,
// as the errors of packages begin (TestErrorsBeginWithTheirPackage).
func withoutPackages(err error) string {
	text := err.Error()
	for _, layer := range layers(nil, err) {
		own := layer.Error()
		name := PackageOf(own)
		if at := strings.LastIndex(text, own); at >= 0 {
			text = text[:at] + text[at+len(name):]
		}
	}
	return text
}

var packageName = regexp.MustCompile(`^[a-z][a-z0-9]*: `)

// PackageOf returns the name of a package that the text of an error begins with, colon and
// blank included, "" where it begins with none.
func PackageOf(text string) string { return packageName.FindString(text) }

// layers appends to all an error, then the errors that it wraps, from the outermost in.
func layers(all []error, err error) []error {
	all = append(all, err)
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			all = layers(all, inner)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			all = layers(all, inner)
		}
	}
	return all
}

// Listed writes words as a list: "a, b or c", with last for "or".
func Listed(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}

// Shown returns the name of a file as messages show it: "-" is standard input.
func Shown(path string) string {
	if path == "-" {
		return "standard input"
	}
	return printable.Text(path)
}
