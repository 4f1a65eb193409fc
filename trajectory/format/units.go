package format

// Units are labels of what positions and times count, as far as a file says, such as "m", "km",
// "AU" and "kpc", "s", "d" and "yr"; "" where it does not. Nothing is converted by them.
type Units struct {
	Length string `json:"length,omitempty"` // of x, y, z and r
	Time   string `json:"time,omitempty"`   // of t
	Scale  string `json:"scale,omitempty"`  // of t, where it is another than UTC: "TDB", "GPS"
}
