package asking

import (
	measure "flyby/internal/unit"
	"flyby/internal/zonefile"
	"flyby/question"
	"flyby/trajectory"
)

// visitFields returns the fields of visits, but for fields of other kinds too.
func visitFields() []Field {
	return append(zoneFields(), stayFields()...)
}

// mustBeNamed says what names are.
func mustBeNamed(text string) string {
	if text == "" {
		return "must be a name"
	}
	return ""
}

// mustBeHeights says what heights of zones are.
func mustBeHeights(text string) string {
	if _, _, err := zonefile.CutHeights(text); err != nil {
		return err.Error()
	}
	return ""
}

// zoneFields returns the fields that say how zones are read, and what is near one.
func zoneFields() []Field {
	visits := only(question.ZoneVisits)
	return []Field{
		{Name: "zone-id", For: visits, Section: Files, Type: Text, must: mustBeNamed, Short: "the property, or the column, with the ids of zones",
			Help: "`PROPERTY` of GeoJSON, or column of a table, with the ids of zones (default: the id of a feature, the column zone_id, otherwise numbers from 0 through all files)",
			key:  place{order: 4}, slot: func(s *slots) any { return &s.Search.Zones.ID }},
		{Name: "zone-height", For: visits, Section: Files, Type: Text, must: mustBeHeights,
			Help: "zones count from one height up to another, `LO,HI` in the unit of the data's heights or with one, as 0,2500ft; or two properties or columns that say so for each: floor,ceiling (default: all heights)",
			key:  place{order: 5}, shown: "near", slot: func(s *slots) any { return &s.Search.Zones.Height }},
		{Name: "zone-sides", For: visits, Section: Files, Type: Word, Words: words([]string{"degrees", "arcs"}),
			Help: "sides of zones with --lonlat are `SIDES`: degrees (straight in degrees, as GeoJSON has them, split until within 0.1 m) or arcs (the shorter arcs; default degrees, of GeoParquet what the file says)",
			key:  place{order: 6}, shown: "near", slot: func(s *slots) any { return &s.Search.Zones.Sides }},
		{Name: "distance", For: visits, Section: Asked, Type: Quantity, Dimension: measure.Length, Default: "0", most: trajectory.MaxMagnitude, Short: nearShort, Label: "how near a zone, as 500m; empty: in it, or on its sides",
			Help: "within `D` >= 0 of a zone, in the length unit of the data (metres with --lonlat), or with a unit: 500m, 0.3nmi; radii add to it; 0: in the zone, or on its sides",
			key:  place{order: 1, whole: true}, shown: "near", slot: func(s *slots) any { return &s.Search.Distance }},
	}
}

// stayFields returns the fields that say which visits are written, and how.
func stayFields() []Field {
	visits := only(question.ZoneVisits)
	return []Field{
		{Name: "level", For: visits, Section: Answered, Type: Word, Default: string(question.Visits), Words: words(question.ZoneVisits.Levels()), Short: "what a row is: visits, pairs, events or hits",
			Help: "`LEVEL` of detail: visits, hits (within a segment), pairs (all visits of an object to a zone) or events (enter and exit of visits, in order of time)",
			key:  place{order: 8, whole: true}, shown: "level", slot: func(s *slots) any { return &s.Level }},
		{Name: "merge-gap", For: visits, Section: Answered, ofEncounters: true, Type: Quantity, Dimension: measure.Time, Short: "join visits to a zone that are less apart: 30min",
			Help: "join visits of an object to a zone that are less than `T` apart into one, in the time unit of the data (seconds for timestamps), or with a unit: 30min. The column parts says how many were joined",
			key:  place{order: 9}, slot: func(s *slots) any { return &s.MergeGap }, hook: func(s *slots, _ saying) { s.Parts = true }},
		{Name: "min-duration", For: visits, Section: Answered, ofEncounters: true, Type: Quantity, Dimension: measure.Time, Short: "leave out shorter visits: 2h",
			Help: "leave out visits shorter than `T`, once --merge-gap has joined them, in the time unit of the data, or with a unit: 2h",
			key:  place{order: 11}, slot: func(s *slots) any { return &s.MinDuration }},
		{Name: "having", For: visits, Section: Answered, Type: Condition, Repeats: true, Words: beginnings("zone_id", "traj_id", "d_min", "inside", "t_enter", "t_exit", "t_closest", "open", "parts", "duration", "visits", "event"),
			Help: "only rows for which `CONDITION` holds on a column of the answer or of --with, such as 'inside>=2h': " + ConditionWords,
			key:  place{order: 15}, slot: func(s *slots) any { return &s.Having }},
		{Name: "top", For: visits, Section: Answered, ofEncounters: true, Type: Natural, least: 1, not: []string{"limit"}, Short: "how many of the closest to show",
			Help: "only the `N` closest visits or pairs, in order of d_min",
			key:  place{order: 12}, slot: func(s *slots) any { return &s.Top }},
		{Name: "with", For: visits, Section: Answered, Type: Names, Repeats: true, Words: func() []string { return ExtrasOf(question.ZoneVisits) }, Short: "further columns: positions, speeds, or columns of the input",
			Help: "further columns, one `WHAT` or more: positions (of the object at t_closest), speeds (its mean), or columns of the input and properties of zones: name makes traj_name and zone_name, if there are such",
			key:  place{order: 17}, slot: func(s *slots) any { return &s.With }},
	}
}
