package sgp4

// A Failure is a reason why an orbit has no position at some instant. It is an error, and comparable.
type Failure uint8

const (
	meanEccentricity Failure = 1 + iota
	meanMotion
	perturbedEccentricity
	semiLatusRectum
	decayed
	notFinite
	tooFar
)

// Error says what ended the orbit.
func (f Failure) Error() string {
	return "in sgp4: " + f.Reason()
}

// Reason returns the reason in a few words.
func (f Failure) Reason() string {
	switch f {
	case meanEccentricity:
		return "the mean eccentricity left 0 to 1"
	case meanMotion:
		return "the mean motion fell to 0"
	case perturbedEccentricity:
		return "the eccentricity with the periodics of Sun and Moon left 0 to 1"
	case semiLatusRectum:
		return "the semi-latus rectum fell below 0"
	case decayed:
		return "decayed: nearer to the centre than an Earth radius"
	case notFinite:
		return "a position is not a finite number"
	case tooFar:
		return "the instant is more than 200 years from the epoch"
	}
	return "none"
}
