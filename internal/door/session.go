package door

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"strings"
	"time"
)

// sessionTime is how long a session lasts.
const sessionTime = 12 * time.Hour

// sessionCookie is the name of the cookie that shows a session.
const sessionCookie = "flyby_session"

// sessions makes and knows the sessions of browsers, which a cookie shows in place of a token. A cookie has the second at which the session ends, a name of the
// token that began it, and a code of both (HMAC-SHA256) by a key of this process alone: so sessions take no memory, none outlives the server, and whoever
// reads a cookie learns no token.
type sessions struct{ key [32]byte }

// newSessions returns sessions with a key of their own.
func newSessions() *sessions {
	s := &sessions{}
	rand.Read(s.key[:]) //nolint:errcheck // it never fails
	return s
}

// Lengths in bytes of the parts of a cookie's value.
const (
	endBytes  = 8
	nameBytes = 16
)

// value returns the value of the cookie of a session that a token began, by the token's hash.
func (s *sessions) value(hash [sha256.Size]byte, end time.Time) string {
	text := binary.BigEndian.AppendUint64(nil, uint64(end.Unix()))
	text = append(text, s.code("token", hash[:])[:nameBytes]...)
	text = append(text, s.code("session", text)...)
	return base64.RawURLEncoding.EncodeToString(text)
}

// code returns the code of a text that has a use.
func (s *sessions) code(use string, text []byte) []byte {
	h := hmac.New(sha256.New, s.key[:])
	h.Write([]byte(use + "\x00"))
	h.Write(text)
	return h.Sum(nil)
}

// has reports whether a value is of a session that lasts now and that one of the tokens began.
func (s *sessions) has(value string, tokens *Tokens, now time.Time) bool {
	text, err := base64.RawURLEncoding.Strict().DecodeString(value)
	if err != nil || len(text) != endBytes+nameBytes+sha256.Size {
		return false
	}
	said, code := text[:endBytes+nameBytes], text[endBytes+nameBytes:]
	if !hmac.Equal(code, s.code("session", said)) || now.Unix() >= int64(binary.BigEndian.Uint64(said)) {
		return false
	}
	known := false
	for _, hash := range *tokens.hashes.Load() {
		known = hmac.Equal(said[endBytes:], s.code("token", hash[:])[:nameBytes]) || known
	}
	return known
}

// shown reports whether a request shows a session.
func (s *sessions) shown(r *http.Request, tokens *Tokens) bool {
	c, err := r.Cookie(sessionCookie)
	return err == nil && s.has(c.Value, tokens, time.Now())
}

// cookie returns the cookie with a value, which a browser keeps for some seconds; below 0: which it forgets. Only a server of the browser's own machine may
// have it by plain text.
func cookie(r *http.Request, value string, seconds int) *http.Cookie {
	return &http.Cookie{Name: sessionCookie, Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: !calledHere(r)}
}

// calledHere reports whether a request's Host is a name of the machine that the client runs on.
func calledHere(r *http.Request) bool {
	host, _ := cutPort(r.Host)
	return strings.EqualFold(host, "localhost") || host == "127.0.0.1" || host == "::1"
}

// isOpen reports whether a request travels as plain text through a network, as far as can be told: a proxy that has TLS says so.
func isOpen(r *http.Request) bool {
	return r.TLS == nil && !calledHere(r) && !strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}
