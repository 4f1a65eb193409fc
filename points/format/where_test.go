package format

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/trajectory/format"
)

// conditions parses conditions that are separated by blanks.
func conditions(t *testing.T, text string) (all []format.Condition) {
	t.Helper()
	for _, s := range strings.Fields(text) {
		c, err := format.ParseCondition(s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// TestWhere: rows that fail the conditions are read as if they were not there: they decide nothing about columns, need no
// values, and have no ids.
func TestWhere(t *testing.T) {
	for _, c := range []struct {
		text, where, want string
		rows, missed      int
	}{
		{"id,x,kind\n1,2,a\n2,3,b\n3,4,a\n", "kind=a", "1=[2] 3=[4]", 3, 1},
		{"id,x,kind\n1,east,b\n2,3,a\n1,4,a\n2,,b\n", "kind=a", "2=[3] 1=[4]", 4, 2},
		{"kind,x,y\n\"b\",1,2\n\"a\",3,4\na,5,6\n", "kind=a y>=5", "0=[5 6]", 3, 2},
		{"x;y\r\n1;2\r\n3;4\r\n", "y<3", "0=[1 2]", 2, 1},
		{"x,y\n1,2,3\n4,5\n6,7\n", "x>5", "0=[6 7]", 3, 2},
		{"x,y\n1,2\n,4\n", "x!=", "0=[1 2]", 2, 1},
	} {
		s, r, err := readText(t, c.text, Options{Reading: Reading{Where: conditions(t, c.where)}})
		if err != nil || shown(s) != c.want || r.Rows != c.rows || r.Missed != c.missed {
			t.Errorf("%q where %s: %v, %+v, %v; want %s", c.text, c.where, s, r, err, c.want)
		}
	}
	for _, c := range []struct{ text, where, want string }{
		{"x,y\n1,2\n", "z=1", `: no column "z", which --where z=1 names; there is "x", "y"`},
		{"x,x\n1,2\n", "x=1", `: two columns "x", which --where x=1 names`},
		{"x,y\n1,2\n3,4\n", "x>5", ": none of 2 rows holds the conditions"},
		{"x,y\n1,9\nb,4\n", "y>3", `:3: column x: "b": not a number`},
	} {
		if _, _, err := readText(t, c.text, Options{Reading: Reading{Where: conditions(t, c.where)}}); err == nil || err.Error() != c.want {
			t.Errorf("%q where %s: %v, want %s", c.text, c.where, err, c.want)
		}
	}
	_, r, err := readText(t, "x,y\nb,1\nc,9\n", Options{Columns: map[string]string{"x1": "x"}, Reading: Reading{Where: conditions(t, "y>3"), SkipBadRows: true}})
	if err == nil || !strings.HasPrefix(err.Error(), ": every one of 1 rows is bad, such as ") {
		t.Errorf("%+v, %v", r, err)
	}
	if _, _, err := Read(context.Background(), "p.csv", Options{Reading: Reading{Where: []format.Condition{{Column: "a"}}}}); err == nil || !strings.Contains(err.Error(), "no operator") {
		t.Error(err)
	}
	path := write(t, "p.npy", array("<f8", false, 1, []int{1, 2}, []float64{1, 2}))
	if _, _, err := Read(context.Background(), path, Options{Reading: Reading{Where: conditions(t, "x=1")}}); err == nil || !strings.Contains(err.Error(), "those of NPY have no names") {
		t.Error(err)
	}
}

// TestWhereBlocks: conditions leave the same rows out for any blocks and threads.
func TestWhereBlocks(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,kind,x1\n")
	r := rand.New(rand.NewPCG(5, 9))
	want := 0
	for row := range 2000 {
		kind := r.IntN(3)
		if kind == 1 && row > 500 {
			want++
		}
		fmt.Fprintf(&text, "%d,%d,%d\n", row, kind, row)
	}
	path := write(t, "p.csv", []byte(text.String()))
	for _, size := range []int{40, 1 << 20} {
		s, report, err := Read(context.Background(), path, Options{Reading: Reading{Where: conditions(t, "kind=1 x1>500"), Threads: 3}})
		if err != nil || s.Len() != want || report.Missed != 2000-want || s.IDs().ID(0) == "0" || s.Column(1)[0] <= 500 {
			t.Errorf("blocks of %d: %+v, %v", size, report, err)
		}
	}
}

// whereRow is a row of a filtered file.
type whereRow struct {
	ID     int64     `parquet:"id"`
	Kind   string    `parquet:"kind"`
	X      float64   `parquet:"x"`
	Vector []float64 `parquet:"vector,list"`
}

// TestWhereParquet: rows of Parquet that fail conditions are left out, over row groups, of columns and of lists; repeated ids
// and lists of another length are among them.
func TestWhereParquet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.parquet")
	rows := make([]whereRow, 90)
	for i := range rows {
		rows[i] = whereRow{int64(i), "a", float64(i), []float64{float64(i), 1}}
		if i%3 == 0 {
			rows[i] = whereRow{7, "b", 1e302, []float64{1}}
		}
	}
	if err := parquet.WriteFile(path, rows, parquet.MaxRowsPerRowGroup(32)); err != nil {
		t.Fatal(err)
	}
	for _, columns := range []string{"x1=x,id=id", "x1=vector,id=id"} {
		m, err := ParseColumns(columns)
		if err != nil {
			t.Fatal(err)
		}
		s, r, err := Read(context.Background(), path, Options{Columns: m, Reading: Reading{Where: conditions(t, "kind=a id>=40")}})
		if err != nil || s.Len() != 34 || r.Rows != 90 || r.Missed != 56 || s.IDs().ID(0) != "40" || s.Column(0)[33] != 89 {
			t.Errorf("%s: %v, %+v, %v", columns, s, r, err)
		}
		if _, _, err := Read(context.Background(), path, Options{Columns: m, Reading: Reading{Where: conditions(t, "kind=c")}}); !errors.Is(err, ErrEmpty) || !strings.HasSuffix(err.Error(), "none of 90 rows holds the conditions") {
			t.Error(err)
		}
		if _, _, err := Read(context.Background(), path, Options{Columns: m, Reading: Reading{Where: conditions(t, "vector=1")}}); !errors.Is(err, format.ErrNoCell) {
			t.Error(err)
		}
	}
}
