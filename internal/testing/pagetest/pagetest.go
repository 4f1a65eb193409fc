// Package pagetest has what the tests of pages share: trajectories, files of results, names that would be markup, and the look into a page.
package pagetest

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/webpage"
	"flyby/trajectory"
)

// Samples are the samples of a trajectory: t, x, y and in 3-D z.
type Samples [][]float64

// Crossing returns two objects that go along x and y through 0 at t = 10, the second shift aside, with a sample each second.
func Crossing(shift float64) map[string]Samples {
	var a, b Samples
	for i := range 21 {
		at := float64(i)
		a = append(a, []float64{at, at - 10, 0})
		b = append(b, []float64{at, shift, at - 10})
	}
	return map[string]Samples{"a": a, "b": b}
}

// Header is the first line of a file of encounters.
const Header = "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open\n"

// Many returns the text of a file of n encounters of objects that rest around one place, each with the next, and their data.
func Many(t *testing.T, n int) (string, *trajectory.Store) {
	t.Helper()
	all := map[string]Samples{}
	text := Header
	for i := range n + 1 {
		all[fmt.Sprintf("o%04d", i)] = Samples{{0, float64(i), 0}, {float64(2 * n), float64(i), 0}}
		if i < n {
			text += fmt.Sprintf("o%04d,o%04d,%d,%d,%[3]d,1,0,\n", i, i+1, i, i+1)
		}
	}
	return text, StoreOf(t, 0, trajectory.Number, all)
}

// Straight returns an object that goes along x at a given y, with a sample each step from one time to another.
func Straight(from, until, step, y, speed float64) (all Samples) {
	for t := from; t <= until; t += step {
		all = append(all, []float64{t, speed * t, y})
	}
	return all
}

// StoreOf makes a store of objects by their ids, with a limit of gaps, 0 for none.
func StoreOf(t *testing.T, gap float64, kind trajectory.TimeKind, objects map[string]Samples, path ...trajectory.Path) *trajectory.Store {
	t.Helper()
	var ids []string
	c := trajectory.Columns{Times: kind}
	for id, all := range objects {
		for _, s := range all {
			ids = append(ids, id)
			c.T, c.X, c.Y = append(c.T, s[0]), append(c.X, s[1]), append(c.Y, s[2])
			if len(s) > 3 {
				c.Z = append(c.Z, s[3])
			}
		}
	}
	c.ID = trajectory.Names(ids)
	o := trajectory.BuildOptions{MaxGap: gap}
	if len(path) > 0 {
		o.Path = path[0]
	}
	s, err := trajectory.New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// File makes a file with a text, and returns its path.
func File(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Hostile returns names that would be markup, or worse, anywhere in a page but in text.
func Hostile() []string {
	return []string{"</script><img src=x onerror=alert(1)>", "<!--", "a\u2028b", "__proto__", "\u202eright to left", `"quoted' & more`}
}

// Data reads the data block of a page, in which hostile names may be text alone.
func Data(t *testing.T, html string, to any) {
	t.Helper()
	block := regexp.MustCompile(`(?s)<script type="application/(\w+)" id="data">(.*?)</script>`).FindStringSubmatch(html)
	text := block[2]
	if block[1] == "gzip" {
		text = unpacked(t, text)
	}
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatal(err)
	}
	for _, markup := range []string{"<img", "<!--"} {
		if strings.Contains(html, markup) {
			t.Errorf("the page has %q", markup)
		}
	}
	if strings.Contains(text, "\u2028") {
		t.Error("the data have a line separator as it is")
	}
	if n := len(regexp.MustCompile("(?i)</script").FindAllString(html, -1)); n != 2+strings.Count(html, ` id="rows"`) {
		t.Errorf("%d ends of scripts", n)
	}
}

// unpacked returns the text of a block that is packed by gzip.
func unpacked(t *testing.T, block string) string {
	t.Helper()
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(block)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// WholeScript checks that a page's script has each of its own files.
func WholeScript(t *testing.T, p webpage.Page) {
	t.Helper()
	all, err := fs.Glob(p.Own, "page/*.js")
	if err != nil || len(all) != len(p.Scripts) {
		t.Errorf("%d files, of which the script has %d: %v", len(all), len(p.Scripts), err)
	}
}
