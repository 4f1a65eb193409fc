// Package serve runs jobs of package job over HTTP: data sets stay read, with their indexes and devices, and each request is a question to
// one of them. Package internal/door decides who may ask, and package serve/internal/queue how long a request waits; this package has the routes, the parameters, which are
// flags of search and join, and the answers, which are the bytes that the command writes. See docs/decisions/0123-answers-of-a-server.md.
package serve
