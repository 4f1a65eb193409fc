package door

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"flyby/internal/door/problem"
)

// Paths of the pages that a browser needs no token for.
const (
	loginPath  = "/login"
	logoutPath = "/logout"
)

// wrongTime is how long the answer to a wrong token waits, and mostWrong how many such answers wait at the same time.
const (
	wrongTime = time.Second
	mostWrong = 100
)

// mostLogin bounds the bytes of the form of a login: a token and a path.
const mostLogin = mostTokenFile + 8<<10

// login answers requests for the pages of a login. It reports false if a request is for something else.
func (g *gate) login(w http.ResponseWriter, r *http.Request) bool {
	var answers map[string]func(http.ResponseWriter, *http.Request)
	switch {
	case g.Tokens == nil:
		return false
	case r.URL.Path == loginPath:
		answers = map[string]func(http.ResponseWriter, *http.Request){http.MethodGet: g.showLogin, http.MethodHead: g.showLogin, http.MethodPost: g.begin}
	case r.URL.Path == logoutPath:
		answers = map[string]func(http.ResponseWriter, *http.Request){http.MethodPost: leave}
	default:
		return false
	}
	if v, ok := r.Context().Value(notesKey{}).(*visit); ok {
		v.route = r.URL.Path
	}
	answer := answers[r.Method]
	if answer == nil {
		wrongMethod(w.Header(), strings.Join(methodsOf(answers), ", ")).WriteTo(w)
		return true
	}
	answer(w, r)
	return true
}

// methodsOf returns the methods of answers in a fixed order.
func methodsOf(answers map[string]func(http.ResponseWriter, *http.Request)) (all []string) {
	for _, m := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		if answers[m] != nil {
			all = append(all, m)
		}
	}
	return all
}

// isBrowser reports whether a request comes of a person who follows a link: it may be answered with a page.
func isBrowser(r *http.Request) bool {
	asks := r.Method == http.MethodGet || r.Method == http.MethodHead
	return asks && r.Header.Get("Authorization") == "" && strings.Contains(strings.Join(r.Header["Accept"], ","), "text/html")
}

// sendToLogin answers a browser without a session with the way to the form.
func sendToLogin(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, loginPath+"?"+url.Values{"next": {r.URL.RequestURI()}}.Encode(), http.StatusSeeOther)
}

// showLogin answers with the form.
func (g *gate) showLogin(w http.ResponseWriter, r *http.Request) {
	writeLogin(w, r.URL.Query().Get("next"), nil)
}

// begin answers a form with a session, if its token is known.
func (g *gate) begin(w http.ResponseWriter, r *http.Request) {
	if isOpen(r) {
		writeLogin(w, "", &problem.Problem{Status: http.StatusForbidden, Detail: "a token must not travel as plain text: ask by https, or on the server's own machine"})
		return
	}
	text, err := io.ReadAll(io.LimitReader(r.Body, mostLogin))
	values, wrong := url.ParseQuery(string(text))
	if err != nil || wrong != nil {
		writeLogin(w, "", &problem.Problem{Status: http.StatusBadRequest, Detail: "the body is no form"})
		return
	}
	next, token := values.Get("next"), strings.TrimSpace(values.Get("token"))
	if !g.Tokens.has(token) {
		g.slow(r)
		writeLogin(w, next, &problem.Problem{Status: http.StatusUnauthorized, Detail: "the server does not know this token"})
		return
	}
	value := g.sessions.value(sha256.Sum256([]byte(token)), time.Now().Add(sessionTime))
	http.SetCookie(w, cookie(r, value, int(sessionTime.Seconds())))
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, ownPath(next), http.StatusSeeOther)
}

// slow lets the answer to a wrong token wait, unless very many do.
func (g *gate) slow(r *http.Request) {
	select {
	case g.wrong <- struct{}{}:
		defer func() { <-g.wrong }()
	default:
		return
	}
	select {
	case <-time.After(wrongTime):
	case <-r.Context().Done():
	}
}

// leave answers with a cookie that the browser forgets.
func leave(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, cookie(r, "", -1))
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, loginPath, http.StatusSeeOther)
}

// ownPath returns a path of this server: next, or "/" where next may lead elsewhere.
func ownPath(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") || strings.ContainsAny(next, "\\\t\r\n") || isLoginPath(u.Path) {
		return "/"
	}
	return (&url.URL{Path: u.Path, RawQuery: u.RawQuery}).String()
}

// isLoginPath reports whether a path is of the pages of a login, which need no token, and to which nobody who is let in is led.
func isLoginPath(path string) bool { return path == loginPath || path == logoutPath }

// loginStyle is the style of the form.
const loginStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:24rem;margin:4rem auto;padding:0 1rem}input,button{font:inherit;width:100%;box-sizing:border-box;margin:.4rem 0}`

// writeLogin answers with the form, and with a problem above it, whose status it has.
func writeLogin(w http.ResponseWriter, next string, p *problem.Problem) {
	var page bytes.Buffer
	page.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<title>flyby: log in</title>\n<style>" + loginStyle + "</style>\n</head>\n<body>\n<h1>flyby</h1>\n")
	if p != nil {
		page.WriteString("<p role=\"alert\">" + html.EscapeString(p.Detail) + "</p>\n")
	}
	page.WriteString("<form method=\"post\" action=\"" + loginPath + "\">\n<label>Token <input type=\"password\" name=\"token\" required autofocus autocomplete=\"current-password\"></label>\n" +
		"<input type=\"hidden\" name=\"next\" value=\"" + html.EscapeString(ownPath(next)) + "\">\n<button>Log in</button>\n</form>\n</body>\n</html>\n")
	sum := sha256.Sum256([]byte(loginStyle))
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", Policy("default-src 'none'; base-uri 'none'; form-action 'self'; style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'"))
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(page.Len()))
	if p != nil {
		w.WriteHeader(p.Status)
	}
	page.WriteTo(w) //nolint:errcheck // a client that is gone needs no form
}
