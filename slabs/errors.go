package slabs

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The kinds of errors of this package, for errors.Is.
var (
	// ErrMissing says that a part does not exist.
	ErrMissing = errors.New("slabs: a part is missing")
	// ErrDamaged says that a part is not as it was written, or is of another plan.
	ErrDamaged = errors.New("slabs: a part is damaged")
	// ErrChanged says that the manifest, the ids, a slab or an input was removed or changed since the work was planned.
	ErrChanged = errors.New("slabs: a file of the plan was changed")
	// ErrVersion says that the plan is of another format or another program.
	ErrVersion = errors.New("slabs: the plan is of another version")
)

// fault is an error with its own text that is ErrMissing, ErrDamaged, ErrChanged or ErrVersion.
type fault struct {
	kinds []error
	text  string
	cause error
}

func (e *fault) Error() string { return e.text }

// Is reports whether target is one of the kinds.
func (e *fault) Is(target error) bool {
	for _, kind := range e.kinds {
		if target == kind {
			return true
		}
	}
	return false
}

// Unwrap returns the cause.
func (e *fault) Unwrap() error { return e.cause }

// changedError returns an ErrChanged of a file.
func changedError(path string, cause error) error {
	what := strings.TrimPrefix(cause.Error(), "runs: "+path+": ") // the prefix names the file again
	return &fault{[]error{ErrChanged}, fmt.Sprintf("slabs: %s: %s: it is not as it was planned: plan again", path, what), cause}
}

// versionError returns an ErrVersion of a manifest.
func versionError(path, what string, has, want any) error {
	return &fault{[]error{ErrVersion}, fmt.Sprintf("slabs: %s: it is of %s %v, this is %v: plan again, or run and merge with the program that planned", path, what, has, want), nil}
}

// incomplete returns an error that lists the missing and damaged parts; nil if there are none.
func incomplete(dir string, states []State) error {
	var missing, damaged []int
	e := &fault{}
	var why []error
	for _, s := range states {
		switch s.Is {
		case Missing:
			missing = append(missing, s.K)
		case Damaged:
			damaged = append(damaged, s.K)
			why = append(why, s.Why)
		}
	}
	if missing != nil {
		e.kinds, e.text = append(e.kinds, ErrMissing), fmt.Sprintf("parts of slabs %s are missing (%s)", ranges(missing), partNames(missing))
	}
	if damaged != nil {
		if e.text != "" {
			e.text += ", "
		}
		e.kinds, e.text = append(e.kinds, ErrDamaged), e.text+fmt.Sprintf("parts of slabs %s are damaged (%s)", ranges(damaged), reasons(why))
		e.cause = errors.Join(why...)
	}
	if e.kinds == nil {
		return nil
	}
	e.text = fmt.Sprintf("slabs: %s: %s: run these slabs again", dir, e.text)
	return e
}

// partNames returns the names of the parts of slabs, or of some of them.
func partNames(all []int) string {
	return listed(len(all), ", ", func(i int) string { return partName(all[i]) })
}

// reasons returns the reasons why parts are damaged, or some of them.
func reasons(all []error) string {
	return listed(len(all), "; ", func(i int) string { return all[i].Error() })
}

// listed lists n texts, or some of them where they are many.
func listed(n int, between string, text func(i int) string) string {
	const most = 3
	var some []string
	for i := range min(most, n) {
		some = append(some, text(i))
	}
	all := strings.Join(some, between)
	if n > most {
		all += fmt.Sprintf(" and %d more", n-most)
	}
	return all
}

// ranges returns ascending numbers as text, with consecutive numbers as a range: 0,3-7.
func ranges(all []int) string {
	var text []string
	for first := 0; first < len(all); {
		last := first
		for last+1 < len(all) && all[last+1] == all[last]+1 {
			last++
		}
		one := strconv.Itoa(all[first])
		if last > first {
			one += "-" + strconv.Itoa(all[last])
		}
		text, first = append(text, one), last+1
	}
	return strings.Join(text, ",")
}
