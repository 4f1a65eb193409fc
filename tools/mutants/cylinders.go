package main

const (
	cylinderFile = "interaction/cylinder.go"
	rationalFile = "interaction/cylinderexact.go"
	decimalFile  = "interaction/decimal.go"
	closestFile  = "interaction/closestapproach.go"
	ofLeast      = "./interaction -run ^TestNearestSum$|^TestLeastInTheWindow$"
	ofHeights    = "./interaction -run Cylinder|Strict|Shortest|Narrow|Decimals"

	ofLeastEverywhere = "./internal/agree -run ^TestLeastDistanceIsWithin$"
)

// ofCylinders changes the cut by heights.
var ofCylinders = []mutant{
	{"cylinder: the bound has no room for decimals", cylinderFile, "c.bound += float64(halfUlp * (most + v.Within))", "c.bound += 0 * most", ofHeights},
	{"cylinder: the bound is a quarter of an ulp", cylinderFile, "halfUlp = 0x1.001p-53", "halfUlp = 0x1.001p-54", ofHeights},
	{"cylinder: the bound leaves the entry out", cylinderFile, "most := highest(q) + highest(e)", "most := highest(q)", ofHeights},
	{"cylinder: heights as good as V apart are inside", cylinderFile, "case math.Abs(z) <= inner:", "case math.Abs(z) <= max(inner, outer):", ofHeights},
	{"cylinder: the window's ends are exact", cylinderFile, "float64(4*c.bound)/math.Abs(g) + 0x1p-50", "0x1p-60", ofHeights},
	{"cylinder: heights at V are not open", cylinderFile, "if in0 == unknown || in1 == unknown {", "if false {", "./internal/agree -run ^TestVerticalEncounters"},
	{"cylinder: strictly within 0", cylinderFile, "!ok || v.Strict && v.Within == 0", "!ok", ofHeights},
	{"closest: a time before a hit stays", "interaction/closestapproach.go", "	case x < from:\n		return from\n", "", "./interaction -run ^TestClosestIsInTheHit$"},
	{"closest: heights leave the time outside of the hit", cylinderFile, "a.Time, a.Distance = heldIn(instant(c.lo, c.hi, s), enter, exit), ", "a.Time, a.Distance = instant(c.lo, c.hi, 1-s), ", ofHeights},
	{"closest: the host's chains take a time from before the hit", "kernel/host/walkjoined.go", "rule.Distance, u.enter[i], u.exit[i])", "rule.Distance, -1e300, u.exit[i])", "./internal/agree -run ^TestClosestIsInTheEncounter$"},
	{"least: above the threshold", closestFile, "a.Distance = min(a.Distance, nearestSum(d, q.R, e.R))", "_ = nearestSum(d, q.R, e.R)", "./interaction -run ^TestClosestIsInTheHit$"},
	{"least: radii do not count", closestFile, "min(a.Distance, nearestSum(d, q.R, e.R))", "min(a.Distance, nearestSum(d, 0, 0))", "./interaction -run ^TestClosestIsInTheHit$"},
	{"least: the threshold is rounded twice", closestFile, "	return sum + odd\n", "	return (y + z) + x + 0*(sum+odd)\n", ofLeast},
	{"least: a middle is rounded to even", closestFile, "if lost != 0 && math.Float64bits(odd)&1 == 0 {", "if lost != 0 && false {", ofLeast},
	{"least: a middle is rounded away from what is lost", closestFile, "math.Copysign(math.MaxFloat64, lost)", "-math.Copysign(math.MaxFloat64, lost)", ofLeast},
	{"least: with heights above the threshold", cylinderFile, "			a.lower(&q.Segment, &e.Segment, d)\n", "", ofLeast},
	{"least: encounters have none", "internal/encounter/meeting.go", "m.e.Segment, m.rule.Distance, m.Enter", "m.e.Segment, 1e300, m.Enter", ofLeastEverywhere},
	{"least: encounters of heights have none", "internal/encounter/meeting.go", "m.rule.ClosestWithin(", "(&interaction.Rule{Distance: 1e300, Window: m.rule.Window, Vertical: m.rule.Vertical}).ClosestWithin(", ofLeastEverywhere},
	{"least: the host's chains have none", "kernel/host/walkjoined.go", "(q, e, rule.Distance, u.enter[i]", "(q, e, 1e300, u.enter[i]", ofLeastEverywhere},
	{"least: at the rounded end of the window", cylinderFile, "	return at, at != s\n", "	return c.part(instant(c.lo, c.hi, at)), at != s\n", ofLeast},
	{"least: before heights are close enough", cylinderFile, "at = heldIn(s, s0, s1)", "at = heldIn(s, 0, s1+0*s0)", ofLeast},
	{"least: once heights are too far apart", cylinderFile, "at = heldIn(s, s0, s1)", "at = heldIn(s, s0, 1+0*s1)", ofLeast},
	{"least: decimals cut nothing", cylinderFile, "	s1, _ = to.Float64()\n	return s0, s1\n", "	s1, _ = to.Float64()\n	return 0 * s0, 1 + 0*s1\n", "./interaction -run ^TestClosestWithin$"},
	{"decimals: heights are float64 values", decimalFile, "	return parsed(text)\n", "	m, e := math.Frexp(v)\n	return decimal{int64(m * 1e15), e*0 + len(text)*0 + int(math.Round(math.Log10(v/m))) - 15}\n", ofHeights},
	{"decimals: a digit is one of the fraction", decimalFile, "		case c == '.':\n			point = true\n", "		case c == '.':\n			point, fraction = true, 1\n", ofHeights},
	{"decimals: numbers of 64 bits have no bound", decimalFile, "n[i] > 1<<narrowest/10 || n[i] < -1<<narrowest/10", "n[i] > 1<<62 || n[i] < -1<<62", ofHeights},
	{"decimals: heights that change are as the span begins", rationalFile, "ok && spans(&of, c.lo, c.hi) && spans(&other, c.lo, c.hi)", "ok && (spans(&of, c.lo, c.hi) || spans(&other, c.lo, c.hi) || true)", ofHeights},
	{"strict: V apart throughout is less", rationalFile, "	case start == end: // V apart throughout\n		return Miss\n", "	case start == end: // V apart throughout\n		return Hit\n", ofHeights},
	{"strict: V apart at an end is less", rationalFile, "	case !c.v.Strict || start == inside && end == inside:", "	case !c.v.Strict || start == inside || end == inside:", ofHeights},
	{"strict: a touch of d as heights come to V", rationalFile, "in.Cmp(s0) == 0 && p.touches(s0, +1)", "in.Cmp(s0) == 0 && false", ofHeights},
	{"strict: a touch of d as heights leave V", rationalFile, "return out.Cmp(s1) != 0 || !p.touches(s1, -1)", "return out.Cmp(s1) != 0 || true", ofHeights},
	{"strict: a vertex at V is no touch", rationalFile, "side*slope.Sign() >= 0", "side*slope.Sign() > 0", ofHeights},
	{"strict: an instant of V", rationalFile, "	case s0.Cmp(s1) == 0: // V apart at an end of the span\n		return false\n", "", ofHeights},
	{"at V: misses are counted", "internal/engine/settle.go", "return hit && near", "return near", "./internal/agree -run ^TestFlightLevels$"},
	{"at V: slabs count what is another's", "internal/sweep/mapping.go", "			if kept = append(kept, h); m.rule.HasHeights() {\n				m.count(h)\n			}\n		}\n", "			kept = append(kept, h)\n		}\n		if m.rule.HasHeights() {\n			m.count(h)\n		}\n", "./internal/sweep"},
}
