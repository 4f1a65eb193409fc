package infile

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"flyby/internal/printable"
)

// ParseColumns reads a mapping of columns such as "id=vehicle,t=time": keys, each at most once, and the
// file's names for them.
func ParseColumns(s string) (map[string]string, error) {
	m := map[string]string{}
	if s == "" {
		return m, nil
	}
	for pair := range strings.SplitSeq(s, ",") {
		key, name, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, fmt.Errorf("format: columns %q: %q is not of the form key=name", s, pair)
		}
		if _, twice := m[key]; twice {
			return nil, fmt.Errorf("format: columns %q: key %s twice", s, key)
		}
		m[key] = name
	}
	return m, nil
}

// CheckColumns returns the first error of a mapping: an unknown key, a key without a name, or two keys of one
// name. keys lists the known keys for the message.
func CheckColumns(m map[string]string, known func(key string) bool, keys string) error {
	user := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		name := m[key]
		if !known(key) {
			return fmt.Errorf("format: columns: unknown key %q (known: %s)", key, keys)
		}
		if name == "" {
			return fmt.Errorf("format: columns: no name for %s", key)
		}
		if other, twice := user[name]; twice {
			return fmt.Errorf("format: columns: %s and %s are both %q", other, key, name)
		}
		user[name] = key
	}
	return nil
}

// Names returns the names in a header.
func Names(fields [][]byte) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = string(bytes.TrimSpace(f))
	}
	return names
}

// CanName reports whether a mapping of columns can name a column: it is there once, and its name has neither commas nor control characters.
func CanName(names []string, name string) bool {
	twice := slices.Contains(names[slices.Index(names, name)+1:], name)
	return !twice && name != "" && !strings.Contains(name, ",") && printable.Text(name) == name
}
