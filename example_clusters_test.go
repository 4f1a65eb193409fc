package flyby_test

import (
	"context"
	"fmt"
	"log"

	"flyby"
	"flyby/cluster"
)

// Two crowds on a line, and one who stands alone: with three of a crowd within reach of its members, then with two.
func ExamplePoints_Clusters() {
	set, err := flyby.OpenPoints(context.Background(), onLine(0, 1, 2, 3.5, 10, 11, 12, 20), flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	for v, err := range set.Clusters(context.Background(), cluster.Search{Eps: []float64{1.5}, MinPoints: []int{3, 2}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(v.MinPoints, v.Labels.Numbers, v.Labels.Kinds[3])
	}
	// Output:
	// 3 [0 0 0 0 1 1 1 -1] border
	// 2 [0 0 0 0 1 1 1 -1] core
}
