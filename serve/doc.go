// Package serve answers over HTTP what package job answers: data sets stay read, with their indexes and devices, and each request is a question to
// one of them. Who may ask, and how long anybody waits, is for packages serve/door and serve/queue; this one has the routes, the parameters, which are
// flags of search and join, and the answers, which are the bytes that the command writes. See docs/decisions/0123-answers-of-a-server.md.
package serve
