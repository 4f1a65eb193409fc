package serve

import (
	_ "embed"
	"net/http"
)

// openapi describes the routes for programs. Its parameters are written by make docs, all else by hand; tests compare it with the routes and the table of fields.
//
//go:embed openapi.json
var openapi []byte

// describe answers with openapi.json.
func (s *Server) describe(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(openapi)
	return err
}
