package report

import (
	"encoding/json"
	"io"
)

// writePage writes the page.
func writePage(w io.Writer, p *Page) error { return json.NewEncoder(w).Encode(p) }
