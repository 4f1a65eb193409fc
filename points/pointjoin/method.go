package pointjoin

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"flyby/points"
)

// A Method is a way to join points. All methods find the same pairs.
type Method struct {
	Name    string
	Means   string // a line that describes the method
	AnyEps  bool   // its index serves every threshold
	Nearest bool   // its Resident is a Nearer
	// NearestUpTo is the number of dimensions up to which the method finds nearest points faster than all others; 0: its time is to be
	// predicted.
	NearestUpTo int
	Settings    []Setting
	// Paper says that the method is a paper's, there to be measured: it runs only where it is named, and predicts nothing.
	Paper bool
	// HandsOver says that pairs of self-joins go to Found.Take, in order: no pair is copied to be put in order.
	HandsOver bool
	// IndexBytes returns about the bytes of the host's memory that an index takes for each point of a number of dimensions while the
	// index is made, without the coordinates as they were read. nil: the number is not known.
	IndexBytes func(dimensions int) int
	// Predict returns about the number of seconds of one core that a self-join of points takes, with their index, but without
	// the work of every method on pairs that are found. nil: the method is never chosen by prediction, only by its name.
	Predict func(s *points.Store, within Threshold) float64
	// AtMost returns about the greatest number of seconds of one core that a self-join of points takes, with their index. It takes hardly
	// any time, since the bound needs no sample of pairs. The bound is infinite where there is none; AtMost is nil for methods that
	// never have one.
	AtMost func(s *points.Store, within Threshold) float64
}

// A Setting is an option of a method. Methods with a setting of the same name mean the same by it.
type Setting struct {
	Name    string   // as in its flag: reorder
	Choices []string // its values, the default first; none: the method checks it
	Default string   // where there are no Choices
	Form    string   // help: the word for a value where there are no Choices
	Means   string   // help: the meaning of the setting
	Scope   Scope
}

// A Scope is the set of operations that heed a setting; the setting changes nothing in others.
type Scope int

const (
	Everything Scope = iota // joins, and nearest points where the method finds them
	Joins                   // self-joins and joins with queries
	SelfJoins
)

// Settings are the values of a method's settings by name; a missing setting has its default.
type Settings map[string]string

// A SettingError says that a setting has an invalid value.
type SettingError struct {
	Name, Value string
	Allowed     string // off or on, for instance, or 1 to 6
}

func (e *SettingError) Error() string {
	return fmt.Sprintf("pointjoin: %s %q: must be %s", e.Name, e.Value, e.Allowed)
}

// Values returns the setting's values as help writes them: off|on.
func (s Setting) Values() string { return cmp.Or(s.Form, strings.Join(s.Choices, "|")) }

// Of returns the value of a setting.
func (s Settings) Of(of Setting) string {
	if v, ok := s[of.Name]; ok {
		return v
	}
	if len(of.Choices) > 0 {
		return of.Choices[0]
	}
	return of.Default
}

// Check refuses settings that the method does not have, and values that are not among their choices.
func (m Method) Check(settings Settings) error {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		at := slices.IndexFunc(m.Settings, func(s Setting) bool { return s.Name == name })
		if at < 0 {
			return fmt.Errorf("pointjoin: method %s has no %s", m.Name, name)
		}
		if of := m.Settings[at]; len(of.Choices) > 0 && !slices.Contains(of.Choices, settings[name]) {
			return &SettingError{name, settings[name], "one of " + strings.Join(of.Choices, ", ")}
		}
	}
	return nil
}
