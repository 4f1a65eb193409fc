package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"flyby/evaluation/speed"
)

// program finds the command flyby: the path of --flyby, beside this program, or in $PATH; it is no error
// to find none.
func program(named string) (command []string, err error) {
	if named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return nil, fmt.Errorf("speed: --flyby: %w", err)
		}
		return []string{path}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("speed: %w", err)
	}
	for _, name := range []string{filepath.Join(filepath.Dir(self), "flyby"), "flyby"} {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}, nil
		}
	}
	return nil, nil
}

// write writes rows as a table for people, or as JSON, one a line.
func (a *app) write(r speed.Report) error {
	if !a.json {
		return r.WriteText(a.out)
	}
	lines := json.NewEncoder(a.out)
	for _, row := range r.Rows {
		if err := lines.Encode(row); err != nil {
			return fmt.Errorf("speed: %w", err)
		}
	}
	return nil
}
