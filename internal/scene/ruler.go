package scene

// Columns is the number of columns of a picture's time axis.
const Columns = 1000

// A Span is the time of all rows: its ends as texts, in Columns columns of one length.
type Span struct {
	From    string `json:"from"`
	Until   string `json:"until"`
	Columns int    `json:"columns"`
}

// A Ruler converts times to columns.
type Ruler struct{ From, Until float64 }

// Time returns the ruler itself: the time of what is a time alone.
func (r Ruler) Time() Ruler { return r }

// With returns a ruler over the times of both.
func (r Ruler) With(of Ruler) Ruler {
	return Ruler{From: min(r.From, of.From), Until: max(r.Until, of.Until)}
}

// At returns the column of a time.
func (r Ruler) At(t float64) int {
	if !(r.Until > r.From) {
		return 0
	}
	return max(0, min(int((t-r.From)/(r.Until-r.From)*Columns), Columns-1))
}

// Steps counts the spans that cover each column.
type Steps struct{ change [Columns + 1]int }

// Add adds the span of two columns, both included.
func (s *Steps) Add(first, last int) {
	s.change[first]++
	s.change[last+1]--
}

// All returns the counts as steps [column, number], one for column 0 and one wherever the number changes.
func (s *Steps) All() [][2]int {
	out, sum := [][2]int{}, 0
	for column, by := range s.change[:Columns] {
		if sum += by; by != 0 || column == 0 {
			out = append(out, [2]int{column, sum})
		}
	}
	return out
}
