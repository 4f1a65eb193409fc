package main

import (
	"encoding/json"
	"fmt"
	"io"

	"flyby/internal/printable"
)

// writeObject writes a JSON object on a line of its own, for programs.
func writeObject(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", printable.JSON(line))
	return err
}
