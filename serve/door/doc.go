// Package door stands before the routes of a server: it decides who may ask, how much, and for how long nothing may come.
//
//	c := door.Config{Tokens: tokens}
//	listener, err := c.Listen(ctx, "127.0.0.1:7475")
//	...
//	err = c.Server(c.Handler(door.Routes(mux))).Serve(listener)
//
// A request passes, in this order: its Host is a name of the server (421), no page of another origin sent it (403), it shows a token (401), its body is
// packed in a way that is known (415) and not too long (413). Its route gets the body unpacked. Whatever fails is a *problem.Problem.
//
// A client that sends nothing of a body for 30 s, or takes nothing of an answer, is cut; so is one whose route panics with http.ErrAbortHandler. Any other
// panic is a 500 where nothing was answered yet, and the cut where something was. Every request is a line of the log.
//
// Why it is so is in docs/decisions/0122-security-of-a-server.md.
package door
