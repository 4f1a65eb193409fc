package house

import (
	"regexp"
	"strings"
	"testing"
)

// pointing matches words that stand where a thing should be named, so that the reader looks for it.
var pointing = regexp.MustCompile(`(?i)\b(those of|that of|those that|of those|of what|what is there)\b`)

// mostPointing is the greatest number of pointing words in a thousand words of comments and docs, decisions aside. It falls, and never
// rises: an author who moves or writes a package leaves it with fewer.
const mostPointing = 0.2

// TestPointingWords: comments and docs name things.
func TestPointingWords(t *testing.T) {
	found, words := pointingWords(t)
	if got := 1000 * float64(found) / float64(words); got > mostPointing || got < mostPointing-0.2 {
		t.Errorf("%d in %d words, %.2f a thousand; at most %.1f are allowed, and what is below belongs into mostPointing", found, words, got, mostPointing)
	}
}

// pointingWords counts the pointing words, and all words.
func pointingWords(t *testing.T) (found, words int) {
	t.Helper()
	count := func(text string) {
		text = joined(text)
		found, words = found+len(pointing.FindAllString(text, -1)), words+len(strings.Fields(text))
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
