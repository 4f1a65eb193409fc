// Package geo turns places on the Earth, longitude, latitude and height above the WGS 84
// ellipsoid, into the positions that package trajectory searches.
package geo

import (
	"fmt"
	"math"
	"slices"

	"flyby/internal/angle"
	"flyby/internal/memory"
	"flyby/internal/weave"
	"flyby/trajectory"
)

// The WGS 84 ellipsoid, in metres.
const (
	semiMajor = 6378137.0
	semiMinor = semiMajor * (1 - 1/298.257223563)
	majorSq   = semiMajor * semiMajor
	minorSq   = semiMinor * semiMinor
)

// MaxSagitta is how far, in metres, a segment made by FromLonLat may be from
// the great circle that it stands for, at any instant.
const MaxSagitta = 1.0

// Limits returns the bounds of longitudes, latitudes and heights: degrees that
// there are, and heights that keep nonsense out of what splitting counts.
func Limits() *[3]trajectory.Limit {
	return &[3]trajectory.Limit{
		{Least: -180, Greatest: 360, Cause: "longitude outside -180 to 360 degrees"},
		{Least: -90, Greatest: 90, Cause: "latitude outside -90 to 90 degrees"},
		{Least: -1e9, Greatest: 1e9, Cause: "height beyond a million kilometres"},
	}
}

// arcCurvature bounds |d²r/dδ²| in metres, r being the point of the ellipsoid
// with normal n, as n turns along a great circle by the angle δ. With
// A = diag(a², a², b²) and g = sqrt(nᵀAn), b <= g <= a, the point is r = An/g; with
// first and second derivatives by δ as indices, and n₂ = −n,
//
//	r₂ = An₂/g − 2An₁g₁/g² − An(g₂/g² − 2g₁²/g³)
//	|g₁| <= (a²−b²)/2b = 21.5 km,  |g₂| <= (a²−b²)/b + g₁²/b = 43.0 km
//
// so |r₂| <= a²/b + 2a²|g₁|/b² + a²(|g₂|/b² + 2g₁²/b³) = 6486.3 km.
const arcCurvature = 6.49e6

// FromLonLat turns geographic columns, X longitude in degrees [-180, 360], Y
// latitude in degrees [-90, 90] and Z height above the WGS 84 ellipsoid in metres
// (nil: 0), into EarthCentred ones, always 3-D. Where heights come in H instead, X, Y and Z
// become the feet of the samples on the ellipsoid, and H stays; one of Z and H must be nil. It takes
// ownership of the slices. Rows are checked as New does, so the error is a
// *RowError that names a row of c; New finds no further fault in what comes out. Columns
// of another frame than Plain are an error.
//
// Objects are taken to move along great circles (of the normal's direction, with
// height and angle linear in time), while segments are chords, which sink below
// the arc: by s = L²/8R, R = 6371 km, for a length L, which is 1 m at 7.1 km. Segments
// further than MaxSagitta from the arc at any instant are split evenly along it
// in space and time, so segment ids then count the parts. Nothing is split
// across a gap, of o.MaxGap or of pieces, nor where times are too close to hold the parts. Between
// antipodes the arc passes nearest to the north pole. The samples that this makes
// are counted first; where there is no room for them the error says how many they
// are, what they need and what is left (a *memory.Error), and c is lost.
//
// What is faster than o.MaxSpeed, in metres through space by the unit of time, is marked in Fast and not
// split: New, which is given the same options, leaves it out.
//
// Distances are straight lines through space: an arc of length d over the ground
// is longer than its chord by d³/24R², 1 mm at 10 km and 1 m at 99 km.
func FromLonLat(c trajectory.Columns, o trajectory.BuildOptions) (trajectory.Columns, trajectory.SplitReport, error) {
	c.Rows() // panics where columns do not fit each other
	var report trajectory.SplitReport
	if c.Frame != trajectory.Plain {
		return trajectory.Columns{}, report, fmt.Errorf("geo: lon/lat: x, y and z are %v already", c.Frame)
	}
	if c.Z != nil && c.H != nil {
		return trajectory.Columns{}, report, fmt.Errorf("geo: lon/lat: heights are in z and in h: one of the two must be nil")
	}
	g := geographer{c: c, o: o}
	keep, err := g.plan(&report)
	if err != nil {
		return trajectory.Columns{}, report, err
	}
	if err := g.afford(&report); err != nil {
		return trajectory.Columns{}, report, fmt.Errorf("geo: splitting %d long segments of lon/lat: %w", report.Split, err)
	}
	g.interpolate(&report)
	if g.c.Z == nil {
		g.c.Z = make([]float64, c.ID.Len())
	}
	for row := range g.c.X {
		p := earthCentred(normal(g.c.X[row], g.c.Y[row]), g.c.Z[row])
		g.c.X[row], g.c.Y[row], g.c.Z[row] = p[0], p[1], p[2]
	}
	if keep != nil || len(g.splits) > 0 {
		g.rebuild(keep)
	}
	g.c.Frame = trajectory.EarthCentred
	return g.c, report, nil
}

