package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Meant says which of some known words may have been meant by one that is none of them, such
// as ": is it --entries?", with prefix before each; "" where none is like it. What is like it
// is what cobra holds to be: known words that begin with it, and words that two letters more,
// less or other make of it (one, of a short word); and a known word with two neighbouring letters swapped.
func Meant(word, prefix string, known []string) string {
	const short = 4
	all := cobra.Command{SuggestionsMinimumDistance: 2}
	if len(word) <= short {
		all.SuggestionsMinimumDistance = 1
	}
	for _, name := range known {
		all.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if word == "" {
		return ""
	}
	like := all.SuggestionsFor(word)
	for _, name := range known {
		if isSwapped(word, name) && !slices.Contains(like, name) {
			like = append(like, name)
		}
	}
	if len(like) == 0 {
		return ""
	}
	return ": is it " + prefix + strings.Join(like, " or "+prefix) + "?"
}

// isSwapped reports whether two neighbouring letters, swapped, make one word of another: jion and join.
func isSwapped(word, of string) bool {
	if len(word) != len(of) {
		return false
	}
	for i := range len(word) - 1 {
		if word[i] != of[i] {
			return word[i] == of[i+1] && word[i+1] == of[i] && word[i+2:] == of[i+2:]
		}
	}
	return false
}
