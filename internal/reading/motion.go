package reading

// Linear is the Interpolation of straight motion.
const Linear = "LINEAR"

// CurvesOrbits reports whether ephemerides are curved where files do not say otherwise.
func (o *Options) CurvesOrbits() bool { return o.OrbitCurve > 0 && o.Curve == 0 }