// Check checks geographic columns as FromLonLat does and leaves them as they are, degrees and metres;
// those of 2-D stay 2-D. It takes ownership of the slices.
func Check(c trajectory.Columns, o trajectory.BuildOptions) (trajectory.Columns, trajectory.SplitReport, error) {
	c.Rows() // panics where columns do not fit each other
	var report trajectory.SplitReport
	if c.Frame != trajectory.Plain {
		return trajectory.Columns{}, report, fmt.Errorf("geo: lon/lat: x, y and z are %v already", c.Frame)
	}
	g := geographer{c: c, o: o}
	keep, err := g.plan(&report)
	if err != nil {
		return trajectory.Columns{}, report, err
	}
	g.splits, report.Split, report.Added = nil, 0, 0
	if keep != nil {
		g.rebuild(keep)
	}
	return g.c, report, nil
}

// geographer holds the state of one FromLonLat.
type geographer struct {
	c      trajectory.Columns
	o      trajectory.BuildOptions
	splits []weave.Split
	added  trajectory.Columns // the samples that splitting adds, in order of splits
}

// plan checks every row and decides which segments to split. keep is nil if
// every row is good.
func (g *geographer) plan(report *trajectory.SplitReport) (keep []bool, err error) {
	if g.o.MaxSpeed > 0 {
		g.c.Fast = make([]bool, len(g.c.T))
	}
	checker := trajectory.NewChecker(trajectory.Rules{Limits: Limits(), Times: g.c.Times})
	for row := range g.c.T {
		prev, repeats, bad := checker.Next(&g.c, row, keep)
		if bad != nil && !g.o.SkipBadRows {
			return nil, bad
		}
		if bad != nil || repeats {
			if keep == nil {
				keep = slices.Repeat([]bool{true}, len(g.c.T))
			}
			keep[row] = false
			report.Leave(bad)
			continue
		}
		if prev < 0 || g.apart(prev, row) {
			continue
		}
		if g.o.MaxSpeed > 0 && Faster(g.place(prev), g.place(row), g.o.MaxSpeed) {
			g.c.Fast[row] = true
			continue
		}
		if n := Parts(g.place(prev), g.place(row)); n > 1 {
			g.splits = append(g.splits, weave.Split{From: prev, To: row, Parts: n})
		}
	}
	report.Split, report.Added = len(g.splits), weave.Added(g.splits)
	return keep, nil
}

// apart reports whether a gap lies between two rows of a trajectory.
func (g *geographer) apart(from, to int) bool {
	return g.o.MaxGap > 0 && g.c.T[to]-g.c.T[from] > g.o.MaxGap || g.c.Piece != nil && g.c.Piece[to] != g.c.Piece[from]
}

// afford reports whether there is room for the samples that the plan adds, before
// any is made.
func (g *geographer) afford(report *trajectory.SplitReport) error {
	added := 4 * 8 // bytes of a sample that is added, T, X, Y and Z
	if g.c.H != nil {
		added += 8
	}
	all, each := len(g.c.T)+report.Added, added
	switch {
	case uint64(all) > math.MaxUint32:
		return fmt.Errorf("%d samples are more than 4294967295: set a max gap", all)
	case g.c.ID.Code != nil:
		each += 4
	default:
		each += 8
	}
	if g.c.R != nil {
		each += 8
	}
	if g.c.Piece != nil {
		each += 4
	}
	if g.c.Fast != nil {
		each++
	}
	return memory.Need(memory.Count(all)+" samples", memory.Of(all, each)+memory.Of(report.Added, added))
}

