package clusters

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/points"
)

// TestOtherFiles: a result of other points, or one that dbscan cannot have written, is an error that names the
// row.
func TestOtherFiles(t *testing.T) {
	for _, c := range []struct{ name, from, to, want string }{
		{"another id", "\nb,", "\nz,", `labels.csv: row 2: id "z" stands where points.csv has "b": another file, other flags, or another order`},
		{"another order", "\na,0,border\nb,0,core\n", "\nb,0,core\na,0,border\n", `labels.csv: row 1: id "b" stands where points.csv has "a"`},
		{"too many rows", "noise\n", "noise\nmore,0,core\n", "labels.csv: row 9: points.csv has only 8 points"},
		{"too few rows", "alone,-1,noise\n", "", "labels.csv: 7 rows, where points.csv has 8 points"},
		{"no number", "b,0,", "b,x,", "labels.csv: row 2: label is x, no number of a cluster"},
		{"no label", "b,0,", "b,,", "labels.csv: row 2: label is empty"},
		{"below noise", "b,0,", "b,-2,", "labels.csv: row 2: label is -2, no number of a cluster"},
		{"too many clusters", "b,0,", "b,8,", "labels.csv: row 2: label is 8, and there are 8 points"},
		{"no kind", "b,0,core", "b,0,Core", "labels.csv: row 2: kind is Core, not core, border or noise"},
		{"noise in a cluster", "b,0,core", "b,0,noise", "labels.csv: row 2: label is 0, and kind is noise"},
		{"core noise", "alone,-1,noise", "alone,-1,core", "labels.csv: row 8: label is -1, and kind is core"},
		{"no core", "b,0,core", "b,0,border", "labels.csv: cluster 0 has no core point: rows lack, or were changed"},
		{"markup", "\nb,", "\n<b>\x1b,", `labels.csv: row 2: id "<b>\x1b" stands`},
	} {
		q := Request{Result: resultOf(t, "labels.csv", strings.Replace(crowd, c.from, c.to, 1)), Points: crowdPoints(t), Name: "points.csv"}
		if _, err := Write(context.Background(), io.Discard, q); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestOtherColumns: files without columns of clusters are refused.
func TestOtherColumns(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"pairs.csv": "id_a,id_b\n", "groups.csv": "group,t_start,t_end,size\n", "near.csv": "query_traj,entry_traj,t_enter\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenIn(folder, name); err == nil || !strings.HasPrefix(err.Error(), name+": no columns of ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestVariants: of several variants the page shows the chosen one, and without a choice the error lists them.
func TestVariants(t *testing.T) {
	result := "id,eps,minpts,label,kind\n0,1,2,0,core\n1,1,2,0,core\n0,1,3,-1,noise\n1,1,3,-1,noise\n0,5,2,0,core\n1,5,2,0,core\n"
	one, five, seven := 1.0, 5.0, 7.0
	for _, c := range []struct {
		eps       *float64
		minPoints int
		want      string // the variant, or the error
	}{
		{&one, 2, "--eps 1 --minpts 2"}, {&one, 3, "--eps 1 --minpts 3"}, {&five, 0, "--eps 5 --minpts 2"}, {nil, 3, "--eps 1 --minpts 3"},
		{nil, 0, "labels.csv: a page is of one variant, and there are: --eps 1 --minpts 2; --eps 1 --minpts 3; --eps 5 --minpts 2"},
		{&one, 0, "labels.csv: a page is of one variant, and there are: "}, {nil, 2, "labels.csv: a page is of one variant, and there are: "},
		{&seven, 0, "labels.csv: no such variant, and there are: "}, {&five, 3, "labels.csv: no such variant, and there are: "},
	} {
		s, err := Write(context.Background(), io.Discard, Request{Result: resultOf(t, "labels.csv", result), Points: storeOf(t, points.IDs{}, []float64{0, 1}), Eps: c.eps, MinPoints: c.minPoints})
		got := s.String()
		if err != nil {
			got = strings.ReplaceAll(err.Error(), os.TempDir(), "")
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestKindsAreHeld: where eps and minpts are known, core points have at least minpts neighbours, and others
// fewer.
func TestKindsAreHeld(t *testing.T) {
	eps := 1.0
	for _, c := range []struct {
		minPoints int
		from, to  string
		want      string
	}{
		{3, "", "", ""},
		{0, "c,0,border", "c,0,core", ""}, // minpts is unknown
		{4, "", "", `labels.csv: point "b" is core, and has 3 points within 1: another file, other flags, or another eps or minpts than --eps 1 --minpts 4`},
		{3, "c,0,border", "c,0,core", `labels.csv: point "c" is core, and has 2 points within 1`},
		{3, "f,1,core", "f,1,border", `labels.csv: point "f" is border, and has 3 points within 1`},
	} {
		store := crowdPoints(t)
		q := Request{Result: resultOf(t, "labels.csv", strings.Replace(crowd, c.from, c.to, 1)), Points: store, Eps: &eps, MinPoints: c.minPoints}
		q.Count = func(_ context.Context, rows []uint32, eps float64) (counts []uint32, _ error) {
			for _, row := range rows {
				n := uint32(0)
				for _, x := range store.Column(0) {
					if x-store.Column(0)[row] <= eps && store.Column(0)[row]-x <= eps {
						n++
					}
				}
				counts = append(counts, n)
			}
			return counts, nil
		}
		_, err := Write(context.Background(), io.Discard, q)
		if got := ""; err != nil {
			got = err.Error()
			if c.want == "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		} else if c.want != "" {
			t.Errorf("no error, want %s", c.want)
		}
	}
}

// TestWriteFile: a page is written in full or not at all.
func TestWriteFile(t *testing.T) {
	folder := t.TempDir()
	o := output.WriteOptions{Folder: folder}
	if _, err := WriteFile(context.Background(), "page.html", o, Request{Result: resultOf(t, "labels.csv", "id,label,kind\n"), Points: crowdPoints(t)}); err == nil {
		t.Error("no error")
	}
	if there, _ := os.ReadDir(folder); len(there) > 0 {
		t.Errorf("%v is left", there)
	}
	if _, err := WriteFile(context.Background(), "page.html", o, Request{Result: resultOf(t, "labels.csv", crowd), Points: crowdPoints(t)}); err != nil {
		t.Error(err)
	}
	page, err := os.ReadFile(filepath.Join(folder, "page.html"))
	if err != nil || !bytes.HasSuffix(page, []byte("</html>\n")) {
		t.Errorf("%d bytes, %v", len(page), err)
	}
}
