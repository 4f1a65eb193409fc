package asking

import "flyby/question"

// Kinds returns all kinds.
func Kinds() []question.Kind {
	return []question.Kind{question.Searches, question.Joins, question.Convoys, question.NearestTrajectories, question.ZoneVisits, question.SelfJoins, question.PointJoins, question.NearestPoints, question.Clusterings}
}

// Extras returns the words that With may have beside names of columns of the input.
func Extras() []string {
	return []string{question.Positions, question.Speeds, question.Paths, question.Both}
}

// ExtrasOf returns the words of Extras that questions of a kind may have.
func ExtrasOf(k question.Kind) []string {
	if k == question.ZoneVisits || k == question.NearestTrajectories {
		return []string{question.Positions, question.Speeds}
	}
	return Extras()
}

// Merged passes encounters through the stages that come before conditions: join where their parts are counted, with the gap, and then last, with the least duration, where there is one.
func Merged[T any](s *question.Stages, all T, join, last func(all T, time float64) T) T {
	if s.Parts {
		all = join(all, s.MergeGap)
	}
	if s.Shortens() {
		all = last(all, s.MinDuration)
	}
	return all
}
