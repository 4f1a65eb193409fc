package house

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// unwanted are words that no comment has, by the words to use in their place: a number without a
// name makes the reader look for the parameter that is meant, and docs/glossary.md gives the others
// no meaning.
var unwanted = map[string]*regexp.Regexp{
	"the parameter's name":             regexp.MustCompile(`(?i)\bso many\b`),
	"pool, team or thread":             regexp.MustCompile(`(?i)\bcrews?\b`),
	"range, interval, run or piece":    regexp.MustCompile(`(?i)\bstretch(es)?\b`),
	"lookup grid":                      regexp.MustCompile(`(?i)\bladders?\b`),
	"size, or what is tried":           regexp.MustCompile(`(?i)\brungs?\b`),
	"part, range, list, step or works": regexp.MustCompile(`(?i)\bpieces? of (work|hits|queries)\b`),
}

// TestWordsOfComments: no comment has an unwanted word, in Go or in OpenCL C.
func TestWordsOfComments(t *testing.T) {
	check := func(place, comment string) {
		for better, word := range unwanted {
			if found := word.FindString(comment); found != "" {
				t.Errorf("%s: a comment says %q: say %s", place, found, better)
			}
		}
	}
	for _, s := range sources(t) {
		for _, c := range s.ast.Comments {
			check(s.at(c), joined(c.Text()))
		}
	}
	kernels := 0
	err := eachFile(func(name string, text []byte) error {
		if strings.HasSuffix(name, ".cl") {
			kernels++
			check(name, joined(strings.ReplaceAll(string(text), "//", "")))
		}
		return nil
	})
	if err != nil || kernels < 5 {
		t.Errorf("%d files of kernels, %v", kernels, err)
	}
}

// joined returns a comment on one line.
func joined(comment string) string { return strings.Join(strings.Fields(comment), " ") }

// citation matches a page of docs, with the sections cited: §2.3 and §4, say.
var citation = regexp.MustCompile(`docs/[\w/.-]+\.md((,| and|,? to)? §\d+(\.\d+)?)*`)

// section matches the number of a section: of a heading, and of a point in a list below it.
var section = regexp.MustCompile(`§(\d+)(?:\.(\d+))?`)

// TestCitations: the pages of docs that comments cite exist, with the sections.
func TestCitations(t *testing.T) {
	cited := 0
	for _, s := range sources(t) {
		for _, c := range s.ast.Comments {
			text := joined(c.Text())
			if strings.Contains(text, "DESIGN") {
				t.Errorf("%s: cites the first design, which is not here: docs/architecture.md leads", s.at(c))
			}
			for _, found := range citation.FindAllString(text, -1) {
				cited++
				if why := unresolved(found); why != "" {
					t.Errorf("%s: cites %s: %s", s.at(c), found, why)
				}
			}
		}
	}
	if cited < 20 {
		t.Errorf("%d citations were found", cited)
	}
}

// unresolved returns the part of a citation that does not exist, "" where all does.
func unresolved(citation string) string {
	page, _, _ := strings.Cut(citation, " §")
	page, _, _ = strings.Cut(page, ",")
	page = strings.TrimSuffix(page, " and")
	text, err := os.ReadFile(root + "/" + page)
	if err != nil {
		return "there is no such page"
	}
	for _, number := range section.FindAllStringSubmatch(citation, -1) {
		body := regexp.MustCompile(`(?ms)^## ` + number[1] + `\. .*?(^## |\z)`).FindString(string(text))
		if body == "" {
			return "no heading ## " + number[1] + "."
		}
		if number[2] != "" && !regexp.MustCompile(`(?m)^(### `+number[1]+`\.)?`+number[2]+`\. `).MatchString(body) {
			return "no point " + number[2] + " in section " + number[1]
		}
	}
	return ""
}
