package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// The extensions that package format knows; a test holds the two together.
const (
	inputKinds  = ".csv .parquet .xml"
	storeKinds  = ".csv .parquet"
	resultKinds = ".csv .parquet .ndjson .jsonl"
)

// checkPath refuses a path whose extension says nothing. All but .parquet may be
// compressed.
func checkPath(c *cobra.Command, what, path, kinds string) error {
	name := strings.ToLower(path)
	if path == "-" || strings.HasSuffix(name, ".parquet") {
		return nil
	}
	base := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	for kind := range strings.FieldsSeq(kinds) {
		if strings.HasSuffix(base, kind) && kind != ".parquet" {
			return nil
		}
	}
	return usage(c, "%s %s: unknown extension (known: %s; all but .parquet also with .gz or .zst; - for CSV)",
		what, path, strings.ReplaceAll(kinds, " ", ", "))
}

// checkOut refuses an output that cannot be made before time is spent on what to
// write to it. Devices and pipes, such as /dev/null, may have any name.
func checkOut(c *cobra.Command, path, kinds string) error {
	if path == "" {
		return usage(c, "--out: no file name")
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil
	}
	if err := checkPath(c, "--out", path, kinds); err != nil || path == "-" {
		return err
	}
	_, lost := os.Stat(path)
	if _, err := os.Lstat(path); err == nil && errors.Is(lost, fs.ErrNotExist) {
		return fmt.Errorf("write %s: is a link to what does not exist", path)
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("write %s: folder %s does not exist", path, folder)
	}
	return nil
}
