package page

// A Sheet has what all kinds of pages have.
type Sheet struct {
	Title string   // such as "near.csv: the closest 200 of 1,234 encounters"
	Facts []string // sentences about the data read, and about what the page leaves out
}

// Tell adds a sentence to the facts.
func (s *Sheet) Tell(fact string) { s.Facts = append(s.Facts, fact) }
