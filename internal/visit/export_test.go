package visit

// Cut returns the rule with jobs of some segments.
func (r Rule) Cut(segments int) Rule {
	r.cut = segments
	return r
}
