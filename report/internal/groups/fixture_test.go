package groups

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// convoy returns objects a, b and c, side by side at a distance of 1, and d far from them, with samples from 0 to 100.
func convoy() map[string]pagetest.Samples {
	return map[string]pagetest.Samples{"a": pagetest.Straight(0, 100, 1, 0, 1), "b": pagetest.Straight(0, 100, 1, 1, 1), "c": pagetest.Straight(0, 100, 1, 2, 1), "d": pagetest.Straight(0, 100, 1, 50, 1)}
}

// header is the first line of a file of members.
const header = "group,t_start,t_end,size,traj_id\n"

// members returns the rows of a group.
func members(group int, from, until string, names ...string) (text string) {
	for _, name := range names {
		text += fmt.Sprintf("%d,%s,%s,%d,%s\n", group, from, until, len(names), name)
	}
	return text
}

// tick returns the rows of a moving cluster at a tick.
func tick(group int, t string, names ...string) (text string) {
	for _, name := range names {
		text += fmt.Sprintf("%d,%s,%d,%s\n", group, t, len(names), name)
	}
	return text
}

// parquet writes a file of one group of trajectories, with the question in its metadata.
func parquet(t *testing.T, s *trajectory.Store, from, until float64, trajs []uint32, o output.Origin) *page.Result {
	t.Helper()
	group, size := make([]uint32, len(trajs)), make([]uint32, len(trajs))
	start, end := make([]float64, len(trajs)), make([]float64, len(trajs))
	for i := range trajs {
		size[i], start[i], end[i] = uint32(len(trajs)), from, until
	}
	path := filepath.Join(t.TempDir(), "g.parquet")
	w, err := output.CreateTimedTable(path, []output.Column{
		output.CountColumn("group", &group), output.InstantColumn("t_start", &start), output.InstantColumn("t_end", &end), output.CountColumn("size", &size), output.TrajectoryColumn("traj_id", &trajs, s),
	}, s, output.WriteOptions{Origin: o})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(len(trajs)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := page.Open("", path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// made returns the page of a request.
func made(t *testing.T, q page.Request) *maker {
	t.Helper()
	p, err := tried(t, q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tried returns the page of a request, or its error.
func tried(t *testing.T, q page.Request) (*maker, error) {
	t.Helper()
	m, err := New(t.Context(), q)
	if err != nil {
		return nil, err
	}
	return m, m.Make()
}

// says reports whether the facts of a page contain a text.
func (m *maker) says(text string) bool { return strings.Contains(strings.Join(m.Facts, "\n"), text) }

// opened opens a file with a text.
func opened(t *testing.T, name, text string) *page.Result {
	t.Helper()
	r, err := page.Open(filepath.Dir(pagetest.File(t, name, text)), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
