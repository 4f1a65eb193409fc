package leaves_test

import (
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
)

// TestMeant: the suggestion is the similar word, and nothing if none is similar.
func TestMeant(t *testing.T) {
	known := []string{"entries", "queries", "to", "tmp", "max-gap"}
	for word, want := range map[string]string{
		"entires":  ": is it --entries?",
		"Queries":  ": is it --queries?",
		"max":      ": is it --max-gap?",
		"tp":       ": is it --to or --tmp?",
		"ot":       ": is it --to?",
		"tpm":      ": is it --tmp?",
		"tpx":      "",
		"zz":       "",
		"":         "",
		"distance": "",
	} {
		if got := cli.Meant(word, "--", known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// TestFlagErrorSuggests: the error of an unknown flag names the similar one, and never a hidden
// one.
func TestFlagErrorSuggests(t *testing.T) {
	for arg, want := range map[string]string{
		"--entires=a": "unknown flag: --entires: is it --entries?",
		"--secre=a":   "unknown flag: --secre",
		"--bin=8":     "unknown flag: --bin: is it --bins?",
		"-x":          "unknown shorthand flag: 'x' in -x",
	} {
		c := &cobra.Command{Use: "flyby"}
		c.Flags().String("entries", "", "")
		c.Flags().String("secret", "", "")
		if err := c.Flags().MarkHidden("secret"); err != nil {
			t.Fatal(err)
		}
		c.Flags().String("set", "", "")
		c.Flags().String("bins", "", "")
		cli.Hide(c.Flags(), "bins", "set")
		if got := cli.FlagError(c, c.ParseFlags([]string{arg})); got.Error() != want {
			t.Errorf("%s: %q, want %q", arg, got, want)
		}
	}
}
