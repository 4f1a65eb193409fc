package stage

import "flyby/trajectory"

// MinDuration keeps the encounters that last least or longer, in the unit of the times: by the
// difference of two float64, rounded. With a least of 0 all stay.
func MinDuration(from Stream[trajectory.Encounters], least float64) Stream[trajectory.Encounters] {
	return Filter(from, func(e trajectory.Encounters) (trajectory.Encounters, error) {
		var long []int
		for i, enter := range e.Enter {
			if e.Exit[i]-enter >= least {
				long = append(long, i)
			}
		}
		if len(long) == e.Len() {
			return e, nil
		}
		return e.Pick(long), nil
	})
}
