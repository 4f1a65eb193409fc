package door

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTokenFiles: a file without a valid token is refused, and the error does not reveal its content.
func TestTokenFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "there is none",
		"\n\r\n \n":                     "there is none",
		"secret-secret-1\n":             "a token of 15 bytes",
		token + "\nsecret\n":            ":2: a token of 6 bytes",
		"secret-secret secret-secret":   "a character that no header can",
		"secret-secret-secretü":         "a character that no header can",
		"secret=secret-secret-secret":   "a character that no header can",
		strings.Repeat("secret", 20000): "more than 65536 bytes",
	} {
		path := filepath.Join(t.TempDir(), "tokens")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadTokens(path); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ReadTokens(filepath.Join(t.TempDir(), "none")); !os.IsNotExist(unwrapped(err)) {
		t.Error(err)
	}
}

// TestReload: the tokens of the file hold at once and alone after a reload; where it cannot be read, the former ones stay.
func TestReload(t *testing.T) {
	all := tokens(t, token)
	for _, c := range []struct {
		text     string
		ok       bool
		old, new bool
	}{
		{"short", false, true, false},
		{token + "\n" + "new-" + token, true, true, true},
		{"new-" + token + "==", true, false, false},
		{"new-" + token, true, false, true},
		{"", false, false, true},
	} {
		if err := os.WriteFile(all.path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := all.Reload(); (err == nil) != c.ok || all.has(token) != c.old || all.has("new-"+token) != c.new {
			t.Errorf("%q: %v, old %v, new %v", c.text, err, all.has(token), all.has("new-"+token))
		}
	}
}
