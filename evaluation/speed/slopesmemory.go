package speed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"flyby"
)

// slopesMemory is the command's memory bound in MB: enough for 5·10⁶ hits or segments, and for no more.
const slopesMemory = 500

// overHits measures the command's time against its hits in bounded memory: a join of GAL whose distance grows, from 10⁶
// hits to 3·10⁸. The hits go to standard output, which is dropped.
func (l *lab) overHits(ctx context.Context) (Curve, error) {
	c := Curve{Name: "hits", What: fmt.Sprintf("%s joined by the command, hits as CSV to nowhere, --memory %s", l.galSize(), size(slopesMemory))}
	if len(l.Command) == 0 {
		c.Skipped = noProgram
		return c, nil
	}
	entries, err := l.write(ctx, gal(), "slopes.parquet")
	if err != nil {
		return c, err
	}
	for _, d := range []float64{0.5, 0.86, 1.53, 2.6, 5, 8.5} {
		p, err := l.joinPoint(ctx, entries, d)
		if err != nil {
			return c, err
		}
		p.X = float64(p.Hits)
		if k := len(c.Points); p.Hits > 0 && (k == 0 || p.X > c.Points[k-1].X) { // at small scales the least distances have no hits
			c.Points = append(c.Points, p)
		}
	}
	return c, nil
}

// overSegments measures the command's time against the segments in bounded memory: a join of stars with about a hit a
// segment, from 10⁶ segments to 10⁷, at scale 10 to 10⁸, fewer of all at a scale below 1.
func (l *lab) overSegments(ctx context.Context, scale float64) (c Curve, err error) {
	c = Curve{Name: "segments", What: fmt.Sprintf("joined by the command, a hit each, hits as CSV to nowhere, --memory %s", size(slopesMemory))}
	if len(l.Command) == 0 {
		c.Skipped = noProgram
		return c, nil
	}
	for _, n := range starCounts(scale) {
		if n < scaled(gal().trajectories, min(scale, 1)) {
			continue
		}
		p, skip, err := l.starsPoint(ctx, n)
		if c.Skipped = skip; skip != "" || err != nil {
			return c, err
		}
		c.Points = append(c.Points, p)
	}
	return c, nil
}

// starsPoint measures the point of a number of stars, and removes their file afterwards.
func (l *lab) starsPoint(ctx context.Context, stars int) (p Point, skip string, err error) {
	folder, err := l.folder()
	if err != nil {
		return p, "", err
	}
	entries, skip, err := l.galFile(ctx, folder, stars)
	if skip != "" || err != nil {
		return p, skip, err
	}
	defer func() { err = errors.Join(err, os.Remove(entries)) }()
	segments := stars * galSteps
	if skip, err = diskFor(folder, "slabs", uint64(segments)*slabDisk); skip != "" || err != nil {
		return p, skip, err
	}
	p, err = l.joinPoint(ctx, entries, HitEach(stars))
	p.X = float64(segments)
	return p, "", err
}

// HitEach returns the distance at which a number of stars has about a hit a segment, interpolated between the distances of
// 2,500 and of 250,000 stars.
func HitEach(stars int) float64 {
	const fewest = 0.5
	return fewest * math.Pow(float64(stars)/2500, math.Log10(distance8/fewest)/2)
}

// joinPoint measures a point of the command's join in bounded memory.
func (l *lab) joinPoint(ctx context.Context, entries string, d float64) (Point, error) {
	folder, err := l.folder()
	if err != nil {
		return Point{}, err
	}
	var all []process
	err = l.repeatProcess(ctx, 1, func() error {
		p, err := l.flyby(ctx, "join", "--entries", entries, "--distance", fmt.Sprint(d), "--level", "hits", "--method", string(flyby.MethodSpatiotemporal),
			"--memory", size(slopesMemory), "--tmp", folder, "--out", "-")
		all = append(all, p)
		return err
	})
	t := outcomes(all)
	return Point{Seconds: median(t.seconds), CPU: median(t.cpu), Hits: t.last.hits}, err
}
