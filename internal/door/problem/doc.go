// Package problem has the answers of a server that refuses a request: application/problem+json (RFC 9457). A Problem is also an error: the code that finds
// a request wrong returns it, and the route that answers sends it.
package problem