// place returns the place of a row.
func (g *geographer) place(row int) Place {
	p := Place{T: g.c.T[row], Lon: g.c.X[row], Lat: g.c.Y[row]}
	switch {
	case g.c.Z != nil:
		p.Height = g.c.Z[row]
	case g.c.H != nil:
		p.Height = g.c.H[row]
	}
	return p
}

// interpolate fills g.added, before the columns turn into metres.
func (g *geographer) interpolate(report *trajectory.SplitReport) {
	for _, col := range []*[]float64{&g.added.T, &g.added.X, &g.added.Y, &g.added.Z} {
		*col = make([]float64, 0, report.Added)
	}
	between := Between
	if g.c.H != nil {
		between = FeetBetween
		g.added.H = make([]float64, 0, report.Added)
	}
	for _, s := range g.splits {
		from, to := g.place(s.From), g.place(s.To)
		for t, p := range between(from, to, s.Parts) {
			g.added.T = append(g.added.T, t)
			g.added.X, g.added.Y, g.added.Z = append(g.added.X, p[0]), append(g.added.Y, p[1]), append(g.added.Z, p[2])
		}
		for k := 1; g.c.H != nil && k < s.Parts; k++ {
			g.added.H = append(g.added.H, HeightBetween(from, to, k, s.Parts))
		}
	}
}

// rebuild drops bad rows and puts the added samples before the row that their
// split leads to, one column at a time to bound memory.
func (g *geographer) rebuild(keep []bool) {
	c, a := &g.c, &g.added
	c.T = weave.Column(c.T, a.T, g.splits, keep)
	c.X = weave.Column(c.X, a.X, g.splits, keep)
	c.Y = weave.Column(c.Y, a.Y, g.splits, keep)
	c.Z = weave.Column(c.Z, a.Z, g.splits, keep)
	c.H = weave.Column(c.H, a.H, g.splits, keep)
	c.R = weave.Column(c.R, nil, g.splits, keep)
	c.Piece = weave.Column(c.Piece, nil, g.splits, keep)
	c.Fast = weave.Column(c.Fast, nil, g.splits, keep) // no way that is split is marked
	c.ID.Int = weave.Column(c.ID.Int, nil, g.splits, keep)
	c.ID.Code = weave.Column(c.ID.Code, nil, g.splits, keep)
}

// normal returns the outward unit normal of the ellipsoid at degrees. Meridians a turn
// apart are one, and a pole is one point, to the bit.
func normal(lon, lat float64) [3]float64 {
	sinLon, cosLon := angle.Sincos(lon)
	sinLat, cosLat := angle.Sincos(lat)
	return [3]float64{cosLat * cosLon, cosLat * sinLon, sinLat}
}

// earthCentred returns the point at a height in metres above the point of the
// ellipsoid with unit normal n: An/sqrt(nᵀAn) + hn, A = diag(a², a², b²).
func earthCentred(n [3]float64, height float64) [3]float64 {
	g := math.Sqrt(float64(majorSq*(float64(n[0]*n[0])+float64(n[1]*n[1]))) + float64(minorSq*n[2]*n[2]))
	k := majorSq/g + height
	return [3]float64{k * n[0], k * n[1], (minorSq/g + height) * n[2]}
}

// arc returns the angle between two unit vectors, in degrees, and the unit tangent at n0 of
// the great circle towards n1.
func arc(n0, n1 [3]float64) (degrees float64, tangent [3]float64) {
	axis := cross(n0, n1)
	sin := math.Sqrt(dot(axis, axis))
	if sin == 0 { // equal or antipodes: by way of the north pole, or of longitude 0 from a pole
		axis = cross(n0, [3]float64{0, 0, 1})
		if axis == ([3]float64{}) {
			axis = cross(n0, [3]float64{1, 0, 0})
		}
	}
	tangent = cross(axis, n0)
	length := math.Sqrt(dot(tangent, tangent))
	for i := range tangent {
		tangent[i] /= length
	}
	return angle.Atan2(sin, dot(n0, n1)), tangent
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}
