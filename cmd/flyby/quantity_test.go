package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/trajectory/format"
)

// TestQuantity: a flag takes plain numbers in the unit of the data, and quantities converted to it;
// text that is no quantity is wrong usage at once, and a unit that the data lack later.
func TestQuantity(on *testing.T) {
	t := beside(on)
	metres := format.Units{Length: "m", Time: "s"}
	parsecs := format.Units{Length: "kpc", Time: "Myr"}
	for _, c := range []struct {
		dim  measure.Dimension
		text string
		of   format.Units
		want float64
		fail string
	}{
		{measure.Length, "12", format.Units{}, 12, ""},
		{measure.Length, "12", parsecs, 12, ""},
		{measure.Length, "500m", metres, 500, ""},
		{measure.Length, "0.7nmi", metres, 1296.4, ""},
		{measure.Length, "250 pc", parsecs, 0.25, ""},
		{measure.Length, "1au", format.Units{Length: "AU"}, 1, ""},
		{measure.Time, "30min", metres, 1800, ""},
		{measure.Time, "36h", format.Units{Time: "mjd"}, 1.5, ""},
		{measure.Time, "1a", parsecs, 1e-6, ""},
		{measure.Speed, "36km/h", metres, 10, ""},
		{measure.Speed, "1pc/kyr", parsecs, 1, ""},
		{measure.Length, "500m", format.Units{Time: "s"}, 0, "--far 500m: a.csv has no unit of length; add --units m or give a plain number"},
		{measure.Time, "1h", format.Units{Length: "m"}, 0, "--far 1h: a.csv has no unit of time; add --units ,s or give a plain number"},
		{measure.Speed, "1kn", format.Units{Length: "m"}, 0, "--far 1kn: a.csv has no unit of time; add --units"},
		{measure.Speed, "1kn", format.Units{Time: "s"}, 0, "--far 1kn: a.csv has no unit of length; add --units"},
		{measure.Length, "1pc", format.Units{Length: "\x1b[2J"}, 0, `--far 1pc: in a.csv lengths are in \x1b[2J, which is none of m, km`},
		{measure.Length, "1e308Mpc", metres, 0, "--far 1e308Mpc is too large in m"},
		{measure.Length, "5 parsec", metres, 0, `--far "5 parsec": "parsec" is no unit of length: m, km, ft`},
		{measure.Length, "5s", metres, 0, `"s" is no unit of length`},
		{measure.Length, "far", metres, 0, `--far "far": not a number`},
		{measure.Length, "NaN", metres, 0, `--far "NaN": not a finite number`},
		{measure.Length, "0x10", metres, 0, `--far "0x10": not a decimal number: hexadecimal is not read`},
	} {
		var q quantity
		command := &cobra.Command{Use: "test", RunE: func(*cobra.Command, []string) error { return nil }, SilenceErrors: true, SilenceUsage: true}
		command.SetFlagErrorFunc(cli.FlagError)
		addQuantity(command, &q, "far", c.dim, "")
		command.SetArgs([]string{"--far", c.text})
		var v float64
		err := command.Execute()
		if err == nil {
			v, err = q.in(command, "a.csv", c.of)
		}
		if v != c.want || (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) {
			t.Errorf("%s of %+v is %v, %v, want %v, %q", c.text, c.of, v, err, c.want, c.fail)
		}
		if err != nil && cli.Status(t.Context(), err, nil) != cli.WrongUsage {
			t.Errorf("%s: %v is exit %d", c.text, err, cli.Status(t.Context(), err, nil))
		}
	}
}
