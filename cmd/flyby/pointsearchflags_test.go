package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestPointMethods: every method of the library can be named, with each choice of its settings; a setting of another
// method is refused, and so is a value that is not among its choices.
func TestPointMethods(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "id,x,y\n1,0,0\n2,3,4\n3,9,9\n")
	const want = "id_a,id_b\n1,2\n"
	for _, m := range flyby.PointMethods() {
		if got := must(t, "selfjoin", "--points", "p.csv", "--eps", "5", "--method", m.Name); got != want {
			t.Errorf("%s: %q", m.Name, got)
		}
		for _, s := range m.Settings {
			for _, value := range s.Choices {
				if got := must(t, "selfjoin", "--points", "p.csv", "--eps", "5", "--method", m.Name, "--"+s.Name, value); got != want {
					t.Errorf("%s with %s %s: %q", m.Name, s.Name, value, got)
				}
			}
			refusedFlag(t, "--"+s.Name, "selfjoin", "--points", "p.csv", "--eps", "5", "--method", m.Name, "--"+s.Name, "perhaps")
			refusedFlag(t, "is for --method", "selfjoin", "--points", "p.csv", "--eps", "5", "--method", "auto", "--"+s.Name, "perhaps")
		}
		r := invoke(t, "", "knn", "--points", "p.csv", "-k", "1", "--method", m.Name)
		if (r.status == cli.OK) != m.Nearest {
			t.Errorf("knn by %s: status %d, %s", m.Name, r.status, r.err)
		}
	}
	refusedFlag(t, "must be auto, ", "selfjoin", "--points", "p.csv", "--eps", "5", "--method", "fast")
	refusedFlag(t, "unknown extension", "selfjoin", "--points", "p.docx", "--eps", "5")
	refusedFlag(t, "must be auto, ", "knn", "--points", "p.csv", "-k", "1", "--method", "bruteforce")
}

// refusedFlag wants wrong usage, and a message that contains text.
func refusedFlag(t *place, text string, args ...string) {
	t.Helper()
	if r := invoke(t, "", args...); r.status != cli.WrongUsage || !strings.Contains(r.err, text) {
		t.Errorf("%q: status %d, %s", args, r.status, r.err)
	}
}

// TestFlagsOfJoin: commands on points have each flag of join, or a reason not to; and no reason exists for flags that
// they have.
func TestFlagsOfJoin(on *testing.T) {
	t := beside(on)
	a := &app{}
	for _, c := range []*cobra.Command{a.selfjoinCommand(), a.pointjoinCommand(), a.knnCommand(), a.dbscanCommand()} {
		var unnamed []string
		a.joinCommand().Flags().VisitAll(func(f *pflag.Flag) {
			if c.Flags().Lookup(f.Name) == nil && notOfPoints()[f.Name] == "" && f.Name != "level" {
				unnamed = append(unnamed, f.Name)
			}
		})
		if len(unnamed) > 0 {
			t.Errorf("%s does not say why it has no --%s", c.Name(), strings.Join(unnamed, ", --"))
		}
		for name, why := range notOfPoints() {
			if has := c.Flags().Lookup(name) != nil; has && !(name == "explain" && c.Name() == "dbscan") {
				t.Errorf("%s has --%s, of which is said: %s", c.Name(), name, why)
			}
		}
	}
}

// TestRefusedFlags: a flag of join that points cannot have is wrong usage that gives the reason; other flags are unknown
// as ever.
func TestRefusedFlags(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "x\n1\n")
	for name, why := range notOfPoints() {
		refusedFlag(t, "flyby: --"+name+": "+why, "knn", "--points", "p.csv", "-k", "1", "--"+name, "1")
	}
	refusedFlag(t, "unknown flag: --wherever", "selfjoin", "--points", "p.csv", "--eps", "1", "--wherever", "x")
	refusedFlag(t, "unknown flag: --point: is it --points?", "selfjoin", "--point", "p.csv", "--eps", "1")
}

// TestEps: a threshold takes a number or a quantity, in the unit of the coordinates where one is known.
func TestEps(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "x\n1\n2.5\n")
	write(t, "deg.csv", "lon,lat\n0,0\n0,0.01\n")
	join := func(args ...string) []string { return append([]string{"selfjoin", "--points", "p.csv"}, args...) }
	for value, want := range map[string]string{
		"nan": "not a finite number: must be finite, 0 or more", "inf": "not a finite number: must be finite, 0 or more",
		"": "missing: must be finite, 0 or more", "x": "not a number: must be finite, 0 or more",
		"-1": "--eps -1: must be a number, 0 or more", "5m": "p.csv has no unit of length; add --units",
		"5s": "must be finite, 0 or more",
	} {
		refusedFlag(t, want, join("--eps", value)...)
	}
	refusedFlag(t, "--eps E is missing", join()...)
	refusedFlag(t, "--units km and --lonlat: coordinates are metres then", join("--eps", "1", "--lonlat", "--units", "km")...)
	refusedFlag(t, "must be a whole number, 1 or more", "knn", "--points", "p.csv", "-k", "1.5")
	for _, c := range []struct{ args, want string }{
		{"--points p.csv --eps 1500m --units km", "0,1"}, {"--points p.csv --eps 1499m --units km", ""},
		{"--points deg.csv --lonlat --eps 1.2km", "0,1"}, {"--points deg.csv --lonlat --eps 1.1km", ""}, {"--points deg.csv --lonlat --eps 1200", "0,1"},
	} {
		if got := must(t, append([]string{"selfjoin"}, strings.Fields(c.args)...)...); strings.TrimSpace(strings.TrimPrefix(got, "id_a,id_b\n")) != c.want {
			t.Errorf("%s: %q, want %q", c.args, got, c.want)
		}
	}
}
