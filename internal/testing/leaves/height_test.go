package leaves_test

import (
	"slices"
	"strings"
	"testing"

	"flyby/internal/height"
)

// TestRead: names of heights are read in any case and spelling, with the units that they say, and names of other quantities are not.
func TestRead(t *testing.T) {
	for want, names := range map[string]string{
		"sure": "z|Z|alt|ALT|Altitude|ALTITUDE|ele|Ele|baro_altitude|BaroAltitude|geoaltitude|geo_altitude|geometric altitude|geometric-altitude|GPS Altitude|alt_baro|alt_geom|altitude.msl|gpsAlt|baroalt|" +
			"Altitude (MSL)|altitude above ground|pos_z|position.z|location.altitude|pressure_altitude|altitude agl|relative_alt",
		"sure m":   "z_m|Z (m)|alt_m|altitude[m]|altitude (metres)|Altitude, meters|ele_m|altM|altitude_m_msl|alt_msl_m|altitudem|altitude in metres",
		"sure ft":  "alt_ft|Altitude(ft)|ALT (FEET)|baro_altitude_ft|altitudeFt|BaroAltitudeFeet|altft|altitude in feet|ALT_FT",
		"sure km":  "alt_km|Altitude (km)",
		"sure kpc": "z_kpc|Z (kpc)",
		"other": "height|HEIGHT|elevation|Elev|depth|Depth|height-above-msl|height_above_ellipsoid|ellipsoidal height|gps_height|selected_altitude|max altitude|target_altitude|std_altitude|" +
			"height above mean sea level",
		"other m":                   "height_m|Height (m)|elevation_m|depth (m)|depthm|height_above_msl_m",
		"other ft":                  "height_ft|Elevation (feet)|height_above_takeoff(feet)",
		"other in hundreds of feet": "flight_level|FlightLevel|FLIGHT LEVEL|flightlevel|Flight-Level",
		"other in cm":               "z_cm|height (cm)",
		"": "|_|x|y|t|id|m|ft|zone|zoom|z_order|zz|size|salt|salty|default|Basalt|altitude_rate|alt_rate|altitude (m/s)|altitude_source|vertical_rate|element|elem|release|wave_height|tree height|level|sea_level|battery level|" +
			"water_depth|height_error|depth_error|alternate|exalted|vz|heights|dz|is_z",
	} {
		for name := range strings.SplitSeq(names, "|") {
			r, ok := height.Read(name)
			got := ""
			if ok {
				got = map[bool]string{true: "sure", false: "other"}[r.Sure]
			}
			if r.Unit != "" && ok {
				got += " " + r.Unit
			}
			if r.In != "" && ok {
				got += " in " + r.In
			}
			if got != want {
				t.Errorf("%q: %q, want %q", name, got, want)
			}
		}
	}
}

// TestBeside: columns that are taken are left out, the third of pos_x and pos_y is a height, and a flag names the likeliest column that it can.
func TestBeside(t *testing.T) {
	for _, c := range []struct{ names, x, y, all, first string }{
		{"id t x y z", "x", "y", "z", "z"},
		{"id t lon lat height alt", "lon", "lat", "height alt", "alt"},
		{"id t lon lat height depth", "lon", "lat", "height depth", "height"},
		{"px py pz", "px", "py", "pz", "pz"},
		{"Xp Yp Zp vz", "Xp", "Yp", "Zp", "Zp"},
		{"max may maz", "max", "may", "maz", "maz"},
		{"xx xy xz", "xx", "xy", "xz", "xz"},
		{"x_km y_km z_km", "x_km", "y_km", "z_km", "z_km"},
		{"alt alt x y", "x", "y", "alt alt", ""},
		{"a,alt alt\x1b depth", "", "", "alt\x1b depth", "depth"},
		{"x y alt", "x", "alt", "", ""},
	} {
		names := strings.Fields(c.names)
		taken := func(at int) bool { return slices.Contains([]string{c.x, c.y}, names[at]) }
		all := height.Beside(names, taken, c.x, c.y)
		var got []string
		for _, column := range all {
			got = append(got, column.Name)
			if names[column.At] != column.Name {
				t.Errorf("%s: %s is not at %d", c.names, column.Name, column.At)
			}
		}
		first, ok := height.First(all)
		if strings.Join(got, " ") != c.all || first.Name != c.first || ok != (c.first != "") {
			t.Errorf("%s: %q, first %q (%v), want %q, first %q", c.names, got, first.Name, ok, c.all, c.first)
		}
	}
	if z := height.Third("x_km", "y_km"); z != "z_km" {
		t.Errorf("third of x_km and y_km: %q", z)
	}
	if all := height.Beside([]string{"x_ft", "y_ft", "z_ft"}, func(at int) bool { return at < 2 }, "x_ft", "y_ft"); len(all) != 1 || all[0].Unit != "" {
		t.Errorf("%+v: z_ft is in the unit of x_ft and y_ft", all)
	}
	var many []height.Column
	for range 9 {
		many = append(many, height.Column{Name: "z\n"})
	}
	if got := height.List(many); got != strings.Repeat(`z\n, `, 8)+"..." {
		t.Errorf("%q", got)
	}
}
