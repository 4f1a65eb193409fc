package rowgrid

// sieve separates the candidates of a point by their distance in float32.
type sieve struct {
	among      *sorted
	shifts     [][]float32
	sure, none float32 // of sums of squares: below sure it is a pair, above none it is not
}

// sift writes the rows of candidates, none below least, that are certainly within the threshold of
// a point, and those that may be. Both slices must be lanes longer than there are candidates.
func (v *sieve) sift(point []float32, spans []span, least uint32, within, unknown []uint32) (n, m int) {
	rows := v.among.rows
	for _, s := range spans {
		for at := int(s.first); at < int(s.last); at += lanes {
			sums := v.sums(point, v.shifts[s.shift], at)
			for k, row := range rows[at:min(at+lanes, int(s.last))] {
				switch {
				case sums[k] > v.none || row < least:
				case sums[k] < v.sure:
					within[n] = row
					n++
				default:
					unknown[m] = row
					m++
				}
			}
		}
	}
	return n, m
}

// sums returns the squared distances of candidates from a place on.
func (v *sieve) sums(point, shift []float32, at int) (sums [lanes]float32) {
	for place, x := range point {
		x += shift[place]
		for k, y := range v.among.columns[place][at : at+lanes] {
			d := x - y
			sums[k] += float32(d * d)
		}
	}
	return sums
}
