package report

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"flyby/internal/atomicfile"
)

// Save writes report.md, report.html and the folder of figures into a folder, which it makes. Each file is
// written in full or not at all.
func Save(folder string, d Document) error {
	if err := os.MkdirAll(filepath.Join(folder, "figures"), 0o777); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	for name, write := range map[string]func(io.Writer, Document) error{
		"report.md": WriteMarkdown, "report.html": WriteHTML,
	} {
		var text bytes.Buffer
		if err := write(&text, d); err != nil {
			return err
		}
		if err := save(folder, name, text.Bytes()); err != nil {
			return err
		}
	}
	for _, f := range d.Figures() {
		for _, p := range f.Panels {
			if err := save(folder, f.File(p), []byte(p.SVG)); err != nil {
				return err
			}
		}
	}
	return nil
}

func save(folder, name string, text []byte) error {
	if err := atomicfile.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), text, 0o666); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
