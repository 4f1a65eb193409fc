package serve

import (
	_ "embed"
	"net/http"
)

// openapi describes the routes for programs. It is written by hand, and held against the routes and the parameters by a test.
//
//go:embed openapi.json
var openapi []byte

// describe answers with openapi.json.
func (s *Server) describe(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(openapi)
	return err
}
