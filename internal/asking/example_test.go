package asking_test

import (
	"context"
	"fmt"
	"log"

	"flyby"
	"flyby/internal/asking"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A question of one's own takes the fields of a join as somebody types them: which boats meet nobody?
func ExampleDraft() {
	boats, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"ferry", "ferry", "tug", "tug", "yacht", "yacht"}),
		T:  []float64{0, 60, 0, 60, 0, 60}, // seconds
		X:  []float64{0, 600, 600, 0, 300, 300},
		Y:  []float64{0, 0, 30, 30, 400, 500},
	}, trajectory.BuildOptions{})
	if err != nil {
		log.Fatal(err)
	}
	asked := asking.NewDraft(question.Joins) // its fields are asking.Fields(question.Joins)
	if err := asked.Set("distance", "0.05km"); err != nil {
		log.Fatal(err)
	}
	if err := asked.Check(); err != nil {
		log.Fatal(err)
	}
	q, err := asked.Resolve(format.Units{Length: "m", Time: "s"}, boats.Times())
	if err != nil {
		log.Fatal(err)
	}
	for _, id := range lonely(boats, q.Search) {
		fmt.Println(id, "meets nobody within", q.Search.Distance, "m")
	}
	// Output: yacht meets nobody within 50 m
}

// lonely returns the ids of trajectories that meet no other.
func lonely(s *trajectory.Store, asked flyby.Search) (ids []string) {
	ctx := context.Background()
	db, err := flyby.Open(ctx, s, flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Encounters(ctx, asked)
	if err != nil {
		log.Fatal(err)
	}
	met := map[uint32]bool{}
	for e, err := range found.Chunks() {
		if err != nil {
			log.Fatal(err)
		}
		for i := range e.Len() {
			met[uint32(e.QueryTraj[i])], met[uint32(e.EntryTraj[i])] = true, true
		}
	}
	for traj := range s.Trajectories() {
		if !met[uint32(traj)] {
			ids = append(ids, s.ID(traj))
		}
	}
	return ids
}
