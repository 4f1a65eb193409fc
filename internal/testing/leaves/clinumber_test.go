package leaves_test

import (
	"math"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
)

// numbers parses arguments of a command with a flag of each kind, and returns an error as a command
// prints it.
func numbers(t *testing.T, args ...string) (d float64, n int, seed uint64, complaint string) {
	t.Helper()
	c := &cobra.Command{Use: "flyby", RunE: func(*cobra.Command, []string) error { return nil }, SilenceErrors: true, SilenceUsage: true}
	c.SetFlagErrorFunc(cli.FlagError)
	c.Flags().Bool("quiet", false, "")
	cli.AddNumber(c, &d, "distance", 1.5, "")
	cli.AddWhole(c, &n, "threads", 2, "")
	cli.AddNatural(c, &seed, "seed", 3, "")
	c.SetArgs(args)
	if err := c.Execute(); err != nil {
		text, status := cli.Complaint(t.Context(), err, errNone)
		if status != cli.WrongUsage {
			t.Errorf("%v: %v, status %d", args, err, status)
		}
		return 0, 0, 0, text
	}
	return d, n, seed, ""
}

// TestNumbers: flags have their defaults, and decimal numbers replace them.
func TestNumbers(t *testing.T) {
	if d, n, seed, wrong := numbers(t); d != 1.5 || n != 2 || seed != 3 || wrong != "" {
		t.Errorf("%v, %d, %d, %q", d, n, seed, wrong)
	}
	if d, n, seed, wrong := numbers(t, "--distance=-1.25e1", "--threads", "+7", "--seed", "18446744073709551615"); d != -12.5 || n != 7 || seed != math.MaxUint64 || wrong != "" {
		t.Errorf("%v, %d, %d, %q", d, n, seed, wrong)
	}
}

// TestWrongNumbers: any other number is refused in words that name flag and value.
func TestWrongNumbers(t *testing.T) {
	for arg, want := range map[string]string{
		"--distance=0x10":               `--distance "0x10": `,
		"--distance=inf":                `--distance "inf": `,
		"--distance=1_000":              `--distance "1_000": `,
		"--threads=0x10":                `--threads "0x10": must be a whole number, in decimal digits: 16`,
		"--threads=1.5":                 `--threads "1.5": must be a whole number`,
		"--threads=9999999999999999999": `--threads "9999999999999999999": is too large`,
		"--seed=-1":                     `--seed "-1": must be a whole number, 0 or more`,
		"--quiet=maybe":                 `--quiet "maybe": must be true or false`,
		"--none":                        `unknown flag: --none`,
	} {
		if _, _, _, wrong := numbers(t, arg); !strings.HasPrefix(wrong, want) || !strings.HasSuffix(wrong, " (see flyby --help)") || strings.Contains(wrong, "strconv") {
			t.Errorf("%s: %q, want %q", arg, wrong, want)
		}
	}
}
