package report

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/testing/pagetest"
	"flyby/points"
	"flyby/trajectory"
	"flyby/trajectory/output"
)

// TestViews: the columns of a result say whose page it is; the page is in its file in full or not at all.
func TestViews(t *testing.T) {
	ids, err := points.NameIDs([]string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	set, err := points.New([][]float64{{0, 1}}, ids)
	if err != nil {
		t.Fatal(err)
	}
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	trajectories, pair := Request{Entries: s}, "query_traj,entry_traj,encounters,duration,t_first,t_last,t_closest,d_min,v_closest\n"
	for _, c := range []struct {
		name, text string
		q          Request
		view       View
		title      string // "": it does not go with the data
	}{
		{"near.csv", pagetest.Header + "a,b,9,11.5,10.25,0.3535533905932738,1.4142,\n", trajectories, Encounters, "near.csv: 1 encounter"},
		{"pairs.csv", pair, trajectories, Encounters, "pairs.csv: no pairs"},
		{"groups.csv", "group,t_start,t_end,size,traj_id\n0,9,11,2,a\n0,9,11,2,b\n", trajectories, Groups, "groups.csv: 1 group"},
		{"labels.csv", "id,label,kind\na,0,core\nb,-1,noise\n", Request{Points: set}, Clusters, "labels.csv: 1 cluster of 2 points"},
		{"none.ndjson", "", trajectories, "", "none.ndjson: no encounters"},
		{"none.csv", "id,label,kind\n", Request{Points: set}, Clusters, ""},
		{"labels.csv", "id,label,kind\na,0,core\n", trajectories, Clusters, ""},
		{"near.csv", pagetest.Header, Request{Points: set}, Encounters, ""},
	} {
		folder := t.TempDir()
		c.q.Result = opened(t, c.name, c.text)
		said, err := Write(t.Context(), "page.html", output.WriteOptions{Folder: folder}, c.q)
		if c.q.Result.View() != c.view || said.Title != c.title || (err == nil) != (c.title != "") {
			t.Errorf("%s: a page of %q: %q (%v)", c.name, c.q.Result.View(), said.Title, err)
		}
		if text, _ := os.ReadFile(filepath.Join(folder, "page.html")); bytes.HasSuffix(text, []byte("</html>\n")) != (err == nil) || len(namesIn(t, folder)) > 0 != (err == nil) {
			t.Errorf("%s: %v and %d bytes", c.name, err, len(text))
		}
	}
}

// TestPictures: each row that a page shows has its picture, in a new folder, with a number as wide as the largest; other files stay.
func TestPictures(t *testing.T) {
	text, s := pagetest.Many(t, 12)
	r := opened(t, "r.csv", text)
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "there"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"other.txt", "01.svg"} {
		if err := os.WriteFile(filepath.Join(folder, "there", name), []byte("before"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{"there", "new/deep"} {
		said, err := Write(t.Context(), "page.html", output.WriteOptions{Folder: folder}, Request{Result: r, Entries: s, Top: 10, SVG: dir})
		if err != nil || said.Shown != 10 {
			t.Fatal(said, err)
		}
		names := namesIn(t, filepath.Join(folder, dir))
		want := []string{"01.svg", "02.svg", "03.svg", "04.svg", "05.svg", "06.svg", "07.svg", "08.svg", "09.svg", "10.svg"}
		if dir == "there" {
			want = append(want, "other.txt")
		}
		if !slices.Equal(names, want) {
			t.Errorf("%v", names)
		}
		for _, name := range want[:10] {
			text, err := os.ReadFile(filepath.Join(folder, dir, name))
			if err != nil || !bytes.HasSuffix(text, []byte("</svg>\n")) {
				t.Errorf("%s: %v: %s", name, err, text)
			}
		}
	}
}

// namesIn returns the names in a folder, sorted.
func namesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

// TestPicturesFail: an error leaves no page and no part of a picture, and names the folder or the file as the request does.
func TestPicturesFail(t *testing.T) {
	text, s := pagetest.Many(t, 3)
	r := opened(t, "r.csv", text)
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "taken", "2.svg"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	other := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		ctx     context.Context
		dir     string
		entries *trajectory.Store
		says    string
	}{
		{t.Context(), "taken", s, filepath.Join("taken", "2.svg")}, {t.Context(), "file", s, "file"}, {t.Context(), "file/in", s, "file/in"}, {t.Context(), "new", other, "row 1"}, {stopped, "new", s, ""},
	} {
		_, err := Write(c.ctx, "page.html", output.WriteOptions{Folder: folder}, Request{Result: r, Entries: c.entries, SVG: c.dir})
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), folder) {
			t.Errorf("%s: %v", c.dir, err)
		}
	}
	if names := append(namesIn(t, folder), namesIn(t, filepath.Join(folder, "taken"))...); !slices.Equal(names, []string{"file", "taken", "1.svg", "2.svg"}) {
		t.Errorf("left: %v", names)
	}
}

// opened opens a file with a text.
func opened(t *testing.T, name, text string) *Result {
	t.Helper()
	r, err := Open(filepath.Dir(pagetest.File(t, name, text)), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
