// Package backlog keeps the bytes of an answer that a client has not taken yet, so that a search need not wait for a slow client: some bytes in memory, and the bytes
// behind them in files of a folder without names, which are read while they grow. Where a folder has no room left, the writer waits for the client, and not for long. See
// docs/decisions/0123-answers-of-a-server.md.
package backlog
