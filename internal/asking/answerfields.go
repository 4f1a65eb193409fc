package asking

import (
	"strings"

	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory/format"
)

// ConditionWords describe the conditions of having and where for help.
const ConditionWords = "COLUMN=VALUE, or with != < <= > or >=; several times for several conditions, which all must hold"

// beginnings returns the beginnings of conditions on columns, for shells.
func beginnings(columns ...string) func() []string {
	return func() (forms []string) {
		for _, column := range columns {
			forms = append(forms, column+"<=", column+">=", column+"=")
		}
		return forms
	}
}

// levelFields returns the fields that say which pairs have rows, and what a row is.
func levelFields() []Field {
	return []Field{
		{Name: "exclude-same-id", For: []question.Kind{question.Searches, question.NearestTrajectories}, Section: Asked, Type: Switch, Help: "leave out pairs of trajectories with the same id",
			key: place{order: 4}, slot: func(s *slots) any { return &s.Search.ExcludeSameID }},
		{Name: "level", For: meeting(), Section: Answered, Type: Word, Default: string(question.Encounters), Words: words([]question.Level{question.Hits, question.Encounters, question.Pairs, question.Objects}), Short: "what a row is: encounters, pairs, objects or hits",
			Help: "`LEVEL` of detail: hits (of two segments), encounters (hits joined where they touch in time), pairs (encounters of two trajectories) or objects (trajectories that meet others)",
			key:  place{order: 8, whole: true}, shown: "level", slot: func(s *slots) any { return &s.Level }},
		{Name: "level", For: only(question.Convoys), Section: Answered, Type: Word, Default: string(question.Members), Words: words(question.Convoys.Levels()), Short: "a row for each of the members, or of the groups",
			Help: "`LEVEL` of detail: members (a row for each member of a group) or groups (a row for each group, without traj_id; with --method mc from t_start to t_end)",
			key:  place{order: 12, whole: true}, slot: func(s *slots) any { return &s.Level }},
		{Name: "level", For: only(question.SelfJoins), Section: Answered, Type: Word, Default: string(question.Pairs), Words: words(question.SelfJoins.Levels()), Short: "pairs, counts or neighbours",
			Help: "`LEVEL` of detail: pairs, counts (how many neighbours each point has, itself not counted; no pairs are kept) or neighbours (the list of neighbours of each point)",
			key:  place{order: 2, whole: true}, slot: func(s *slots) any { return &s.Level }},
		{Name: "level", For: only(question.PointJoins), Section: Answered, Type: Word, Default: string(question.Pairs), Words: words(question.PointJoins.Levels()), Short: "pairs, counts or neighbours",
			Help: "`LEVEL` of detail: pairs, counts (how many neighbours each query has; no pairs are kept) or neighbours (the list of neighbours of each point)",
			key:  place{order: 2, whole: true}, slot: func(s *slots) any { return &s.Level }},
	}
}

// keepShape keeps the shape of geometry.
func keepShape(s *slots, of saying) {
	s.Geometry = format.Shape(strings.TrimSuffix(of.text, NoGeometry))
}

