package datasets

import "math"

// Parameters of receiverPoints: the receivers, and the arcs that they see.
const (
	receiverCount  = 2000
	denseShare     = 0.6  // of the receivers, in dense regions
	leastArc       = 30   // points
	greatestArc    = 200  // points
	leastSpacing   = 0.01 // degrees
	mostSpacing    = 0.05 // degrees
	longestArc     = 8.0  // degrees
	trackCount     = 60   // per receiver: satellites repeat their tracks
	sightSigma     = 0.5  // degrees from a receiver to the beginning of an arc
	leastContent   = 5.0  // electrons
	mostContent    = 60.0
	contentNoise   = 1.5
	leastLatitude  = -55.0
	mostLatitude   = 70.0
	contentOfRange = mostContent - leastContent
)

// A region is an area dense with receivers, normal around a place; all in degrees.
type region struct{ lon, lat, sigma float64 }

// regions lists eight regions with dense networks of receivers.
func regions() []region {
	return []region{
		{10, 50, 2}, {138, 36, 1.3}, {-119, 36, 1.6}, {-90, 40, 2.6},
		{121, 24, 1}, {145, -36, 2}, {-47, -22, 2}, {25, 40, 1.6},
	}
}

// receiverSizes returns the sizes of the papers' maps of the ionosphere's electrons.
func receiverSizes(like string) (n, dimensions int) {
	n, dimensions = 1_864_620, 2
	switch like {
	case "SW4", "SW2DB", "SW3DB":
		n = 5_159_737
	}
	if like == "SW3DA" || like == "SW3DB" {
		dimensions = 3
	}
	return n, dimensions
}

// receiverPoints draws places where signals of satellites cross the ionosphere: arc after arc, each of
// points along a line near a receiver. The third coordinate is the content of electrons, smooth in latitude
// and in the arc's hour, plus noise.
func receiverPoints(r *source, _ string, columns [][]float64) {
	tracks := newTracks(r)
	x, y := columns[0], columns[1]
	for row := 0; row < len(x); {
		at := tracks[r.below(len(tracks))]
		n := leastArc + r.below(greatestArc-leastArc+1)
		step := min(r.between(leastSpacing, mostSpacing), longestArc/float64(n))
		hour := r.uniform()
		for k := range n {
			if row == len(x) {
				return
			}
			way := mul(step, float64(k))
			x[row], y[row] = at.lon+mul(way, at.east), at.lat+mul(way, at.north)
			if len(columns) > 2 {
				columns[2][row] = r.content(y[row], hour)
			}
			row++
		}
	}
}

// A track is a line along which a receiver sees a satellite: its beginning and its direction.
type track struct{ lon, lat, east, north float64 }

// newTracks draws the tracks of all receivers.
func newTracks(r *source) []track {
	var tracks []track
	for _, at := range newReceivers(r) {
		for range trackCount {
			t := track{lon: at[0] + mul(sightSigma, r.normal()), lat: at[1] + mul(sightSigma, r.normal())}
			t.east, t.north = r.direction()
			tracks = append(tracks, t)
		}
	}
	return tracks
}

// newReceivers draws the places of receivers: 60 in 100 in the regions, the others anywhere between
// leastLatitude and mostLatitude.
func newReceivers(r *source) (places [receiverCount][2]float64) {
	all := regions()
	for i := range places {
		if i < scaledShare(receiverCount, denseShare) {
			in := all[r.below(len(all))]
			places[i] = [2]float64{in.lon + mul(in.sigma, r.normal()), in.lat + mul(in.sigma, r.normal())}
			continue
		}
		places[i] = [2]float64{r.between(-180, 180), r.between(leastLatitude, mostLatitude)}
	}
	return places
}

// content draws the content of electrons at a latitude and a part of the day: parabolas with their greatest
// values at the equator and at noon, plus noise.
func (r *source) content(lat, day float64) float64 {
	of := min(1, math.Abs(lat)/90)
	height := 1 - mul(of, of)
	noon := mul(2, day) - 1
	light := 1 - mul(noon, noon)
	smooth := leastContent + mul(contentOfRange, mul(height, 0.25+mul(0.75, light)))
	return truncated(leastContent, mostContent, func() float64 { return smooth + mul(contentNoise, r.normal()) })
}
