package door

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"

	"flyby/internal/private"
)

// Sizes in bytes.
const (
	leastToken    = 16
	mostTokenFile = 64 << 10
)

// Tokens has the tokens that admit clients, as hashes only.
type Tokens struct {
	path   string
	hashes atomic.Pointer[[][sha256.Size]byte]
}

// ReadTokens reads the tokens of a file, one a line, so that an old and a new one can hold at once. A token has 16 bytes at least, of the
// characters that RFC 6750 allows. The file must be the user's or the system's, and no other user may read it.
func ReadTokens(path string) (*Tokens, error) {
	t := &Tokens{path: path}
	if err := t.Reload(); err != nil {
		return nil, err
	}
	return t, nil
}

// Reload reads the file again. On an error the tokens stay as they were.
func (t *Tokens) Reload() error {
	text, err := private.ReadSecret(t.path, mostTokenFile)
	if err != nil {
		return fmt.Errorf("door: read tokens: %w", err)
	}
	var hashes [][sha256.Size]byte
	for i, line := range bytes.Split(text, []byte("\n")) {
		token := bytes.TrimSpace(line)
		if len(token) == 0 {
			continue
		}
		if why := unfit(token); why != "" {
			return fmt.Errorf("door: read tokens: %s:%d: %s", t.path, i+1, why)
		}
		hashes = append(hashes, sha256.Sum256(token))
	}
	if len(hashes) == 0 {
		return fmt.Errorf("door: read tokens: %s: there is none", t.path)
	}
	t.hashes.Store(&hashes)
	return nil
}

// unfit returns the reason why a token is not valid, "" where it is. The reason does not contain the token.
func unfit(token []byte) string {
	if len(token) < leastToken {
		return fmt.Sprintf("a token of %d bytes, at least %d are needed", len(token), leastToken)
	}
	for _, c := range bytes.TrimRight(token, "=") {
		if letter := c|0x20 >= 'a' && c|0x20 <= 'z'; !letter && (c < '0' || c > '9') && !strings.ContainsRune("-._~+/", rune(c)) {
			return "a token has a character that no header can: letters, digits and -._~+/ are allowed, and = at the end"
		}
	}
	return ""
}

// has reports whether t has a token. All hashes are compared to their ends, so that the time reveals nothing.
func (t *Tokens) has(token string) bool {
	hash, found := sha256.Sum256([]byte(token)), 0
	for _, h := range *t.hashes.Load() {
		found |= subtle.ConstantTimeCompare(hash[:], h[:])
	}
	return found == 1
}

// isKnown reports whether a request shows a token or a session, or needs none: everybody may ask whether the server is healthy, and log in.
func (g *gate) isKnown(r *http.Request) bool {
	if g.Tokens == nil || asksHealth(r) || isLoginPath(r.URL.Path) {
		return true
	}
	token, ok := bearer(r)
	if !ok && r.Header["Authorization"] == nil {
		return g.sessions.shown(r, g.Tokens)
	}
	return ok && g.Tokens.has(token)
}

// asksHealth reports whether a request asks whether the server is healthy, which needs neither a token nor a place.
func asksHealth(r *http.Request) bool {
	asks := r.Method == http.MethodGet || r.Method == http.MethodHead
	return asks && r.URL.EscapedPath() == "/healthz"
}

// bearer returns the token that a request shows.
func bearer(r *http.Request) (token string, ok bool) {
	all := r.Header["Authorization"]
	if len(all) != 1 {
		return "", false
	}
	scheme, token, ok := strings.Cut(all[0], " ")
	return strings.TrimSpace(token), ok && strings.EqualFold(scheme, "Bearer")
}

// challenge returns the value of WWW-Authenticate, as RFC 6750 has it.
func challenge(r *http.Request) string {
	if _, ok := bearer(r); ok {
		return `Bearer realm="flyby", error="invalid_token"`
	}
	return `Bearer realm="flyby"`
}
