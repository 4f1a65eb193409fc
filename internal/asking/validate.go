package asking

import (
	"errors"
	"reflect"
	"slices"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/pointjoin"
	"flyby/question"
	"flyby/trajectory/format"
)

// A Question is a question that is checked, filled in, and written and read as JSON.
type Question question.Question

// Validate returns what is wrong with the question, whatever the data are. Errors about a field are a *FieldError.
func (q Question) Validate() error {
	return errors.Join(q.Shape(), q.Values())
}

// Shape returns what is wrong with fields other than values in the units of the data, which may not be known yet. The error is a *FieldError.
func (q Question) Shape() error { return q.validate(q.said()) }

// Values returns what is wrong with values in the units of the data, and with the number of nearest points.
func (q Question) Values() error {
	switch q.Kind = q.kind(); {
	case q.Kind == question.Convoys:
		return q.Group.Validate()
	case q.Kind == question.NearestTrajectories && q.Search.K < 1:
		return wrong("neighbours", " %d: must be 1 or more", q.Search.K)
	case q.Kind == question.NearestPoints && q.Points.Nearest < 1:
		return wrong("neighbours", " %d: must be 1 or more", q.Points.Nearest)
	case !q.Kind.OfPoints():
		return q.Search.Validate()
	}
	return nil
}

// kind returns the kind, Joins where none is said.
func (q *Question) kind() question.Kind {
	if q.Kind == "" {
		return question.Joins
	}
	return q.Kind
}

// Filled returns the question with the default level of its kind.
func (q Question) Filled() question.Question {
	q.Kind = q.kind()
	if q.Level == "" {
		q.Level = q.Kind.Levels()[0]
	}
	q.Parts = q.Parts || q.MergeGap > 0
	return question.Question(q)
}

// answered calls a function with each field of the answers of searches and joins but the level, and with the question's value.
func (q *Question) answered(do func(f *Field, v reflect.Value)) {
	s := slots{Question: question.Question(*q)}
	for _, f := range table() {
		if f.Section == Answered && f.is(question.Joins) && f.Name != "level" && !f.hidden() {
			do(&f, reflect.ValueOf(f.slot(&s)).Elem())
		}
	}
}

// said returns the names of these fields whose values are not their defaults.
func (q *Question) said() map[string]bool {
	said := map[string]bool{}
	q.answered(func(f *Field, v reflect.Value) {
		said[f.Name] = !v.IsZero() && !(v.Kind() == reflect.Slice && v.Len() == 0) || f.Name == "merge-gap" && q.Parts
	})
	return said
}

