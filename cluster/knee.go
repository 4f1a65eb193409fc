package cluster

import (
	"fmt"
	"slices"
)

// Distances are the distances of some points to their neighbours number MinPoints - 1, since MinPoints counts the point itself, in ascending order: the sorted
// k-dist graph of the paper on DBSCAN, turned around, with k = MinPoints - 1.
type Distances struct {
	MinPoints int
	sorted    []float64
}

// NewDistances sorts distances, finite and 0 or more, and keeps the slice.
func NewDistances(minPoints int, of []float64) Distances {
	slices.Sort(of)
	return Distances{minPoints, of}
}

// Points returns the number of points.
func (d Distances) Points() int { return len(d.sorted) }

// A Quantile is the least distance that Percent of the points, rounded up, do not exceed.
type Quantile struct {
	Percent  int     `json:"percent"`
	Distance float64 `json:"distance"`
}

// Quantiles returns the distances at 10, 25, 50, 75, 90, 95 and 99 %, none where there are no points.
func (d Distances) Quantiles() (all []Quantile) {
	if len(d.sorted) == 0 {
		return nil
	}
	for _, percent := range []int{10, 25, 50, 75, 90, 95, 99} {
		all = append(all, Quantile{percent, d.at(percent)})
	}
	return all
}

// at returns the quantile of a percentage.
func (d Distances) at(percent int) float64 {
	const all = 100
	whole, rest := len(d.sorted)/all*percent, len(d.sorted)%all*percent
	return d.sorted[whole+(rest+all-1)/all-1]
}

const (
	// leastPoints is the least number of points that have a knee.
	leastPoints = 100
	// leastBulge is the least depth below its chord of a curve with a knee, as a part of the curve's height.
	leastBulge = 0.2
	// farthest times the distance at 99 % is the greatest value that a distance counts as.
	farthest = 3
)

// NoKneeError says why distances have no knee.
type NoKneeError struct {
	MinPoints int
	Why       string
}

func (e *NoKneeError) Error() string {
	return fmt.Sprintf("cluster: minpts %d: the distances have no knee: %s", e.MinPoints, e.Why)
}

// Knee returns the distance at which the curve of distances bends most: where it is farthest below its chord once both axes are
// scaled to 1, the knee of V. Satopää, J. Albrecht, D. Irwin, B. Raghavan, *Finding a "Kneedle" in a Haystack*, ICDCSW 2011, without their smoothing. Of several
// it is the least. Distances beyond three times the distance at 99 % count as three times, so that a few far points do not set the scale. The
// error is a *NoKneeError where there are fewer than leastPoints, the curve is flat, the knee is at 0, or it is less than a fifth of the height below the
// chord. docs/decisions/0100-eps-auto.md says why.
func (d Distances) Knee() (float64, error) {
	n := len(d.sorted)
	if n < leastPoints {
		return 0, d.none("%d points, of at least %d", n, leastPoints)
	}
	least, most := d.sorted[0], min(d.sorted[n-1], farthest*d.at(99))
	switch {
	case least == d.sorted[n-1]:
		return 0, d.none("all are %v", least)
	case least >= most:
		return 0, d.none("99 %% are %v", least)
	}
	at, bulge := 0, 0.0
	for i, v := range d.sorted {
		if b := float64(i)/float64(n-1) - (min(v, most)-least)/(most-least); b > bulge {
			at, bulge = i, b
		}
	}
	switch knee := d.sorted[at]; {
	case bulge < leastBulge:
		return 0, d.none("the curve is %.2f of its height below its chord, and with a knee at least %v", bulge, leastBulge)
	case knee == 0:
		return 0, d.none("it is at 0: at least %d %% have as many points at the same place", (at+1)*100/n)
	default:
		return knee, nil
	}
}

// none returns a NoKneeError.
func (d Distances) none(format string, args ...any) error {
	return &NoKneeError{d.MinPoints, fmt.Sprintf(format, args...)}
}
