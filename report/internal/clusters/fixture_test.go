package clusters

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/testing/pagetest"
	"flyby/points"
	"flyby/report/internal/page"
)

// crowd is two clumps of points along x, and one point alone, clustered with eps 1 and minpts 3.
const crowd = "id,label,kind\na,0,border\nb,0,core\nc,0,border\nd,1,border\ne,1,core\nf,1,core\ng,1,border\nalone,-1,noise\n"

// crowdPoints returns the points of crowd.
func crowdPoints(t *testing.T) *points.Store {
	t.Helper()
	ids, err := points.NameIDs([]string{"a", "b", "c", "d", "e", "f", "g", "alone"})
	if err != nil {
		t.Fatal(err)
	}
	return storeOf(t, ids, []float64{0, 1, 2, 10, 11, 12, 13, 50}, []float64{0, 0, 0, 5, 5, 5, 5, -9})
}

// storeOf returns a store of columns; ids without rows stand for the numbers of rows.
func storeOf(t *testing.T, ids points.IDs, columns ...[]float64) *points.Store {
	t.Helper()
	if ids.Len() == 0 {
		ids = points.RowIDs(len(columns[0]))
	}
	s, err := points.New(columns, ids)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// write writes the page of a request.
func write(t *testing.T, w io.Writer, q page.Request) (page.Summary, error) {
	t.Helper()
	m, err := New(t.Context(), q)
	if err != nil {
		return page.Summary{}, err
	}
	return m.Write(w, "")
}

// pageOf returns the text of a page, its block of data, and its summary.
func pageOf(t *testing.T, q page.Request) (string, Data, page.Summary) {
	t.Helper()
	var b bytes.Buffer
	s, err := write(t, &b, q)
	if err != nil {
		t.Fatal(err)
	}
	var d Data
	pagetest.Data(t, b.String(), &d)
	return b.String(), d, s
}

// labelled returns a request for points with labels of clusters of the given sizes, all core, in random order, and their places.
func labelled(t *testing.T, dimensions int, sizes ...int) page.Request {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	var labels []int
	for label, n := range sizes {
		for range n {
			labels = append(labels, label-1)
		}
	}
	r.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	columns := make([][]float64, dimensions)
	var text strings.Builder
	text.WriteString("id,label,kind\n")
	for row, label := range labels {
		kind := "core"
		if label < 0 {
			kind = "noise"
		}
		fmt.Fprintf(&text, "%d,%d,%s\n", row, label, kind)
		for d := range columns {
			columns[d] = append(columns[d], r.Float64()*1000)
		}
	}
	return page.Request{Result: opened(t, "labels.csv", text.String()), Points: storeOf(t, points.IDs{}, columns...)}
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
