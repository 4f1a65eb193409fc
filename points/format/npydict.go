package format

import (
	"fmt"
	"strings"

	"flyby/internal/infile"
)

// A pyDict reads the text of a Python dictionary with the three keys of NumPy's header.
type pyDict struct{ text string }

// read returns the values of the three keys, each of which must be there once.
func (d *pyDict) read() (descr string, fortran bool, shape []int, cause string) {
	known := map[string]bool{}
	if !d.take("{") {
		return "", false, nil, "no dictionary"
	}
	for !d.take("}") {
		key, ok := d.quoted()
		if !ok || !d.take(":") || known[key] {
			return "", false, nil, "not the keys descr, fortran_order and shape, once each"
		}
		known[key] = true
		switch key {
		case "descr":
			if descr, ok = d.quoted(); !ok {
				return "", false, nil, "descr is not one type; arrays of structures are not read"
			}
		case "fortran_order":
			if fortran = d.take("True"); !fortran && !d.take("False") {
				return "", false, nil, "fortran_order is neither True nor False"
			}
		case "shape":
			if shape, ok = d.tuple(); !ok {
				return "", false, nil, "shape is no tuple of integers"
			}
		default:
			return "", false, nil, fmt.Sprintf("the key %q", infile.Shorten(key))
		}
		if !d.take(",") && !strings.HasPrefix(d.text, "}") {
			return "", false, nil, "no comma after " + key
		}
	}
	if len(known) != 3 || d.text != "" {
		return "", false, nil, "not the keys descr, fortran_order and shape alone"
	}
	return descr, fortran, shape, ""
}

// take consumes token and the blanks behind it, if the text begins with it.
func (d *pyDict) take(token string) (ok bool) {
	rest, ok := strings.CutPrefix(d.text, token)
	if ok {
		d.text = strings.TrimLeft(rest, " \n")
	}
	return ok
}

// quoted consumes text in single or double quotes.
func (d *pyDict) quoted() (text string, ok bool) {
	for _, quote := range []string{"'", `"`} {
		if rest, ok := strings.CutPrefix(d.text, quote); ok {
			text, after, ok := strings.Cut(rest, quote)
			if ok {
				d.text = strings.TrimLeft(after, " \n")
			}
			return text, ok
		}
	}
	return "", false
}

// tuple consumes integers in brackets, separated by commas; a single one has a comma behind
// it.
func (d *pyDict) tuple() (all []int, ok bool) {
	if !d.take("(") {
		return nil, false
	}
	const most = 64 // NumPy's greatest number of dimensions
	for comma := true; ; comma = d.take(",") {
		if d.take(")") {
			return all, comma || len(all) > 1
		}
		n := 0
		for n < len(d.text) && d.text[n]-'0' <= 9 {
			n++
		}
		v, isInt := infile.ParseInt(d.text[:n])
		if !comma || !isInt || len(all) == most {
			return nil, false
		}
		all = append(all, int(v))
		d.text = strings.TrimLeft(strings.TrimPrefix(d.text[n:], "L"), " \n") // Python 2 wrote an L behind integers
	}
}
