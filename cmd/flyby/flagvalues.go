package main

import (
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/inventory"
	measure "flyby/internal/unit"
	"flyby/trajectory"
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
func took(s float64) string { return inventory.Seconds(s) }

// number writes a value for people, to six digits.
func number(v float64) string { return inventory.Number(v) }

// instant writes a time of a store for people.
func instant(kind trajectory.TimeKind, t float64) string { return inventory.Instant(kind, t) }

// duration is the value of a flag for a time of work: in seconds, or with a unit, as 5min.
func duration(c *cobra.Command, flag, text string) (time.Duration, error) {
	const most = 1 << 31 // seconds
	q, err := measure.Parse(text, measure.Time)
	if err != nil {
		return 0, cli.Usage(c, "--%s %q: %w", flag, text, err)
	}
	s := q.Plain()
	if second, err := measure.Find("s", measure.Time); err == nil && q.HasUnit() {
		s, _ = q.In(second) // any unit of time is a number of seconds
	}
	switch {
	case !(s > 0):
		return 0, cli.Usage(c, "--%s %s: must be above 0", flag, text)
	case s > most:
		return 0, cli.Usage(c, "--%s %s: must be at most %d seconds", flag, text, most)
	}
	return time.Duration(s * float64(time.Second)), nil
}
