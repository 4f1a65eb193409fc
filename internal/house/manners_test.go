package house

import (
	"regexp"
	"strings"
	"testing"
)

// A manner is a way of speaking that costs readers time. Its rate falls, and never rises: an author who moves or writes a package leaves
// it with fewer.
type manner struct {
	name  string
	words *regexp.Regexp
	most  float64 // occurrences in a thousand words of comments and docs, decisions aside
}

// manners are the ways of speaking that are counted.
var manners = []manner{
	// Words that stand where a thing should be named, so that the reader looks for it.
	{"pointing words", regexp.MustCompile(`(?i)\b(those of|that of|those that|of those|of what|what is there)\b`), 0.2},
	// Words that plain English has others for: the name or number of the things, if, with or in addition to, otherwise.
	{"words of dialect", regexp.MustCompile(`(?i)\bsome (rows?|bytes?|names?)\b|\bwhere (that is|there (is|are) none)\b|\bbeside\b|([,;:] |\bor |\band )else\b|\ba number of\b`), 1.0},
}

// TestManners: no way of speaking is more frequent than it was.
func TestManners(t *testing.T) {
	for _, m := range manners {
		found, words := m.count(t)
		if got := 1000 * float64(found) / float64(words); got > m.most || got < m.most-0.2 {
			t.Errorf("%s: %d in %d words, %.2f a thousand; at most %.1f are allowed, and a lower rate belongs into manners", m.name, found, words, got, m.most)
		}
	}
}

// count counts the occurrences, and all words.
func (m manner) count(t *testing.T) (found, words int) {
	t.Helper()
	count := func(text string) {
		text = joined(text)
		found, words = found+len(m.words.FindAllString(text, -1)), words+len(strings.Fields(text))
	}
	for _, s := range sources(t) {
		for _, c := range s.ast.Comments {
			count(c.Text())
		}
	}
	for _, p := range pages(t) {
		if !strings.HasPrefix(p.path, "docs/decisions/") {
			count(string(p.text))
		}
	}
	return found, words
}
