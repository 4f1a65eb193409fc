package asking_test

import (
	"math"
	"testing"

	"flyby"
	"flyby/cluster"
	"flyby/group"
	"flyby/internal/asking"
	"flyby/question"
	"flyby/trajectory/format"
)

// TestValidate: a question that no draft has made is checked by the same rules, and what is no part of a question is refused.
func TestValidate(t *testing.T) {
	near := flyby.Search{Distance: 1}
	dense := question.Points{Clusters: cluster.Search{Eps: []float64{1}, MinPoints: []int{2}}}
	for _, c := range []struct {
		q    question.Question
		want string
	}{
		{question.Question{}, ""},
		{question.Question{Search: near, Stages: question.Stages{MergeGap: 1, Top: 2}}, ""},
		{question.Question{Kind: "verify"}, `question: kind "verify": must be one of "search", "join", "convoys", "nearest", "visits", "selfjoin", "pointjoin", "knn", "dbscan"`},
		{question.Question{Level: question.Members}, `question: level "members": must be one of "encounters", "hits", "pairs", "objects"`},
		{question.Question{Search: flyby.Search{Batching: "model"}}, "question: search: Queries, Plan and Batching are not part of a question"},
		{question.Question{Search: flyby.Search{Distance: -1}}, "flyby: distance -1: "},
		{question.Question{Stages: question.Stages{MinDuration: math.NaN()}}, "question: min-duration NaN: must be a number, 0 or more"},
		{question.Question{Stages: question.Stages{MergeGap: -1}}, "question: merge-gap -1: must be a number, 0 or more"},
		{question.Question{Level: question.Hits, Stages: question.Stages{Parts: true}}, "question: merge-gap: is for level encounters, pairs and objects"},
		{question.Question{Stages: question.Stages{Having: []format.Condition{{Column: "a", Operator: "~"}}}}, "question: having "},
		{question.Question{Geometry: "box"}, `question: geometry "box": must be point or line`},
		{question.Question{Kind: question.Convoys, Group: group.Search{Distance: 1, MinSize: 2}, Level: question.Groups}, ""},
		{question.Question{Kind: question.Convoys, Group: group.Search{Distance: 1, MinSize: 2}, Stages: question.Stages{MinDuration: 1}}, "question: min-duration: is not for convoys"},
		{question.Question{Kind: question.Convoys, Group: group.Search{Distance: 1, MinSize: 2}, Stages: question.Stages{Having: []format.Condition{{Column: "size", Operator: ">", Value: "2"}}}}, ""},
		{question.Question{Kind: question.Convoys, Group: group.Search{Distance: 1, Theta: 2}}, "group: theta 2: "},
		{question.Question{Kind: question.SelfJoins, Answer: format.AnswerUnits{Length: "km"}}, "question: units-out: is not for selfjoin"},
		{question.Question{Kind: question.SelfJoins, Points: question.Points{Eps: math.Inf(1)}}, "question: eps +Inf: must be finite, 0 or more"},
		{question.Question{Kind: question.SelfJoins, Points: question.Points{Mirrored: true}}, ""},
		{question.Question{Kind: question.PointJoins, Points: question.Points{Mirrored: true}}, "question: mirrored: is for pairs of points that are their own queries"},
		{question.Question{Kind: question.PointJoins, Level: question.Counts, Points: question.Points{Distances: true}}, "question: with-distance: is for level pairs"},
		{question.Question{Kind: question.NearestPoints}, "question: neighbours 0: must be 1 or more"},
		{question.Question{Kind: question.NearestTrajectories, Search: flyby.Search{K: 1}, Level: question.Nearest, Stages: question.Stages{Limit: 1}}, ""},
		{question.Question{Kind: question.NearestTrajectories}, "question: neighbours 0: must be 1 or more"},
		{question.Question{Kind: question.NearestTrajectories, Search: flyby.Search{K: 1, Distance: 1}}, "flyby: K 1: with a distance: "},
		{question.Question{Search: flyby.Search{K: 1}}, "question: neighbours: is for nearest"},
		{question.Question{Kind: question.NearestTrajectories, Search: flyby.Search{K: 1}, Stages: question.Stages{Top: 1}}, "question: top: is not for nearest"},
		{question.Question{Kind: question.NearestTrajectories, Search: flyby.Search{K: 1}, Geometry: format.LineShape}, "question: geometry line: is for encounters; "},
		{question.Question{Kind: question.Clusterings, Points: dense}, ""},
		{question.Question{Kind: question.Clusterings, Points: dense, Level: question.Distances}, "question: eps: is to be found, and is given"},
		{question.Question{Kind: question.Clusterings, Points: question.Points{AutoEps: true, Clusters: cluster.Search{MinPoints: []int{3, 4}}}}, "question: minpts [3 4]: must be one number, 2 or more, where eps is found"},
		{question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: cluster.Search{Eps: []float64{1}, MinPoints: []int{2}, Kernel: "shared"}}}, "question: clusters: Method and Kernel are not part of a question"},
		{question.Question{Kind: question.Clusterings}, "question: clusters: 0 of eps and 0 of minpts: at least one of each"},
	} {
		err := asking.Question(c.q).Validate()
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.q, err)
		case c.want != "" && (err == nil || len(err.Error()) < len(c.want) || err.Error()[:len(c.want)] != c.want):
			t.Errorf("%+v: %v, want %s", c.q, err, c.want)
		}
	}
}
