package page_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/resultfile"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
)

// TestOpen: the columns of a file say its view; a file of other columns is refused, and so is one whose rows are groups, with the flag that would write their members.
func TestOpen(t *testing.T) {
	for text, want := range map[string]page.View{
		"query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit\n": page.Encounters, "query_traj,entry_traj,t_enter,t_exit\n": page.Encounters, "query_traj,entry_traj,t_first\n": page.Encounters,
		"group,t_start,t_end,size,traj_id\n": page.Groups, "group,t,size,traj_id\n": page.Groups, "id,label,kind\n": page.Clusters,
	} {
		if got := opened(t, "r.csv", text).View(); got != want {
			t.Errorf("%q: a page of %s", text, got)
		}
	}
	if r, err := page.Open("folder", "labels.npy"); err != nil || r.View() != page.Clusters || r.Path() != "labels.npy" {
		t.Errorf("an array: %+v (%v)", r, err)
	}
	for text, want := range map[string]error{"a,b\n1,2\n": resultfile.ErrNoResult, "id_a,id_b\n": resultfile.ErrNoResult, "traj_id,partners,encounters,duration,longest,d_min\n": resultfile.ErrObjects} {
		if _, err := page.Open("", pagetest.File(t, "r.csv", text)); !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	folder := filepath.Dir(pagetest.File(t, "g.csv", "group,t_start,t_end,size\n0,1,2,3\n"))
	if _, err := page.Open(folder, "g.csv"); err == nil || !strings.HasPrefix(err.Error(), "g.csv: a row is a group") || !strings.Contains(err.Error(), "--level members") {
		t.Errorf("%v", err)
	}
}

// TestOpenAt: bytes under a name make the same result as a file with the name.
func TestOpenAt(t *testing.T) {
	text := "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min\n1,2,0,1,0,0.5\n"
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := page.Open("", path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := page.OpenAt("rows.csv", strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the bytes are read several times
		var rows [2]string
		for i, r := range []*page.Result{got, want} {
			for row, err := range r.Rows(t.Context(), r.Columns()) {
				if err != nil {
					t.Fatal(err)
				}
				rows[i] += fmt.Sprintln(row)
			}
		}
		if rows[0] != rows[1] || rows[0] == "" {
			t.Errorf("%q, want %q", rows[0], rows[1])
		}
	}
}

// opened opens a file with a text.
func opened(t *testing.T, name, text string) *page.Result {
	t.Helper()
	r, err := page.Open(filepath.Dir(pagetest.File(t, name, text)), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
