package batching

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Syntax lists the specs that Parse reads, for help texts and errors.
const Syntax = "periodic:S | setsplit-fixed:N | setsplit-max:N | setsplit-minmax:A,B[,strict] | " +
	"greedysetsplit-min:N | greedysetsplit-max:N[,strict]"

const (
	// Default is the spec of the batches that are made where none is asked for.
	Default = "periodic:120"
	// Model asks for Periodic batches of the size that the device's performance model finds best. Choose reads it, and Parse does not.
	Model = "model"
)

// Algorithm partitions a query set into batches.
type Algorithm interface {
	// Batches is a partition of the n query segments of p, [0, n), in order and without empty batches;
	// n = 0 gives none. An error means a parameter out of its range or a profile that breaks the rules of
	// Profile. Batches neither changes nor keeps p, and the same p gives the same batches.
	Batches(p Profile) ([]Batch, error)
	// String is the spec that Parse reads back, "periodic:120".
	String() string
}

// Batch is the query segments [First, Last) in order of t_start.
type Batch struct{ First, Last int }

// Len is the number of query segments in b, the paper's numSegments.
func (b Batch) Len() int { return b.Last - b.First }

// parsed is an Algorithm that can check whether any query set allows its parameters.
type parsed interface {
	Algorithm
	check() error
}

// parse reads the spec of an algorithm, one of Syntax: a name, a colon and whole numbers. parse refuses
// parameters that no query set allows; Batches refuses parameters that its query set does not allow.
func parse(spec string) (Algorithm, error) {
	name, arguments, _ := strings.Cut(spec, ":")
	n, strict, err := parseArguments(arguments)
	if err != nil {
		return nil, &SyntaxError{spec, err}
	}
	a := byName(name, n, strict)
	if a == nil {
		return nil, &SyntaxError{spec, errors.New("unknown form")}
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	return a, nil
}

// Choose returns the algorithm that a spec asks for: nil for Model, Default's for "". A spec is one of Syntax: a name, a colon and whole numbers. Parameters that no query set allows are refused
// here, and those that a query set does not allow by Batches.
func Choose(spec string) (Algorithm, error) {
	if spec == Model {
		return nil, nil
	}
	return parse(cmp.Or(spec, Default))
}

// SyntaxError says that a spec is in none of the forms of Syntax.
type SyntaxError struct {
	Spec  string
	Cause error
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("batching: parse %q: %v: want %s", e.Spec, e.Cause, Syntax)
}

func (e *SyntaxError) Unwrap() error { return e.Cause }

// byName returns the algorithm called name with parameters n, nil where no form of Syntax fits.
func byName(name string, n []int, strict bool) parsed {
	switch {
	case name == "setsplit-minmax" && len(n) == 2:
		return setSplitMinMax{Min: n[0], Max: n[1], Strict: strict}
	case len(n) != 1:
		return nil
	case name == "greedysetsplit-max":
		return greedySetSplitMax{Bound: n[0], Strict: strict}
	case strict:
		return nil
	}
	switch name {
	case "periodic":
		return Periodic{Size: n[0]}
	case "setsplit-fixed":
		return SetSplitFixed{NumBatches: n[0]}
	case "setsplit-max":
		return setSplitMax{Max: n[0]}
	case "greedysetsplit-min":
		return greedySetSplitMin{Bound: n[0]}
	}
	return nil
}

// parseArguments reads "A,B,strict": whole numbers, the word strict at the end if at all.
func parseArguments(s string) (n []int, strict bool, err error) {
	if s == "" {
		return nil, false, nil
	}
	words := strings.Split(s, ",")
	if last := len(words) - 1; words[last] == "strict" {
		strict, words = true, words[:last]
	}
	for _, word := range words {
		v, err := strconv.Atoi(word)
		if err != nil {
			return nil, false, fmt.Errorf("%q is no whole number", word)
		}
		n = append(n, v)
	}
	return n, strict, nil
}

// strictSuffix ends the spec of a strict form.
func strictSuffix(strict bool) string {
	if strict {
		return ",strict"
	}
	return ""
}

// atLeastOne checks a parameter whose allowed range has no upper end.
func atLeastOne(a Algorithm, parameter string, v int) error {
	if v < 1 {
		return fmt.Errorf("batching: %v: %s %d: allowed 1 or more", a, parameter, v)
	}
	return nil
}
