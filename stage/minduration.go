package stage

import "flyby/trajectory"

// MinDuration leaves those encounters that last least or longer, in the unit of the times: by the
// difference of two float64, rounded. With a least of 0 all stay.
func MinDuration(from Stream[trajectory.Encounters], least float64) Stream[trajectory.Encounters] {
	return func(yield func(trajectory.Encounters, error) bool) {
		var long []int
		for e, err := range steps(from) {
			if err != nil {
				yield(trajectory.Encounters{}, err)
				return
			}
			long = long[:0]
			for i, enter := range e.Enter {
				if e.Exit[i]-enter >= least {
					long = append(long, i)
				}
			}
			switch {
			case len(long) == 0:
				continue
			case len(long) < e.Len():
				e = e.Pick(long)
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}
