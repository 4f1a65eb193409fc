package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory"
	"flyby/trajectory/inventory"
)

// oneOf refuses a word that is no value of a flag.
func oneOf(c *cobra.Command, flag, word string, known []string) error {
	if bad := cli.OneOf(word, known); bad != "" {
		return cli.Usage(c, "%s %q: %s", flag, word, bad)
	}
	return nil
}

// plural writes a number with its noun: "1 hit", "2 hits".
func plural[N int | int64 | uint64](n N, one string) string { return inventory.Plural(n, one) }

// seconds writes a duration to three digits.
func seconds(d time.Duration) string { return took(d.Seconds()) }

// took is seconds of a number of seconds.
func took(s float64) string {
	switch {
	case s < 0.001:
		return fmt.Sprintf("%.0f µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	default:
		return fmt.Sprintf("%.3g s", s)
	}
}

// number writes a value for people, to six digits.
func number(v float64) string { return inventory.Number(v) }

// instant writes a time of a store for people.
func instant(kind trajectory.TimeKind, t float64) string { return inventory.Instant(kind, t) }
