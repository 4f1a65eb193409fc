package main

const (
	cylinderFile = "interaction/cylinder.go"
	rationalFile = "interaction/cylinderexact.go"
	decimalFile  = "interaction/decimal.go"
	ofHeights    = "./interaction -run Cylinder|Strict|Shortest|Narrow|Decimals"
)

// ofCylinders changes the cut by heights.
var ofCylinders = []mutant{
	{"cylinder: the bound has no room for decimals", cylinderFile, "c.bound += float64(halfUlp * (most + v.Within))", "c.bound += 0 * most", ofHeights},
	{"cylinder: the bound is a quarter of an ulp", cylinderFile, "halfUlp = 0x1.001p-53", "halfUlp = 0x1.001p-54", ofHeights},
	{"cylinder: the bound leaves the entry out", cylinderFile, "most := highest(q) + highest(e)", "most := highest(q)", ofHeights},
	{"cylinder: heights as good as V apart are inside", cylinderFile, "case math.Abs(z) <= inner:", "case math.Abs(z) <= max(inner, outer):", ofHeights},
	{"cylinder: the window's ends are exact", cylinderFile, "float64(4*c.bound)/math.Abs(g) + 0x1p-50", "0x1p-60", ofHeights},
	{"cylinder: heights at V are not open", cylinderFile, "if in0 == unknown || in1 == unknown {", "if false {", ". -run ^TestVerticalEncounters"},
	{"cylinder: strictly within 0", cylinderFile, "!ok || v.Strict && v.Within == 0", "!ok", ofHeights},
	{"closest: a time before a hit stays", "interaction/closest.go", "	case t < enter:\n		return enter\n", "", "./interaction -run ^TestClosestIsInTheHit$"},
	{"closest: heights leave the time outside of the hit", cylinderFile, "Time: heldIn(at, enter, exit)", "Time: at", ofHeights},
	{"closest: the host's chains take a time from before the hit", "kernel/host/walkjoined.go", "*w, u.enter[i], u.exit[i])", "*w, -1e300, u.exit[i])", ". -run ^TestClosestIsInTheEncounter$"},
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
	{"at V: misses are counted", "internal/engine/settle.go", "return hit && near", "return near", ". -run ^TestFlightLevels$"},
	{"at V: slabs count what is another's", "internal/sweep/mapping.go", "			if kept = append(kept, h); m.rule.Vertical != nil {\n				m.count(h)\n			}\n		}\n", "			kept = append(kept, h)\n		}\n		if m.rule.Vertical != nil {\n			m.count(h)\n		}\n", "./internal/sweep"},
}
