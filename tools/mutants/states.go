package main

const (
	statesFolder = "internal/states/"
	velocityFile = "internal/reading/velocity.go"
	skyFile      = "internal/reading/sky.go"
	sourceFleet  = "internal/source/fleet.go"
	ofNumbers    = "./job -run ^TestListedObjects$"
	oemDocument  = "internal/reading/oem/document.go"
	ofOEM        = "./internal/reading/fileset -run OEM"
	ofTracks     = "./internal/states"
	ofVelocities = "./internal/reading/fileset -run ^TestStates"
	ofSky        = "./internal/reading/fileset -run ^TestSky"
)

// ofStates changes which row is the state of a trajectory, where its path leads, and what columns of velocities mean.
var ofStates = []mutant{
	{"states: rows at now are later", statesFolder + "tracker.go", "if row.T > k.Now {", "if row.T >= k.Now {", ofTracks},
	{"states: the last row that came", statesFolder + "tracker.go", "moves && (!s.moves || row.T > s.T)", "moves", ofTracks},
	{"states: rows without a velocity are states", statesFolder + "tracker.go", "s.seen = true; moves && (", "s.seen = true; (", ofTracks},
	{"states: velocities lead across pieces", statesFolder + "tracker.go", "piece == last && k", "(piece == last || true) && k", ofTracks},
	{"states: velocities lead across gaps", statesFolder + "tracker.go", "!(k.MaxGap > 0 && to.T-from.T > k.MaxGap) && ", "", ofTracks},
	{"states: a gap of the limit parts", statesFolder + "tracker.go", "to.T-from.T > k.MaxGap", "to.T-from.T >= k.MaxGap", ofTracks},
	{"states: velocities lead across jumps", statesFolder + "tracker.go", " && !(k.MaxSpeed > 0 && k.Faster(from, to, k.MaxSpeed))", "", ofTracks},
	{"states: a velocity from the row before the last", statesFolder + "tracker.go", "		before, last = row, piece\n", "		if i%2 == 0 {\n			before = row\n		}\n		last = piece\n", ofTracks},
	{"states: a state of exactly the age is old", statesFolder + "span.go", "s.Now-t > s.Stale", "s.Now-t >= s.Stale", ofTracks},
	{"states: behind is ahead", statesFolder + "span.go", "return s.Now - s.Behind, s.Now + s.Ahead", "return s.Now, s.Now + s.Ahead + s.Behind", ofTracks},
	{"states: paths without an end", statesFolder + "span.go", "math.IsInf(of.t, 1) && of.name != \"stale\"", "math.IsInf(of.t, 1) && of.name == \"\"", ofTracks},
	{"states: two roundings", statesFolder + "motion.go", "math.FMA(s.V[0], passed, s.X), ", "s.X+float64(s.V[0]*passed), ", ofTracks},
	{"states: a course counts from the east", statesFolder + "motion.go", "{speed * sin, speed * cos, climb}", "{speed * cos, speed * sin, climb}", ofTracks},
	{"states: nothing climbs on the Earth", statesFolder + "motion.go", "math.FMA(s.V[2], passed, s.Z), t\n	return s\n}\n\nfunc (earth) Between", "s.Z, t\n	return s\n}\n\nfunc (earth) Between", ofTracks},
	{"states: to the west is to the east", statesFolder + "motion.go", "		course = -course\n", "", ofTracks},
	{"states: an instant has two samples", statesFolder + "paths.go", "if end > start {", "if end >= start {", ofTracks},
	{"states: any way around the Earth", statesFolder + "paths.go", "if way > mostWay {", "if way > 2*mostWay {", ofTracks},
	{"states: a way of 1,000 km is told", statesFolder + "paths.go", "way > farWay {", "way >= farWay {", ofTracks},
	{"states: old states stay", statesFolder + "paths.go", "case in.IsOld(s.T):", "case in.IsOld(s.T) && false:", ofTracks},
	{"velocities: 102.3 knots are a speed", velocityFile, "speed >= v.away", "speed > v.away", ofVelocities},
	{"velocities: a course of 360 of AIS is one", velocityFile, "course >= 360)", "course > 360)", ofVelocities},
	{"velocities: 102.2 knots are the speed", velocityFile, "speed >= v.least", "speed > v.least", ofVelocities},
	{"velocities: rest needs a course", velocityFile, "		course = 0\n", "		course = course + 0\n", ofVelocities},
	{"velocities: a speed below 0", velocityFile, "case row[ColVX] < 0:", "case false:", ofVelocities},
	{"velocities: a course above 360", velocityFile, " || row[ColVY] > 360:", ":", ofVelocities},
	{"velocities: no climb is none at all", velocityFile, "		of[2] = 0\n", "		of[0] = of[2]\n", ofVelocities},
	{"velocities: half a velocity", velocityFile, "!math.IsNaN(of[0] + of[1]), false", "!math.IsNaN(of[0]) || !math.IsNaN(of[1]), false", ofVelocities},
	{"sky: ra without cos dec", skyFile, "cosA * cosD, sinA * cosD, sinD", "cosA, sinA, sinD", ofSky},
	{"sky: to the north is to the south", skyFile, "{-cosA * sinD, -sinA * sinD, cosD}", "{cosA * sinD, sinA * sinD, -cosD}", ofSky},
	{"sky: to the east is to the west", skyFile, "{-sinA, cosA, 0}", "{sinA, -cosA, 0}", ofSky},
	{"sky: velocities are not of the distance", skyFile, "acrossSky*v[ColVX]/v[ColZ]", "acrossSky*v[ColVX]", ofSky},
	{"sky: a parsec by the tangent", skyFile, "math.Pi / 0.648 ", "4.848136811076 ", ofSky},
	{"sky: a kilometre a second by ten digits", skyFile, "31557600e6 / (648000 / math.Pi * 149597870.7)", "1.022712165", ofSky},
	{"sky: times from 2000", skyFile, "skyEpoch   = 2016 ", "skyEpoch   = 2000 ", ofSky},
	{"sky: a parallax of 0 is far away", skyFile, "bad == \"\" && v <= 0", "bad == \"\" && v < 0", "./internal/reading/fileset -run ^TestPresets$"},
	{"sky: any unit", skyFile, "said != \"\" && skyLabel(said) != skyLabel(unit)", "false", ofSky},
	{"sky: any declination", skyFile, "!(math.Abs(v[ColY]) <= 90)", "false", ofSky},
	{"sky: any right ascension", skyFile, "!(v[ColX] >= 0 && v[ColX] <= 360)", "false", ofSky},
	{"sky: degrees of the Earth", skyFile, "	case o.LonLat:\n", "	case false:\n", ofSky},
	{"origin: queries in kilometres are in metres", "job/origin.go", "in.Read.Units.Length = other.Report.Units.Length; space", "space", "./job -run ^TestOrigin$"},
	{"origin: beside degrees", "job/origin.go", "if space.Frame != trajectory.Plain {", "if false {", "./job -run ^TestOrigin$"},
	{"origin: a file counts for nothing", "internal/infile/fileset.go", "	case err != nil:\n		if word", "	case true:\n		if word", "./job -run ^TestOrigin$"},
	{"numbers: objects meet themselves", "job/origin.go", "j.ask.Search.ExcludeSameID = true", "", ofNumbers},
	{"numbers: bare objects are missing", sourceFleet, "bare = append(bare, number)", "missing = append(missing, number)", ofNumbers},
	{"numbers: missing objects are bare", sourceFleet, "missing = append(missing, number)", "bare = append(bare, number)", ofNumbers},
	{"numbers: columns are of other objects", "job/attribute.go", " && l.n == query.n {", " {", ofNumbers},
	{"numbers: one of several names", "internal/infile/fileset.go", "k.Words && len(names) == 1", "k.Words", ofNumbers},
	{"numbers: each as often as it is named", "internal/infile/body.go", "slices.Compact(b.Numbers)", "b.Numbers", ofNumbers},
	{"oem: any unit", oemDocument, "!strings.EqualFold(said, want)", "false", ofOEM},
	{"oem: a number is left out", oemDocument, "d.lacks = n != 4 && n != 7 && n != 10 || ", "d.lacks = ", ofOEM},
	{"oem: numbers behind a gap", oemDocument, " || slices.ContainsFunc(d.fields[n:], func(text []byte) bool { return text != nil })", " || slices.Contains(oemColumns(), \"\")", ofOEM},
	{"oem: the metadata before hold", oemDocument, "	case name == \"segment\":\n		d.state = oemHead\n", "", ofOEM},
	{"oem: numbers end in the next", oemDocument, "		d.memory = append(d.memory, ' ') // numbers are read with the byte behind them\n", "		d.memory = append(d.memory, '1')\n", ofOEM},
	{"oem: any message", oemDocument, "!d.inside && around == \"ndm\" && name", "false && name", ofOEM},
	{"oem: straight in .xml", "internal/reading/fileset/motion.go", "settled(file.Path, in).Orbits", "false", ofOEM},
}
