package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// Meant says which of some known words may have been meant by one that is none of them, such
// as ": is it --entries?", with prefix before each; "" where none is like it. What is like it
// is what cobra holds to be: known words that begin with it, and those that two letters more,
// less or other make of it (one, of a short word).
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
	if len(like) == 0 {
		return ""
	}
	return ": is it " + prefix + strings.Join(like, " or "+prefix) + "?"
}
