package format

import "flyby/trajectory"

// IsPresumed reports whether nothing but the format says the unit of length.
func (p *Parsed) IsPresumed(o *Options) bool {
	return p.Presumed && !o.LonLat && o.Units.Length == ""
}

// LooksLikeDegrees reports whether positions that count as metres without anybody having said so, of which e is the extent,
// are rather longitudes and latitudes: all are in range, and no network of roads is less than five metres wide and long. A
// single place has no distances, and is right as either.
func (r *Report) LooksLikeDegrees(e trajectory.Extent) bool {
	const small = 5
	wide := false
	for k, most := range []float64{180, 90} {
		if !(e.Min[k] >= -most && e.Max[k] <= most && e.Max[k]-e.Min[k] < small) {
			return false
		}
		wide = wide || e.Max[k] > e.Min[k]
	}
	return r.Presumed && wide
}
