package asking

import (
	"flyby/group"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Lists of kinds, of fields that several kinds have.
func meeting() []question.Kind { return []question.Kind{question.Searches, question.Joins} }
func approaching() []question.Kind {
	return append(meeting(), question.NearestTrajectories, question.ZoneVisits)
}
func moving() []question.Kind  { return append(approaching(), question.Convoys) }
func pairing() []question.Kind { return []question.Kind{question.SelfJoins, question.PointJoins} }
func ofPoints() []question.Kind {
	return []question.Kind{question.SelfJoins, question.PointJoins, question.NearestPoints, question.Clusterings}
}
func only(k question.Kind) []question.Kind { return []question.Kind{k} }

// Lists of methods of groups, of fields that they take.
func linked() []group.Method  { return []group.Method{group.Connected} }
func ticking() []group.Method { return []group.Method{group.Convoy, group.Moving} }

// words returns a function for Field.Words.
func words[T ~string](all []T) func() []string {
	return func() (texts []string) {
		for _, w := range all {
			texts = append(texts, string(w))
		}
		return texts
	}
}

// windowHelp is the help of from.
const windowHelp = "search times from `T` on only: a number, or for data with timestamps or dates (--units ,mjd) an RFC 3339 time, or a date, which means its midnight in the zone of --tz or else UTC"

// nearShort is the short help of distances.
const nearShort = "how near: 500m, 0.3nmi, or a number in the unit of the data"

// nearFields returns the fields that say what is near.
func nearFields() []Field {
	return []Field{
		{Name: "distance", For: meeting(), Section: Asked, Type: Quantity, Dimension: measure.Length, Required: true, most: trajectory.MaxMagnitude, Short: nearShort, Label: "a length in the unit of the data, or with one, as 500m",
			Help:    "threshold `D` >= 0, in the length unit of the data (metres with --lonlat), or with a unit: 500m, 0.3nmi; required",
			endless: "flyby nearest -k K finds who comes closest, however far",
			key:     place{order: 1, whole: true}, shown: "near", slot: func(s *slots) any { return &s.Search.Distance }},
		{Name: "distance", For: only(question.Convoys), Section: Asked, Type: Quantity, Dimension: measure.Length, Required: true, most: trajectory.MaxMagnitude, Short: nearShort,
			Help: "`D` >= 0 within which objects are linked, in the length unit of the data (metres with --lonlat), or with a unit: 500m, 0.3nmi; radii add to it; required",
			key:  place{order: 1, whole: true}, shown: "near", slot: func(s *slots) any { return &s.Group.Distance }},
		{Name: "vertical", For: meeting(), Section: Asked, Type: Bound, Dimension: measure.Length, most: trajectory.MaxMagnitude, Short: "how near in height, --distance being horizontal: 1000ft", Label: "of heights, as 100ft; empty: heights are not looked at apart",
			Help: "threshold `V` >= 0 of the difference of heights (z), in the length unit of the data or with a unit, as 100ft; --distance is then horizontal, and both hold at once. '<V': less than V at some instant",
			key:  place{order: 5}, shown: "heights", slot: func(s *slots) any { return &s.Search.Vertical },
			hook: func(s *slots, of saying) { s.Search.VerticalStrict = of.above }},
		{Name: "eps", For: pairing(), Section: Asked, Type: Quantity, Dimension: measure.Length, Required: true, Short: nearShort,
			Help: "threshold `E` >= 0, in the unit of the coordinates (metres with --lonlat), or where this unit is known with a unit: 500m, 0.3nmi; required",
			key:  place{order: 1, whole: true}, shown: "near", slot: func(s *slots) any { return &s.Points.Eps }},
		{Name: "eps", For: only(question.Clusterings), Section: Asked, Example: AutoEps, Type: Quantities, Dimension: measure.Length, Repeats: true, Short: "how near: 500m, a number in the unit of the data, or auto, from the data", Words: words([]string{AutoEps}),
			Help: "thresholds `E[,E...]` >= 0, in the unit of the coordinates (metres with --lonlat) or with a unit, as 500m; or auto: the knee of distances to neighbours (docs/clusters.md); required without --explain",
			key:  place{order: 1}, slot: func(s *slots) any { return &s.Points.Clusters.Eps },
			hook: func(s *slots, of saying) { s.Points.AutoEps = of.isWord() && s.Level != question.Distances }},
		{Name: "minpts", For: only(question.Clusterings), Section: Asked, Example: "5", Type: Wholes, Repeats: true, Required: true, least: 1, Short: "least number of points near a core point, itself among them",
			Help: "least number `M[,M...]` of points within E of a core point, itself among them, each 1 or more; required",
			key:  place{order: 2}, slot: func(s *slots) any { return &s.Points.Clusters.MinPoints }},
		{Name: "neighbours", For: only(question.NearestPoints), Section: Asked, Example: "3", Type: Whole, Required: true, least: 1, Short: "how many nearest points",
			Help: "number `K` of nearest points, 1 or more; required",
			key:  place{order: 1}, slot: func(s *slots) any { return &s.Points.Nearest }},
		{Name: "neighbours", For: only(question.NearestTrajectories), Section: Asked, Example: "3", Type: Whole, Required: true, least: 1, Short: "how many entries that come closest",
			Help: "number `K` of entries that come closest to each object, 1 or more; required",
			key:  place{order: 1}, shown: "near", slot: func(s *slots) any { return &s.Search.K }},
		{Name: "max-distance", For: only(question.NearestTrajectories), Section: Asked, Type: Quantity, Dimension: measure.Length, most: trajectory.MaxMagnitude, Short: "leave out what never comes that near: 500m",
			Help: "leave out entries that never come within `D` >= 0, in the length unit of the data (metres with --lonlat), or with a unit: 500m; radii add to it (default: none is left out)",
			key:  place{order: 5}, shown: "near", slot: func(s *slots) any { return &s.Search.MaxDistance }},
	}
}

// groupFields returns the fields that say what a group is.
func groupFields() []Field {
	return []Field{
		{Name: "min-size", For: only(question.Convoys), Section: Asked, Example: "3", Type: Whole, Required: true, least: group.LeastSize, Short: "least number of objects in a group",
			Help: "least number `M` of objects in a group, 2 or more; required",
			key:  place{order: 2}, shown: "group", slot: func(s *slots) any { return &s.Group.MinSize }},
		{Name: "method", For: only(question.Convoys), Section: Asked, Type: Word, Default: string(group.Connected), Words: words(group.Methods()), Short: "group (linked at every instant), cmc (at consecutive ticks) or mc (moving clusters)",
			Help: "`METHOD`: group (connected at every instant), cmc (convoys: in one cluster at consecutive ticks) or mc (moving clusters)",
			key:  place{order: 3}, shown: "method", slot: func(s *slots) any { return &s.Group.Method }},
		{Name: "min-duration", For: only(question.Convoys), Section: Asked, Type: Quantity, Dimension: measure.Time, methods: linked(), Default: "0", Short: "leave out shorter encounters or groups: 10min",
			Help: "least duration `T` >= 0 of a group, in the time unit of the data (seconds for timestamps), or with a unit: 30min, with --method group (default 0: an instant will do)",
			key:  place{order: 4}, shown: "group", slot: func(s *slots) any { return &s.Group.MinDuration }},
		{Name: "max-break", For: only(question.Convoys), Section: Asked, Type: Quantity, Dimension: measure.Time, methods: linked(), Short: "objects that part for less than T count as together",
			Help: "two objects that part for less than `T` count as linked all the time, with --method group",
			key:  place{order: 5}, shown: "group", slot: func(s *slots) any { return &s.Group.MaxBreak }},
		{Name: "min-ticks", For: only(question.Convoys), Section: Asked, Type: Whole, least: 1, methods: ticking(), needed: true,
			Help: "least number `K` of consecutive ticks, 1 or more; required with --method cmc and mc",
			key:  place{order: 6}, shown: "group", slot: func(s *slots) any { return &s.Group.MinTicks }},
		{Name: "clock", For: only(question.Convoys), Section: Asked, Type: Quantity, Dimension: measure.Time, above: true, methods: ticking(), needed: true,
			Help: "time `STEP` > 0 between ticks of the clock, in the time unit of the data, or with a unit: 60s; required with --min-ticks",
			key:  place{order: 7}, shown: "group", slot: func(s *slots) any { return &s.Group.Clock.Step }},
		{Name: "origin", For: only(question.Convoys), Section: Asked, Type: Instant, methods: ticking(), sinceEpoch: true, Default: "0",
			Help: "time `T` of one tick: a number in the time unit of the data (seconds since 1970 for timestamps), or a time or date as for --from",
			key:  place{order: 8}, shown: "group", slot: func(s *slots) any { return &s.Group.Clock.Origin }},
		{Name: "theta", For: only(question.Convoys), Section: Asked, Type: Number, above: true, most: 1, methods: []group.Method{group.Moving}, Default: "0.5",
			Help: "`J` above 0 and up to 1: two clusters are linked if their common members are at least this fraction of all members of the two, with --method mc",
			key:  place{order: 9}, shown: "group", slot: func(s *slots) any { return &s.Group.Theta }},
	}
}

// windowFields returns the fields that say when things are looked for.
func windowFields() []Field {
	return []Field{
		{Name: "from", For: approaching(), Section: Asked, Type: Instant, Help: windowHelp, Label: "a number, a date or a time; empty: from the beginning",
			key: place{order: 2}, slot: func(s *slots) any { return &s.Search.From }},
		{Name: "to", For: approaching(), Section: Asked, Type: Instant, Help: "search times up to `T` only", Label: "empty: to the end",
			key: place{order: 3}, slot: func(s *slots) any { return &s.Search.To }},
		{Name: "from", For: only(question.Convoys), Section: Asked, Type: Instant, Help: windowHelp, key: place{order: 10}, slot: func(s *slots) any { return &s.Group.From }},
		{Name: "to", For: only(question.Convoys), Section: Asked, Type: Instant, Help: "search times up to `T` only", key: place{order: 11}, slot: func(s *slots) any { return &s.Group.To }},
	}
}

// AutoEps is the eps of Clusterings that takes the distance from the data.
const AutoEps = "auto"

// NoGeometry is the geometry of answers without one.
const NoGeometry = "none"

// shapes returns all shapes but format.NoGeometry.
func shapes() []format.Shape { return []format.Shape{format.PointShape, format.LineShape} }

// Geometries returns the words of geometry for rows that may have the shapes of.
func Geometries(of ...format.Shape) func() []string {
	return words(append([]format.Shape{NoGeometry}, of...))
}
