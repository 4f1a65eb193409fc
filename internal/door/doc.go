// Package door stands before the routes of a server: it decides which clients may ask, how much they may send, and how long they may be idle.
//
//	c := door.Config{Tokens: tokens}
//	listener, err := c.Listen(ctx, "127.0.0.1:7475")
//	...
//	err = c.Server(c.Handler(door.Routes(mux))).Serve(listener)
//
// A request passes these checks, in this order: its Host is a name of the server (421), no page of another origin sent it (403), it shows a
// token (401), its body is packed in a known way (415) and not too long (413). Its route gets the body unpacked. Every failure is a
// *problem.Problem.
//
// A client that sends nothing of a body for 30 s, or falls 30 s behind 1 KiB a second, or takes nothing of an answer, is cut; so is one whose
// route panics with http.ErrAbortHandler. A connection counts against Connections once it has a request that is not for /healthz. Any other panic is a 500 where nothing was answered yet, and cuts the client where something was. Every request is a
// line of the log.
//
// docs/decisions/0122-security-of-a-server.md gives the reasons.
package door
