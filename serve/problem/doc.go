// Package problem is how a server says what it refuses: as application/problem+json (RFC 9457). A Problem is an error, too: whoever finds out
// that a request is wrong returns it, and the route that answers sends it.
package problem
