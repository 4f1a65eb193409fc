package pointjoin

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"flyby/points"
)

// A Method is a way to join points, which all find the same.
type Method struct {
	Name    string
	Means   string // a line of what it is
	AnyEps  bool   // its index serves every threshold
	Nearest bool   // its Resident is a Nearer
	// NearestUpTo is up to how many dimensions it finds nearest points faster than all others; 0: that is to be predicted.
	NearestUpTo int
	Settings    []Setting
	// HandsOver says that pairs of self-joins go to Found.Take, in order: none are copied to be put in order.
	HandsOver bool
	// IndexBytes returns about how many bytes of the host's memory an index takes a point of a number of dimensions while it is
	// made, without its coordinates as they came. nil: it is not known.
	IndexBytes func(dimensions int) int
	// Predict returns about how many seconds of one core a self-join of points takes, their index included, but not
	// what every method does with pairs that are found. nil: it is not to be chosen, but named.
	Predict func(s *points.Store, within Threshold) float64
	// AtMost returns about how many seconds of one core a self-join of points takes at most, their index included, at hardly any cost: a bound
	// which no sample of pairs is looked at for. It is infinite where there is no such bound, and nil of methods that never have one.
	AtMost func(s *points.Store, within Threshold) float64
}

// A Setting is what a method can be told. Methods that have one of the same name mean the same by it.
type Setting struct {
	Name    string   // as of its flag: reorder
	Choices []string // its values, the default first; none: the method checks it
	Default string   // where there are no Choices
	Form    string   // help: what a value is called where there are no Choices
	Means   string   // help: what it is
	Scope   Scope
}

// A Scope is what heeds a setting: of others it changes nothing.
type Scope int

const (
	Everything Scope = iota // joins, and nearest points where the method finds them
	Joins                   // self-joins and joins with queries
	SelfJoins
)

// Settings are the values of a method's settings by name; what is missing has its default.
type Settings map[string]string

// A SettingError says that a setting has a value that it cannot have.
type SettingError struct {
	Name, Value string
	Allowed     string // off or on, for instance, or 1 to 6
}

func (e *SettingError) Error() string {
	return fmt.Sprintf("pointjoin: %s %q: must be %s", e.Name, e.Value, e.Allowed)
}

// Values are its values as help writes them: off|on.
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

// Check refuses settings that the method does not have, and values that are none of their choices.
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
