package speed

// targets are the bounds of a row; 0 is no target.
type targets struct {
	gpu, cpu float64 // seconds at most, on a GPU and on two cores
	bytes    float64 // on a GPU: multiple of the time to read the hits, added to gpu
	temporal float64 // on a GPU: times faster than the temporal method at its best s
	peer     float64 // on cores: times faster than the R-tree in C++ at its best r
}

// claimTime holds the row's median against a bound that counts at full size only.
func (l *lab) claimTime(r *Row, t targets) {
	c := Claim{What: "time", Unit: "s", Got: r.Median()}
	if l.full() {
		c.Most = t.cpu
		if l.gpu() {
			c.Most = t.gpu
		}
	}
	r.Claims = append(r.Claims, c)
}

// least returns a lower bound where it counts: at full size, on this kind of device.
func (l *lab) least(bound float64, gpu bool) float64 {
	if !l.full() || gpu != l.gpu() {
		return 0
	}
	return bound
}
