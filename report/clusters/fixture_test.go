package clusters

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"flyby/points"
	"flyby/report/internal/pagetest"
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

// resultOf opens a file with a text.
func resultOf(t *testing.T, name, text string) *Result {
	t.Helper()
	r, err := OpenIn(filepath.Dir(pagetest.File(t, name, text)), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pageOf returns the text of a page, its block of data, and its summary.
func pageOf(t *testing.T, q Request) (string, Data, Summary) {
	t.Helper()
	var b bytes.Buffer
	s, err := Write(context.Background(), &b, q)
	if err != nil {
		t.Fatal(err)
	}
	var d Data
	pagetest.Data(t, b.String(), &d)
	return b.String(), d, s
}

// labelled returns a request for points with labels of clusters of the given sizes, all core, in random order, and their places.
func labelled(t *testing.T, dimensions int, sizes ...int) Request {
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
	return Request{Result: resultOf(t, "labels.csv", text.String()), Points: storeOf(t, points.IDs{}, columns...)}
}