// answerFields returns the fields that say which rows, and which columns of them, are written.
func answerFields() []Field {
	return []Field{
		{Name: "merge-gap", For: meeting(), Section: Answered, ofEncounters: true, Type: Quantity, Dimension: measure.Time, Short: "join encounters of a pair that are less apart: 30min", Label: "encounters less than this apart in time are one, as 30min",
			Help: "join encounters of a pair that are less than `T` apart into one, in the time unit of the data (seconds for timestamps), or with a unit: 30min. The column parts says how many were joined",
			key:  place{order: 9}, slot: func(s *slots) any { return &s.MergeGap }, hook: func(s *slots, _ saying) { s.Parts = true }},
		{Name: "min-duration", For: meeting(), Section: Answered, ofEncounters: true, Type: Quantity, Dimension: measure.Time, Short: "leave out shorter encounters or groups: 10min", Label: "encounters that last as long at least",
			Help: "leave out encounters shorter than `T`, once --merge-gap has joined them",
			key:  place{order: 11}, slot: func(s *slots) any { return &s.MinDuration }},
		{Name: "having", For: meeting(), Section: Answered, Type: Condition, Repeats: true, Label: "a condition on rows, as v_closest<=2kn",
			Words: beginnings("d_min", "v_closest", "t_enter", "t_exit", "t_closest", "open", "parts", "duration", "encounters", "query_speed", "entry_speed"),
			Help:  "only rows for which `CONDITION` holds on a column of the answer or of --with, such as 'query_speed<=2kn': " + ConditionWords,
			key:   place{order: 15}, slot: func(s *slots) any { return &s.Having }},
		{Name: "having", For: only(question.NearestTrajectories), Section: Answered, Type: Condition, Repeats: true, Words: beginnings("rank", "d_min", "v_closest", "t_closest", "shared", "query_speed", "entry_speed"),
			Help: "only rows for which `CONDITION` holds on a column of the answer or of --with, such as 'd_min<=5km': " + ConditionWords,
			key:  place{order: 15}, slot: func(s *slots) any { return &s.Having }},
		{Name: "having", For: only(question.Convoys), Section: Answered, Type: Condition, Repeats: true, Words: beginnings("size", "t_start", "t_end", "group", "traj_id"),
			Help: "only rows for which `CONDITION` holds on a column of the answer, such as 'size>=5' or traj_id=KAMA: " + ConditionWords,
			key:  place{order: 13}, slot: func(s *slots) any { return &s.Having }},
		{Name: "top", For: meeting(), Section: Answered, ofEncounters: true, Type: Natural, least: 1, not: []string{"limit"}, Short: "how many of the closest to show", Label: "only so many of the closest",
			Help: "only the `N` closest encounters, pairs or objects, in order of d_min",
			key:  place{order: 12}, slot: func(s *slots) any { return &s.Top }},
		{Name: "limit", For: approaching(), Section: Answered, Type: Natural, least: 1,
			Help: "only the first `N` rows; the last line on standard error says how many there are",
			key:  place{order: 13}, slot: func(s *slots) any { return &s.Limit }},
		{Name: "count", For: approaching(), Section: Answered, Type: Switch, not: []string{"top", "limit", "units-out"},
			Help: "print how many rows there are, and write none",
			key:  place{order: 14}, slot: func(s *slots) any { return &s.Count }},
		{Name: "with", For: meeting(), Section: Answered, Type: Names, Repeats: true, Words: Extras, Short: "further columns: positions, speeds, or columns of the input",
			Help: "further columns, one `WHAT` or more: positions (at t_closest), speeds (the mean of each), paths (lines, in GeoJSON), both (each row of a join both ways), or names of columns of the input: speeds,name",
			key:  place{order: 17}, slot: func(s *slots) any { return &s.With }},
		{Name: "with", For: only(question.NearestTrajectories), Section: Answered, Type: Names, Repeats: true, Words: func() []string { return ExtrasOf(question.NearestTrajectories) }, Short: "further columns: positions, speeds, or columns of the input",
			Help: "further columns, one `WHAT` or more: positions and speeds (of both at t_closest), or names of columns of the input: speeds,name",
			key:  place{order: 17}, slot: func(s *slots) any { return &s.With }},
		{Name: "geometry", For: meeting(), Section: Answered, Type: Word, Default: NoGeometry, Words: Geometries(shapes()...),
			Help: "column geometry of Parquet and Arrow, as WKB: `SHAPE` point (the query at t_closest), line (both paths from t_enter to t_exit, a MultiLineString) or none",
			key:  place{order: 18}, slot: func(s *slots) any { return &s.Geometry }, hook: keepShape},
		{Name: "geometry", For: only(question.NearestTrajectories), Section: Answered, Type: Word, Default: NoGeometry, Words: Geometries(format.PointShape),
			Help: "column geometry of Parquet and Arrow, as WKB: `SHAPE` point (the query at t_closest) or none",
			key:  place{order: 18}, slot: func(s *slots) any { return &s.Geometry }, hook: keepShape},
		{Name: "with-distance", For: pairing(), Section: Answered, Type: Switch, Help: "add the column distance to pairs", Short: "the distance of each pair",
			key: place{order: 3}, slot: func(s *slots) any { return &s.Points.Distances }},
		{Name: "units-out", For: approaching(), Section: Answered, Type: AnswerUnitNames, Short: "units of distances and speeds: km,km/s", Label: "units of the answer, as km,km/s",
			Help: "write distances and speeds (of --with speeds too) in `UNITS`: one of length, one of speed, or both, as km,km/s; all other columns and the numbers of flags stay in the units of the data, the default",
			key:  place{order: 16, whole: true}, shown: "answer", slot: func(s *slots) any { return &s.Answer }},
	}
}

// keptFields returns the fields that no door has but JSON.
func keptFields() []Field {
	return []Field{
		{Name: "vertical-strict", For: meeting(), Type: Switch, key: place{order: 6}, shown: "heights", slot: func(s *slots) any { return &s.Search.VerticalStrict }},
		{Name: "exact-times", For: meeting(), Type: Switch, key: place{order: 7}, slot: func(s *slots) any { return &s.Search.ExactTimes }},
		{Name: "parts", For: append(meeting(), question.ZoneVisits), Type: Switch, key: place{order: 10}, slot: func(s *slots) any { return &s.Parts }},
		{Name: "auto-eps", For: only(question.Clusterings), Type: Switch, key: place{order: 3}, slot: func(s *slots) any { return &s.Points.AutoEps }},
		{Name: "level", For: []question.Kind{question.NearestTrajectories, question.NearestPoints, question.Clusterings}, Type: Word, key: place{order: 4}, slot: func(s *slots) any { return &s.Level }},
		{Name: "mirrored", For: only(question.SelfJoins), Type: Switch, key: place{order: 4}, slot: func(s *slots) any { return &s.Points.Mirrored }},
	}
}
