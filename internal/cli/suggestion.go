package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// OneOf returns the complaint about a word that is none of the known words: "must be on or off: is it on?"; "" for a known word.
func OneOf(word string, known []string) string {
	if slices.Contains(known, word) {
		return ""
	}
	return "must be " + Listed(known, "or") + Meant(word, "", known)
}

// Meant suggests the known words that an unknown word may mean, such as ": is it --entries?",
// with prefix before each; "" where no known word is similar. Similar are, as in cobra, known
// words that begin with the word, and known words at most two letters more, less or other away
// (one for a short word); and known words with two neighbouring letters swapped.
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
