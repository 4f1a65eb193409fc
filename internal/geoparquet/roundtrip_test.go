package geoparquet

import "testing"

// TestWrittenIsRead: Parse, ParseArrowCRS and Point read the output of Metadata, ArrowMetadata and AppendPoint.
func TestWrittenIsRead(t *testing.T) {
	at := []float64{-179.5, 12.25, 80}
	for _, axes := range []int{2, 3} {
		for _, degrees := range []bool{false, true} {
			w := WrittenColumn{Name: "geometry", Type: PointType, Axes: axes, Degrees: degrees}
			w.Bounds.Add(at[:axes])
			text, err := w.Metadata()
			if err != nil {
				t.Fatal(err)
			}
			c, err := Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if c.Name != "geometry" || c.Encoding != "WKB" || len(c.Types) != 1 || (c.CRS.Meaning == Degrees) != degrees || (c.CRS.Meaning == Unsaid) == degrees {
				t.Errorf("%d axes, degrees %t: %+v", axes, degrees, c)
			}
			crs, err := ParseArrowCRS(w.ArrowMetadata())
			if err != nil || (crs.Meaning == Degrees) != degrees {
				t.Errorf("%d axes, degrees %t: of Arrow %+v, %v", axes, degrees, crs, err)
			}
		}
		got, hasZ, value, cause := Point(AppendPoint(nil, at[:axes]))
		if cause != "" || hasZ != (axes == 3) || got[0] != at[0] || got[1] != at[1] || hasZ && got[2] != at[2] {
			t.Errorf("%d axes: %v %t %q %q", axes, got, hasZ, value, cause)
		}
	}
}
