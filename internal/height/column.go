package height

import (
	"strings"

	"flyby/internal/infile"
	"flyby/internal/printable"
)

// A Column is a column of heights that no coordinate takes.
type Column struct {
	Name string // as the file has it
	At   int    // among the columns of the file
	Reading
	Nameable bool // --columns can name it
}

// Beside returns the columns of heights among names, in their order. Columns that a coordinate or another use takes are none. x and y are the names
// of the columns of positions, "" where they are not known: beside pos_x and pos_y the column pos_z is one of heights, in the unit of x and y.
func Beside(names []string, taken func(at int) bool, x, y string) (all []Column) {
	third := Third(x, y)
	for at, name := range names {
		r, ok := Read(name)
		if third != "" && name == third {
			r, ok = Reading{Sure: true}, true
		}
		if ok && !taken(at) {
			all = append(all, Column{name, at, r, infile.CanName(names, name)})
		}
	}
	return all
}

// Third returns the name for z by names for x and y that differ in that letter alone, as pos_z by pos_x and pos_y; "" for other names.
func Third(x, y string) string {
	for i := range x {
		small := x[i] == 'x'
		if !small && x[i] != 'X' {
			continue
		}
		with := func(letter string) string {
			if !small {
				letter = strings.ToUpper(letter)
			}
			return x[:i] + letter + x[i+1:]
		}
		if with("y") == y {
			return with("z")
		}
	}
	return ""
}

// First returns the first column that a flag can take: the first that is Sure, otherwise the first of all. ok is false where no flag can name one.
func First(all []Column) (first Column, ok bool) {
	for _, sure := range []bool{true, false} {
		for _, c := range all {
			if c.Nameable && c.Sure == sure {
				return c, true
			}
		}
	}
	return Column{}, false
}

// List returns the names of columns for a message.
func List(all []Column) string {
	const most = 8
	var names []string
	for _, c := range all[:min(most, len(all))] {
		names = append(names, printable.Text(c.Name))
	}
	if len(all) > most {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}
