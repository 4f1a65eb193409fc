package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"flyby/cluster"
	"flyby/internal/cli"
)

// autoEps is what --eps is where the data say the distance.
const autoEps = "auto"

// epsFlag is --eps of dbscan: quantities, or auto.
type epsFlag struct {
	quantities
	auto bool
}

func (f *epsFlag) Set(text string) error {
	if text == autoEps {
		f.auto = true
		return nil
	}
	return f.quantities.Set(text)
}

func (f *epsFlag) String() string {
	if f.auto {
		return autoEps
	}
	return f.quantities.String()
}

// checkEps refuses thresholds that are none, or that are to be found and given.
func (f *clusterFlags) checkEps(c *cobra.Command) error {
	negative := slices.IndexFunc(f.eps.all, func(q quantity) bool { return q.number() < 0 })
	switch found := f.eps.auto || f.explain; {
	case f.explain && len(f.eps.all) > 0:
		return cli.Usage(c, "--explain and --eps %s: --explain shows distances by which --eps is chosen", &f.eps.quantities)
	case f.eps.auto && len(f.eps.all) > 0:
		return cli.Usage(c, "--eps auto and --eps %s: one of the two only", &f.eps.quantities)
	case len(f.eps.all) == 0 && !found:
		return cli.Usage(c, "--eps E is missing: a number, 0 or more, or several, or auto; --explain shows distances to choose it by")
	case negative >= 0:
		return cli.Usage(c, "--eps %s: must be a number, 0 or more", &f.eps.all[negative])
	case len(f.minPoints) == 0:
		return cli.Usage(c, "--minpts M is missing: a whole number, 1 or more, or several")
	case found && (len(f.minPoints) > 1 || f.minPoints[0] < 2):
		return cli.Usage(c, "--minpts %s: must be one number, 2 or more, where --eps is auto, or explained", &f.minPoints)
	}
	return nil
}

// foundDistances are what is told of distances, and the eps that they have.
type foundDistances struct {
	MinPoints int
	Points    int
	Eps       *float64 // nil: they have no knee
	Why       string   // they have none
	Distances []foundQuantile
}

// foundQuantile is a cluster.Quantile.
type foundQuantile struct {
	Percent  int     `json:"percent"`
	Distance float64 `json:"distance"`
}

// found is what is told of distances.
func found(d cluster.Distances) (m foundDistances) {
	m.MinPoints, m.Points = d.MinPoints, d.Points()
	for _, q := range d.Quantiles() {
		m.Distances = append(m.Distances, foundQuantile(q))
	}
	eps, err := d.Knee()
	if err != nil {
		m.Why = cli.Message(err)
		return m
	}
	m.Eps = &eps
	return m
}

// whole writes a number in as many digits as read back to it.
func whole(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// what says whose distances these are.
func (m *foundDistances) what() string {
	return fmt.Sprintf("distance of each point to its neighbour number %d (--minpts %d counts the point itself)", m.MinPoints-1, m.MinPoints)
}

// line is what is told of distances in one line.
func (m *foundDistances) line() string {
	var all []string
	for _, q := range m.Distances {
		all = append(all, fmt.Sprintf("%s at %d %%", whole(q.Distance), q.Percent))
	}
	text := m.what() + ": " + strings.Join(all, ", ")
	if m.Eps != nil {
		text += "; their knee is --eps " + whole(*m.Eps)
	}
	return text
}

// curve tells of the distances by which eps is found: at once, or as the answer of --explain.
func (t *pointTask) curve(d cluster.Distances) {
	m := found(d)
	t.distances = &m
	switch {
	case t.flags.unwritten:
	case m.Eps == nil:
		t.display.warn("%s: %s", t.flags.points.shown(), m.line())
	default:
		t.display.note("%s: %s", t.flags.points.shown(), m.line())
	}
}

// distanceTable is what --explain of dbscan says as JSON.
type distanceTable struct {
	Type      string          `json:"type"` // "explanation"
	Command   string          `json:"command"`
	Points    int             `json:"points"`
	MinPoints int             `json:"minpts"`
	Eps       *float64        `json:"eps"` // of --eps auto; null: none
	Why       string          `json:"why,omitempty"`
	Distances []foundQuantile `json:"distances"`
}

// explainDistances writes the table of --explain.
func (t *pointTask) explainDistances() error {
	m := t.distances
	if t.json {
		return writeObject(t.streams.out, distanceTable{"explanation", t.command, m.Points, m.MinPoints, m.Eps, m.Why, m.Distances})
	}
	return m.write(t.streams.out)
}

// write writes the table as text.
func (m *foundDistances) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, of %s:\n", m.what(), plural(m.Points, "point"))
	for _, q := range m.Distances {
		fmt.Fprintf(&b, "  %2d %%  %s\n", q.Percent, whole(q.Distance))
	}
	if m.Eps != nil {
		fmt.Fprintf(&b, "their knee, which --eps auto takes: --eps %s\n", whole(*m.Eps))
	} else {
		fmt.Fprintf(&b, "--eps auto: %s\n", m.Why)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