// validate returns what is wrong with fields other than values in the units of the data. said has the fields of answers that are said, perhaps with their defaults.
func (q Question) validate(said map[string]bool) error {
	q = Question(q.Filled())
	stages := func() error { return q.checkStages(said) }
	columns := func() error { return q.checkWith(said["count"]) }
	geometry := func() error { return q.checkGeometry(said["count"]) }
	for _, check := range []func() error{q.checkParts, q.checkLevel, stages, columns, geometry, q.checkUnits, q.checkPoints} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkParts refuses what is no part of a question.
func (q *Question) checkParts() error {
	s := &q.Search
	switch {
	case !slices.Contains(Kinds(), q.Kind):
		return wrong("kind", " %q: must be one of %s", q.Kind, infile.List(words(Kinds())()))
	case q.Kind != question.NearestTrajectories && s.K != 0:
		return wrong("neighbours", ": is for %s", question.NearestTrajectories)
	case s.Queries != nil || s.Plan != nil || s.Batching != "":
		return wrong("search", ": Queries, Plan and Batching are not part of a question")
	case q.Points.Clusters.Method != "" || q.Points.Clusters.Kernel != "":
		return wrong("clusters", ": Method and Kernel are not part of a question")
	}
	return nil
}

// checkLevel refuses levels that the kind does not have.
func (q *Question) checkLevel() error {
	if !slices.Contains(q.Kind.Levels(), q.Level) {
		return wrong("level", " %q: must be one of %s", q.Level, infile.List(words(q.Kind.Levels())()))
	}
	return nil
}

// checkStages refuses stages that the rows of the level do not come to.
func (q *Question) checkStages(said map[string]bool) (err error) {
	for _, c := range q.Having {
		if err := infile.Condition(c).Check(); err != nil {
			return wrong("having", " %s", err)
		}
	}
	own := q.said()
	q.answered(func(f *Field, v reflect.Value) {
		switch g, _, _ := find(table(), q.Kind, f.Name); {
		case err != nil:
		case own[f.Name] && g.Section != Answered:
			err = wrong(f.Name, ": is not for %s", q.Kind)
		case q.Kind == question.ZoneVisits && f.Name == "top" && q.Level == question.Events && said[f.Name]:
			err = wrong(f.Name, ": is for %s visits and pairs; events come in order of time, and %s N has the first", ref("level"), ref("limit"))
		case q.Level == question.Hits && f.ofEncounters && said[f.Name]:
			err = wrong(f.Name, ": is for %s %s", ref("level"), joinedLevels(q.Kind))
		case v.CanFloat() && f.outside(v.Float()) != "":
			err = wrong(f.Name, " %v: %s", v, f.outside(v.Float()))
		}
		for _, other := range f.not {
			if err == nil && said[f.Name] && said[other] {
				err = wrong(f.Name, " and %s: one of the two only", ref(other))
			}
		}
	})
	return err
}

// joinedLevels lists the levels of a kind whose rows are of encounters, or of visits.
func joinedLevels(k question.Kind) string {
	return cli.Listed(words(slices.DeleteFunc(k.Levels(), func(l question.Level) bool { return l == question.Hits }))(), "and")
}

// has reports whether With has a word.
func (q *Question) has(word string) bool { return slices.Contains(q.With, word) }

// checkWith refuses columns that the rows of the level do not have.
func (q *Question) checkWith(counts bool) error {
	for i, name := range q.With {
		if name == "" {
			return wrong("with", ": no name between two commas")
		}
		if slices.Contains(q.With[:i], name) && !slices.Contains(Extras(), name) {
			return wrong("with", " %q: twice", name)
		}
	}
	for _, name := range Extras() {
		if q.Level == question.Objects && q.has(name) {
			return wrong("with", " %s: is not for %s objects, which have several encounters; columns of the input are", name, ref("level"))
		}
	}
	switch {
	case q.Kind == question.ZoneVisits && (q.has(question.Paths) || q.has(question.Both)):
		return wrong("with", ": %s and %s are for encounters, of two objects; zones do not move", question.Paths, question.Both)
	case q.Level == question.Events && q.has(question.Speeds):
		return wrong("with", " speeds: is for %[1]s visits and %[1]s hits; an event is an instant", ref("level"))
	case q.Level == question.Nearest && (q.has(question.Paths) || q.has(question.Both)):
		return wrong("with", ": %s and %s are for encounters; a row of %s is an instant, of one direction", question.Paths, question.Both, q.Kind)
	case q.Level == question.Hits && q.has(question.Positions):
		return wrong("with", " positions: is for %[1]s %[2]s and %[1]s pairs; hits have no t_closest", ref("level"), q.Kind.Levels()[0])
	case q.Level == question.Pairs && q.has(question.Speeds):
		return wrong("with", " speeds: is for %[1]s hits and %[1]s %[2]s; the %[2]s of a pair are several intervals", ref("level"), q.Kind.Levels()[0])
	case q.Level != question.Encounters && q.has(question.Paths):
		return wrong("with", " paths: is for %s encounters; a hit is a part of one, and a pair has several", ref("level"))
	case q.Kind == question.Searches && q.has(question.Both):
		return wrong("with", " both: is for join; what a search finds has one direction, from queries to entries")
	case len(q.With) > 0 && counts && len(q.Having) == 0:
		return wrong("count", " and %[1]s: one of the two only, unless %[2]s asks for columns of %[1]s", ref("with"), ref("having"))
	}
	return nil
}

// checkGeometry refuses geometries that the rows of the level do not have: see docs/decisions/0114-geometry-of-answers.md.
func (q *Question) checkGeometry(counts bool) error {
	switch g := q.Geometry; {
	case g == format.NoGeometry:
		return nil
	case !slices.Contains(shapes(), g):
		return wrong("geometry", " %q: must be %s or %s", g, format.PointShape, format.LineShape)
	case q.Level == question.Hits || q.Level == question.Objects:
		return wrong("geometry", " %[1]s: is for %[2]s encounters and %[2]s pairs; %[3]s have no t_closest", g, ref("level"), q.Level)
	case q.Level == question.Nearest && g == format.LineShape:
		return wrong("geometry", " line: is for encounters; a row of %s is an instant", q.Kind)
	case q.Level == question.Pairs && g == format.LineShape:
		return wrong("geometry", " line: is for %s encounters; a pair has several", ref("level"))
	case counts:
		return wrong("count", " and %s: one of the two only", ref("geometry"))
	}
	return nil
}

// checkUnits refuses units of columns that the rows of the level do not have.
func (q *Question) checkUnits() error {
	switch {
	case q.Answer == format.AnswerUnits{}:
		return nil
	case q.Level == question.Objects && q.Answer.Speed != "":
		return wrong("units-out", " %s: objects have no speeds", q.Answer.Speed)
	case q.Kind == question.ZoneVisits && q.Answer.Speed != "" && !q.has(question.Speeds):
		return wrong("units-out", " %s: visits have no speeds, unless %s is among the further columns", q.Answer.Speed, question.Speeds)
	case q.Level == question.Hits && q.Answer.Length != "":
		return wrong("units-out", " %s: hits have no distances", q.Answer.Length)
	case q.Level == question.Hits && !q.has(question.Speeds):
		return wrong("units-out", " %s: hits have no speeds, unless %s is among the further columns", q.Answer.Speed, question.Speeds)
	}
	return nil
}

// checkPoints refuses thresholds, numbers and levels of points that do not go together.
func (q *Question) checkPoints() error {
	p := &q.Points
	_, bad := pointjoin.NewThreshold(p.Eps)
	switch {
	case !q.Kind.OfPoints():
		return nil
	case bad != nil:
		return wrong("eps", " %v: must be finite, 0 or more", p.Eps)
	case p.Distances && q.Level != question.Pairs:
		return wrong("with-distance", ": is for %s pairs", ref("level"))
	case p.Mirrored && (q.Level != question.Pairs || q.Kind != question.SelfJoins):
		return wrong("mirrored", ": is for pairs of points that are their own queries")
	case p.AutoEps && q.Level != question.Clusters:
		return wrong("eps", " auto: is for clusters")
	case q.Kind != question.Clusterings:
		return nil
	}
	return q.checkClusters()
}

// checkClusters refuses thresholds of clusters.
func (q *Question) checkClusters() error {
	search := q.Points.Clusters
	if q.Points.AutoEps || q.Level == question.Distances {
		switch {
		case len(search.Eps) > 0:
			return wrong("eps", ": is to be found, and is given")
		case len(search.MinPoints) != 1 || search.MinPoints[0] < 2:
			return wrong("minpts", " %v: must be one number, 2 or more, where %s is found", search.MinPoints, ref("eps"))
		}
		search.Eps = []float64{0}
	}
	if err := search.Check(); err != nil {
		return wrong("clusters", ": %s", err)
	}
	return nil
}
