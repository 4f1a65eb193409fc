package speed

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"flyby/evaluation/figures"
	"flyby/evaluation/report"
	"flyby/internal/atomicfile"
)

// figureName is the file of the slopes' figure in the folder.
const figureName = "slopes.svg"

// WriteSlopes writes the curves for people: each point with the slope into it, of the time and of the hits.
func WriteSlopes(w io.Writer, curves []Curve) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range curves {
		fmt.Fprintf(t, "%s\tTIME\tCPU\tHITS\tSLOPE\tOF HITS\t(%s)\n", c.Name, c.What)
		for i, p := range c.Points {
			fmt.Fprintf(t, "%g\t%s\t%s\t%d", p.X, report.Seconds(p.Seconds).Text, p.workedText(), p.Hits)
			if i > 0 {
				time, hits := c.Local(i)
				fmt.Fprintf(t, "\t%.2f\t%.2f", time, hits)
			}
			fmt.Fprintln(t)
		}
		if c.Skipped != "" {
			fmt.Fprintf(t, "%s: skipped: %s\n", c.Name, c.Skipped)
		}
		if len(c.Points) > 1 {
			fmt.Fprintf(t, "slope %.2f, %s\n", c.Slope(), c.bendsText())
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// workedText writes the processors' time as text.
func (p Point) workedText() string {
	if !(p.CPU > 0) {
		return "-"
	}
	return report.Seconds(p.CPU).Text
}

// bendsText says where time grows faster than the work.
func (c Curve) bendsText() string {
	at := c.Bends()
	if len(at) == 0 {
		return "nowhere steeper than the work"
	}
	return fmt.Sprintf("steeper than the work at %v", at)
}

// Figure draws the curves that have points side by side, two in a row, on logarithmic axes.
func Figure(curves []Curve) (figures.SVG, error) {
	var panels []figures.SVG
	for _, c := range curves {
		if len(c.Points) == 0 {
			continue
		}
		panel, err := c.chart().SVG()
		if err != nil {
			return "", err
		}
		panels = append(panels, panel)
	}
	return grid(panels), nil
}

// margin is the factor by which an axis extends beyond its values.
const margin = 1.15

// chart draws one curve with the slope in its title.
func (c Curve) chart() figures.Chart {
	var x, y []float64
	for _, p := range c.Points {
		x, y = append(x, p.X), append(y, p.Seconds*1e3)
	}
	low, high := decades(y)
	return figures.Chart{
		Title:  fmt.Sprintf("time against %s: slope %.2f", c.Name, c.Slope()),
		X:      figures.Axis{Label: c.Name, Log: true, Min: slices.Min(x) / margin, Max: slices.Max(x) * margin},
		Y:      figures.Axis{Label: "time [ms]", Log: true, Min: low, Max: high},
		Series: []figures.Series{{X: x, Y: y, Points: true, Color: figures.Navy}},
	}
}

// decades returns the powers of ten about values: on a narrower axis a flat curve would look steep.
func decades(y []float64) (low, high float64) {
	first := math.Floor(math.Log10(slices.Min(y)))
	last := max(math.Ceil(math.Log10(slices.Max(y))), first+1)
	return math.Pow(10, first), math.Pow(10, last)
}

// The size of a panel without a legend, in points.
const panelWidth, panelHeight = 330, 240

// grid puts panels into one drawing, two in a row.
func grid(panels []figures.SVG) figures.SVG {
	rows := (len(panels) + 1) / 2
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="%dpt" height="%dpt" viewBox="0 0 %[1]d %[2]d">`+"\n",
		2*panelWidth, rows*panelHeight)
	size := regexp.MustCompile(`^<svg role="img" width="[^"]*" height="[^"]*"`)
	for i, p := range panels {
		place := fmt.Sprintf(`<svg role="img" x="%d" y="%d" width="%d" height="%d"`, i%2*panelWidth, i/2*panelHeight, panelWidth, panelHeight)
		b.WriteString(size.ReplaceAllString(string(p), place))
		b.WriteString("\n")
	}
	b.WriteString("</svg>\n")
	return figures.SVG(b.String())
}

// SaveSlopes draws the curves into a folder, which is made, and returns the figure's path.
func SaveSlopes(folder string, curves []Curve) (string, error) {
	svg, err := Figure(curves)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	path := filepath.Join(folder, figureName)
	if err := atomicfile.WriteFile(path, []byte(svg), 0o666); err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	return path, nil
}
