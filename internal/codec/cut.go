package codec

// Cut returns the values in some rows from one on. Memory is shared, and has no room behind the rows, but for sets and ends that do not begin a word or a list there.
func (v *Values) Cut(first, rows int) Values {
	cut := Values{Texts: v.Texts, Nulls: v.Nulls.Cut(first, rows)}
	switch {
	case v.Ends != nil:
		v.cutLists(&cut, first, rows)
	case v.Floats != nil:
		cut.Floats = v.Floats[first:][:rows:rows]
	}
	if v.Wholes != nil {
		cut.Wholes = v.Wholes[first:][:rows:rows]
	}
	if v.Nanos != nil {
		cut.Nanos = v.Nanos[first:][:rows]
	}
	if v.Codes != nil {
		cut.Codes = v.Codes[first:][:rows:rows]
	} else if v.Texts != nil {
		cut.Texts = v.Texts[first:][:rows]
	}
	for _, f := range v.Faults {
		if f.Row -= first; f.Row >= 0 && f.Row < rows {
			cut.Faults = append(cut.Faults, f)
		}
	}
	return cut
}

// cutLists cuts lists of numbers.
func (v *Values) cutLists(cut *Values, first, rows int) {
	begin := 0
	if first > 0 {
		begin = v.Ends[first-1]
	}
	cut.Ends = make([]int, rows)
	for i := range cut.Ends {
		cut.Ends[i] = v.Ends[first+i] - begin
	}
	end := begin
	if rows > 0 {
		end = v.Ends[first+rows-1]
	}
	cut.Floats, cut.ItemNulls = v.Floats[begin:end], v.ItemNulls.Cut(begin, end-begin)
}

// Cut returns the members from first to before first+n, counted from first.
func (s Set) Cut(first, n int) (cut Set) {
	const bits = 64
	from := first / bits
	if from >= len(s) || n <= 0 {
		return nil
	}
	words := min((n+bits-1)/bits, len(s)-from)
	if s[from:].emptyWords(words + 1) {
		return nil
	}
	cut = make(Set, words)
	for i := range cut {
		if cut[i] = s[from+i] >> (first % bits); from+i+1 < len(s) {
			cut[i] |= s[from+i+1] << (bits - first%bits) // by 64 where first begins a word: nothing
		}
	}
	if end := n % bits; end > 0 && words == (n+bits-1)/bits {
		cut[words-1] &= 1<<end - 1
	}
	return cut
}

// emptyWords reports whether the first words, as far as there are some, have no member.
func (s Set) emptyWords(n int) bool { return s[:min(n, len(s))].Empty() }
