package leaves_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"flyby/internal/printable"
)

func TestText(t *testing.T) {
	for s, want := range map[string]string{
		"":                     "",
		"car 7, Zürich 東京 🚗":   "car 7, Zürich 東京 🚗",
		`C:\cars`:              `C:\cars`,
		"a\x1b[2Jb":            `a\x1b[2Jb`,
		"a\rb\nc\td\x00\x7f":   `a\rb\nc\td\x00\x7f`,
		"\u009b2J":             `\u009b2J`,
		"\u202eabc\u2066":      `\u202eabc\u2066`,
		"\u2028\u200f\ufeff":   `\u2028\u200f\ufeff`,
		"\xff\xc3\x28":         `\xff\xc3(`,
		"\U000e0041\u00ad":     `\U000e0041\u00ad`,
		"no\u00a0break \ufffd": "no\u00a0break \ufffd",
	} {
		if got := printable.Text(s); got != want {
			t.Errorf("Text(%q) = %s, want %s", s, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("a\x1b[2Jb\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		text := printable.Text(s)
		if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) || printable.Text(text) != text {
			t.Errorf("Text(%q) = %q", s, text)
		}
		line, err := json.Marshal(map[string]string{"id": s})
		if err != nil {
			t.Fatal(err)
		}
		safe := printable.JSON(line)
		var want, got map[string]string
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(safe, &got); err != nil || got["id"] != want["id"] || strings.ContainsFunc(string(safe), unicode.IsControl) {
			t.Errorf("JSON(%s) = %s, %v", line, safe, err)
		}
	})
}
