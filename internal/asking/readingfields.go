package asking

import (
	"errors"
	"slices"

	"flyby/internal/cli"
	"flyby/internal/localtime"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	measure "flyby/internal/unit"
	pointformat "flyby/points/format"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// inFormatHelp returns the help of in-format, of files of some formats.
func inFormatHelp(all reading.Formats) string {
	return "`FORMAT` of files whose names say none, as -, pipes and /dev/fd/5: " + cli.Listed(all.Words(), "or") + ", packed: as csv.gz (default: csv)"
}

// presets returns the words of preset.
func presets() []string { return append(reading.Presets(), format.NoPreset) }

// mustName returns a function for Field.must of a name of formats, with or without a packing.
func mustName(all reading.Formats) func(string) string {
	return func(text string) string {
		if _, ok := all.Choose("-", text); ok && text != "" {
			return ""
		}
		return cli.OneOf(text, all.Words())
	}
}

// mustSource says which sources of heights there are. The heights of the file are "".
func mustSource(text string) string {
	if text == "" {
		return ""
	}
	return cli.OneOf(text, append(reading.Heights(), format.NoHeight))
}

// mustZone says what zones are.
func mustZone(text string) string {
	if _, err := localtime.ParseZone(text); err != nil {
		return errors.Unwrap(err).Error()
	}
	return ""
}

// mustLayout says what layouts of times are.
func mustLayout(text string) string {
	if _, err := localtime.ParseLayout(text); err != nil {
		return "must have " + localtime.Layouts + ", such as 'DD/MM/YYYY hh:mm:ss' or M/D/YYYY"
	}
	return ""
}

// fileFields returns the fields that say which files and rows are read, and from which columns.
func fileFields() []Field {
	return []Field{
		{Name: "in-format", For: moving(), Section: Files, Reading: true, Type: Text, must: mustName(fileset.Formats()), Help: inFormatHelp(fileset.Formats()),
			Words: fileset.Formats().Words,
			key:   place{order: 2}, slot: func(s *slots) any { return &s.Read.Format }},
		{Name: "in-format", For: ofPoints(), Section: Files, Reading: true, Type: Text, must: mustName(pointformat.Formats()), Help: inFormatHelp(pointformat.Formats()),
			Words: pointformat.Formats().Words,
			slot:  func(s *slots) any { return &s.PointRead.Format }},
		{Name: "columns", For: moving(), Section: Files, Reading: true, Type: ColumnNames, Short: "columns with other names: id=vehicle,t=time,x=east,y=north",
			Help: "`NAMES` of columns for the keys id (A+B: two columns), t, x, y, z, r, piece (a change is a gap), and vx, vy, vz of --curve: id=vehicle,t=time; t=none: places (default traj_id or id, t, x, y, z, r)",
			key:  place{order: 8}, slot: func(s *slots) any { return &s.Read.Columns }},
		{Name: "columns", For: ofPoints(), Section: Files, Reading: true, Type: ColumnNames, Short: "columns with other names: id=vehicle,t=time,x=east,y=north",
			Help: "`NAMES` of columns for the keys id and x1, x2, ...: id=mmsi,x1=east,x2=north; without id= row numbers are ids (default: the id by its name, and all other columns of numbers; standard error names them)",
			slot: func(s *slots) any { return &s.PointRead.Columns }},
		{Name: "preset", For: moving(), Section: Files, Reading: true, Type: Text, must: func(text string) string { return cli.OneOf(text, presets()) }, Words: presets, Short: "columns of a known table: marinecadastre, movebank, ...",
			Help: "`PRESET` of columns: " + cli.Listed(presets(), "or") + " (default: the first that fits a header without id, t, x, y). --columns changes columns",
			key:  place{order: 11}, slot: func(s *slots) any { return &s.Read.Preset }},
		{Name: "no-header", For: ofPoints(), Section: Files, Reading: true, Type: Switch,
			Help: "text has no header, as numpy.savetxt writes it: its columns are called x1, x2 and so on, in their order, and where neither a comma nor another separator is in the first line, blanks separate fields",
			slot: func(s *slots) any { return &s.PointRead.NoHeader }},
		{Name: "where", For: slices.Concat(moving(), ofPoints()), Section: Files, Reading: true, Repeats: true, Type: Condition, Short: "only rows for which a condition holds: 'speed<=12.5'",
			Help: "read only rows for which `CONDITION` holds on a column of the file, such as 'speed<=12.5': " + ConditionWords,
			key:  place{order: 3}, slot: func(s *slots) any { return &s.rows().Where }},
		{Name: "height", For: moving(), Section: Files, Reading: true, Type: Text, must: mustSource,
			Help: "`SOURCE` of heights: none ignores heights, and any column z, and does not tell of them; " + cli.Listed(reading.Heights(), "or") + " with --preset opensky (default: the heights of the file, geoaltitude with opensky)",
			key:  place{order: 12}, slot: func(s *slots) any { return &s.Read.Height }},
		{Name: "height", For: ofPoints(), Section: Files, Reading: true, Type: Text,
			Help: "`SOURCE` of heights: none leaves out the column height of --lonlat, and says nothing of other columns of heights that are no coordinate (default: the column height, if there)",
			slot: func(s *slots) any { return &s.pointHeight }},
		{Name: "sort-times", For: moving(), Section: Files, Reading: true, Type: Switch,
			Help: "take rows in any order and sort the rows of each trajectory by time, on disk where they outgrow the memory, instead of failing at the first row that goes back in time",
			key:  place{order: 9}, slot: func(s *slots) any { return &s.Read.SortTimes }},
		{Name: "skip-bad-rows", For: moving(), Section: Files, Reading: true, Type: Switch, Help: "drop and count bad rows instead of failing at the first bad row", Short: "leave out bad rows, and count them",
			key: place{order: 7}, slot: func(s *slots) any { return &s.Read.SkipBadRows }},
		{Name: "skip-bad-rows", For: ofPoints(), Section: Files, Reading: true, Type: Switch, Help: "drop and count bad rows, and rows whose id an earlier row has, instead of failing at the first", Short: "leave out bad rows, and count them",
			slot: func(s *slots) any { return &s.PointRead.SkipBadRows }},
	}
}

// timeFields returns the fields that say what numbers and times in files mean.
func timeFields() []Field {
	all := slices.Concat(moving(), ofPoints())
	return []Field{
		{Name: "lonlat", For: moving(), Section: TimesAndUnits, Reading: true, Type: Switch, Short: "x and y are longitude and latitude, in degrees",
			Help: "x and y (or lon and lat) are longitude and latitude in degrees, z (or height) is metres: turn them into earth-centred metres on WGS 84; distances are straight lines. Files of lon and lat need no flag",
			key:  place{order: 4}, slot: func(s *slots) any { return &s.Read.LonLat }},
		{Name: "lonlat", For: ofPoints(), Section: TimesAndUnits, Reading: true, Type: Switch, Short: "x and y are longitude and latitude, in degrees",
			Help: "x1 and x2 are longitude and latitude in degrees, x3 is height in metres (columns lon, lat and, if there, height): turn them into earth-centred metres on WGS 84; distances are straight lines",
			slot: func(s *slots) any { return &s.PointRead.LonLat }},
		{Name: "units", For: moving(), Section: TimesAndUnits, Reading: true, Type: UnitNames, Short: "units of numbers in files that name none: m,s or kpc,Myr",
			Help: "units `LENGTH,TIME` of the numbers in files that name none, such as m,s or kpc,Myr, or one of the two: km or ,mjd; or of single columns, which are converted: t=unix, z=ft (docs/cli.md lists all units)",
			key:  place{order: 14, whole: true}, slot: func(s *slots) any { return &s.Read.Units }},
		{Name: "units", For: ofPoints(), Section: TimesAndUnits, Reading: true, Type: UnitNames, Short: "units of numbers in files that name none: m,s or kpc,Myr",
			Help: "coordinates are in `LENGTH`, such as km, for --eps with a unit. No number is converted, but of queries in another unit; units that a file names are ignored (default m with --lonlat, else not known)",
			slot: func(s *slots) any { return &s.PointRead.Units }},
		{Name: "tz", For: all, Section: TimesAndUnits, Reading: true, Type: Text, must: mustZone, Short: "the zone of times without an offset: UTC, +01:00, Europe/Copenhagen",
			Help: "`ZONE` of times without an offset from UTC, and of midnights of dates, as UTC, +01:00, Europe/Oslo. Without it they are errors, but UTC in Parquet. Times that its clocks skip or show twice are errors",
			key:  place{order: 5, name: "zone"}, slot: func(s *slots) any { return &s.rows().Zone }},
		{Name: "time-layout", For: all, Section: TimesAndUnits, Reading: true, Type: Text, must: mustLayout,
			Help: "`LAYOUT` of times in text, such as 'DD/MM/YYYY hh:mm:ss', M/D/YYYY with one digit or two, or 'Mon D YYYY h:m AM'; text in quotes is itself (default as in 2024-05-01T12:00:00 and 2024-05-01)",
			key:  place{order: 6}, slot: func(s *slots) any { return &s.rows().TimeLayout }},
	}
}

// motionFields returns the fields that say how objects move between samples.
func motionFields() []Field {
	return []Field{
		{Name: "max-gap", For: moving(), Section: Asked, Reading: true, Type: Quantity, Dimension: measure.Time, unlimited: true, Short: "no segment between samples that are further apart: 30min, 6h",
			Help: "make no segment between samples further apart in time than `T`, in the time unit of the data (seconds for timestamps) or with a unit: 30min, 6h; 0: no limit, and no message about samples far apart",
			key:  place{order: 16}, slot: func(s *slots) any { return &s.Read.MaxGap }},
		{Name: "max-speed", For: moving(), Section: Asked, Reading: true, Type: Quantity, Dimension: measure.Speed, unlimited: true, Short: "ignore jumps that are faster: 50kn, 300km/h",
			Help: "ignore jumps faster than `V`, in the units of length and time of the data, or with a unit: 50kn, 300km/h. Positions that only such jumps lead to and from are left out. 0: no limit",
			key:  place{order: 17}, slot: func(s *slots) any { return &s.Read.MaxSpeed }},
		{Name: "radius", For: moving(), Section: Asked, Reading: true, Type: Quantity, Dimension: measure.Length, most: trajectory.MaxMagnitude,
			Help: "radius `R` of each trajectory in a file without column r, in the length unit of the data or with a unit, as 15m: the radii of both objects add to the threshold. Files with a column r keep it; 0: none",
			key:  place{order: 18}, slot: func(s *slots) any { return &s.Read.Radius }},
		{Name: "curve", For: moving(), Section: Asked, Reading: true, Type: Quantity, Dimension: measure.Length, above: true, most: trajectory.MaxMagnitude, Words: func() []string { return []string{NoCurve} },
			Help: "follow the velocities in the file (vx, vy, vz) to within `E`, in the length unit of the data or with a unit, as 10m; none: straight lines (default as a rule 10m for OEM with velocities, else none)",
			key:  place{order: 19}, slot: func(s *slots) any { return &s.Read.Curve }},
	}
}

// NoCurve is the value of curve for straight motion, whatever files declare.
const NoCurve = "none"

// keptReading returns the fields of reading that no door has but JSON.
func keptReading() []Field {
	return []Field{
		{Name: "folder", For: moving(), Reading: true, Type: Text, key: place{order: 1}, slot: func(s *slots) any { return &s.Read.Folder }},
		{Name: "keep-first", For: moving(), Reading: true, Type: Switch, key: place{order: 10}, slot: func(s *slots) any { return &s.Read.KeepFirst }},
		{Name: "id", For: moving(), Reading: true, Type: Text, key: place{order: 13}, slot: func(s *slots) any { return &s.Read.ID }},
		{Name: "column-units", For: moving(), Reading: true, Type: ColumnNames, key: place{order: 15}, slot: func(s *slots) any { return &s.Read.ColumnUnits }},
		{Name: "orbit-curve", For: moving(), Reading: true, Type: Number, key: place{order: 20}, slot: func(s *slots) any { return &s.Read.OrbitCurve }},
		{Name: "now", For: approaching(), Reading: true, Type: Number, key: place{order: 24}, slot: func(s *slots) any { return &s.Read.Now }},
	}
}
