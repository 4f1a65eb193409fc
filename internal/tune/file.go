package tune

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"flyby/internal/outfile"
)

// formats are the formats of files by their endings.
func formats() []struct {
	ending string
	write  func(*Result, io.Writer) error
} {
	return []struct {
		ending string
		write  func(*Result, io.Writer) error
	}{{".csv", (*Result).WriteCSV}, {".html", (*Result).WriteHTML}, {".svg", (*Result).WriteSVG}}
}

// Endings are the endings of the files that WriteFile writes.
func Endings() (all []string) {
	for _, f := range formats() {
		all = append(all, f.ending)
	}
	return all
}

// Writes reports whether WriteFile writes a file of a path, by its ending.
func Writes(path string) bool { return writerOf(path) != nil }

// writerOf returns the function that writes the format of a path, nil for an unknown ending.
func writerOf(path string) func(*Result, io.Writer) error {
	for _, f := range formats() {
		if strings.EqualFold(filepath.Ext(path), f.ending) {
			return f.write
		}
	}
	return nil
}

// WriteFile writes a file in the format of its ending, whole or not at all. A relative path is relative to a folder, "" for the working folder of the process.
func (r *Result) WriteFile(ctx context.Context, folder, path string) error {
	write := writerOf(path)
	if write == nil {
		return fmt.Errorf("tune: write %s: unknown ending: must be %s", path, strings.Join(Endings(), ", "))
	}
	_, err := outfile.Whole(ctx, folder, path, nil, func(w io.Writer) (struct{}, error) { return struct{}{}, write(r, w) })
	return err
}
