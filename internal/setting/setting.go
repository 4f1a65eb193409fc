// Package setting says which settings methods have, and checks values that are given for them.
package setting

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Setting is an option of a method. Methods with a setting of the same name mean the same by it.
type Setting struct {
	Name    string   // as in its flag: reorder
	Choices []string // its values, the default first; none: the method checks it
	Default string   // where there are no Choices
	Form    string   // help: the word for a value where there are no Choices
	Means   string   // help: the meaning of the setting
	Scope   Scope
	// Allowed returns "" for a value that fits, and otherwise what is allowed. nil: Choices say it, or the method checks the value once it has the data.
	Allowed func(value string) string
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

// An Error says that a setting has an invalid value.
type Error struct {
	Name, Value string
	Allowed     string   // off or on, for instance, or 1 to 6
	Choices     []string // of the setting, nil for none
}

func (e *Error) Error() string {
	return fmt.Sprintf("setting: %s %q: must be %s", e.Name, e.Value, e.Allowed)
}

// An UnknownError says that a method has no setting of a name.
type UnknownError struct {
	Method, Name string
	Known        []Setting // the method's settings
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("setting: method %s has no %s: ", e.Method, e.Name)
	if len(e.Known) == 0 {
		return text + "it has no settings"
	}
	names := make([]string, len(e.Known))
	for i, s := range e.Known {
		names[i] = s.Name
	}
	return text + "its settings are " + strings.Join(names, ", ")
}

// Values returns the setting's values as help writes them: off|on.
func (s Setting) Values() string { return cmp.Or(s.Form, strings.Join(s.Choices, "|")) }

// wrong returns the error of a value; nil: it fits.
func (s Setting) wrong(value string) error {
	allowed := ""
	switch {
	case s.Allowed != nil:
		allowed = s.Allowed(value)
	case len(s.Choices) > 0 && !slices.Contains(s.Choices, value):
		allowed = "one of " + strings.Join(s.Choices, ", ")
	}
	if allowed == "" {
		return nil
	}
	return &Error{s.Name, value, allowed, s.Choices}
}

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

// Check refuses settings that a method does not have (an UnknownError), and values that do not fit (an Error): the first of them in the order of names.
func Check(method string, known []Setting, given Settings) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		at := slices.IndexFunc(known, func(s Setting) bool { return s.Name == name })
		if at < 0 {
			return &UnknownError{method, name, known}
		}
		if err := known[at].wrong(given[name]); err != nil {
			return err
		}
	}
	return nil
}
