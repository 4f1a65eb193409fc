package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestFlagNumbers: numbers in flags are decimal; any other number is wrong usage that names flag and value, before a file is read. Package
// question tests the other fields.
func TestFlagNumbers(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	join := "join --entries nan.csv --distance 1 "
	numbers := []string{"1_000", "2e1_0", "0x10", "0x1p4", "0b1", "0o7", "inf", "-Inf", "+infinity", "nan", "NaN", "", " 1", "1,5", "1e", "1e999", "one"}
	for flag, command := range map[string]string{
		"--distance": "join --entries nan.csv", "--scale": "generate galaxy",
		"--threads": join, "--bins": join + "--method temporal", "--seed": "generate galaxy",
	} {
		for _, number := range numbers {
			r := invoke(t, "", append(strings.Fields(command), flag+"="+number)...)
			want := "flyby: " + flag + ` "` + number + `": `
			if r.status != cli.WrongUsage || !strings.HasPrefix(r.err, want) || strings.Count(r.err, "\n") != 1 || strings.Contains(r.err, "strconv") {
				t.Errorf("flyby %s %s=%s: status %d, stderr %q", command, flag, number, r.status, r.err)
			}
		}
	}
	for _, args := range []string{
		join + "--method temporal --batching periodic:1_000", join + "--method temporal --batching setsplit-minmax:0x1,9",
		join + "--device opencl:0x1", join + "--device opencl:1_0", join + "--json=0x1",
	} {
		if r := invoke(t, "", strings.Fields(args)...); r.status != cli.WrongUsage || strings.Contains(r.err, "strconv") {
			t.Errorf("flyby %s: status %d, stderr %q", args, r.status, r.err)
		}
	}
}

// TestDecimalFlags: flags take the same numbers as files.
func TestDecimalFlags(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	want := must(t, "join", "--entries", "good.csv", "--distance", "1")
	for _, args := range []string{"--distance 1.", "--distance +1", "--distance 1e0", "--distance 10E-1", "--distance 01", "--distance=1 --threads +1 --max-gap 1e3 --from -.5 --to +1e3"} {
		if got := must(t, append([]string{"join", "--entries", "good.csv"}, strings.Fields(args)...)...); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
