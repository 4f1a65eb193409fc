package batching_test

import (
	"fmt"

	"flyby/batching"
)

// Two query segments share the first hour, a third comes later.
func ExampleChoose() {
	p := batching.Profile{
		Start: []float64{0, 0.5, 7},
		End:   []float64{1, 1, 8},
		// One temporal bin of 100 entry segments until 2, one of 50 after that.
		Candidates: func(start, end float64) uint64 {
			switch {
			case end < 2:
				return 100
			case start >= 2:
				return 50
			}
			return 150
		},
	}
	for _, spec := range []string{"periodic:3", "setsplit-fixed:2"} {
		algorithm, err := batching.Choose(spec)
		if err != nil {
			fmt.Println(err)
			return
		}
		list, err := algorithm.Batches(p)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, b := range list {
			fmt.Println(algorithm, b, p.Interactions(b))
		}
	}
	// Output:
	// periodic:3 {0 3} 450
	// setsplit-fixed:2 {0 2} 200
	// setsplit-fixed:2 {2 3} 50
}
