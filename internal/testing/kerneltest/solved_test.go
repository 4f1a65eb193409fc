package kerneltest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// complaints is a testing.TB that records its errors.
type complaints struct {
	testing.TB
	said []string
}

func (c *complaints) Helper() {}

func (c *complaints) Errorf(format string, args ...any) {
	c.said = append(c.said, fmt.Sprintf(format, args...))
}

// TestUnchanged: checkUnchanged finds a write to any number of a shared scene or answer.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(s *solvedScene){
		"time":      func(s *solvedScene) { s.Entries.T()[3] += 1e-9 },
		"place":     func(s *solvedScene) { s.Queries.Y()[0]++ },
		"excluded":  func(s *solvedScene) { s.Excluded[2]++ },
		"hit":       func(s *solvedScene) { s.answer().hits[1].Query++ },
		"order":     func(s *solvedScene) { slices.Reverse(s.answer().hits) },
		"encounter": func(s *solvedScene) { s.answer().encounters.Exit[0]++ },
	} {
		scenes := newSuite(7).scenes
		i := slices.IndexFunc(scenes, func(s solvedScene) bool { return s.Name == "excluded" })
		scenes = scenes[i : i+1] // other scenes share its stores
		none, some := &complaints{}, &complaints{}
		scenes[0].answer()
		checkUnchanged(none, scenes)
		write(&scenes[0])
		checkUnchanged(some, scenes)
		if len(none.said) > 0 || len(some.said) != 1 || !strings.HasPrefix(some.said[0], "excluded: ") {
			t.Errorf("%s: before it is written to %q, after %q", name, none.said, some.said)
		}
	}
}

// TestScenesAreMadeOnce: a second call returns the same stores, and its own copy of the excluded trajectories.
func TestScenesAreMadeOnce(t *testing.T) {
	t.Parallel()
	again := Scenes(t)
	for i, s := range Scenes(t) {
		if s.Entries != again[i].Entries || s.Queries != again[i].Queries {
			t.Errorf("%s has been made anew", s.Name)
		}
		if len(s.Excluded) > 0 && &s.Excluded[0] == &again[i].Excluded[0] {
			t.Errorf("%s: the excluded trajectories are shared", s.Name)
		}
	}
}
