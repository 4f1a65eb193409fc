package infile

import (
	"path/filepath"
	"strings"
)

// A Packing is a way to compress a file as a whole.
type Packing struct {
	Name      string // "gzip"
	Extension string // at the end of the file's name, after the format's extension
	Magic     string // the first bytes of every such file
}

// Packings returns the ways to compress a file.
func Packings() []Packing {
	return []Packing{{"gzip", ".gz", "\x1f\x8b"}, {"zstd", ".zst", "\x28\xb5\x2f\xfd"}}
}

// CutPacking splits the extension of a packing off a path and names the packing, "" for
// none.
func CutPacking(path string) (base, name string) {
	for _, p := range Packings() {
		if n := len(path) - len(p.Extension); n >= 0 && strings.EqualFold(path[n:], p.Extension) {
			return path[:n], p.Name
		}
	}
	return path, ""
}

// EndsIn reports whether a path ends in an extension, in whatever case; "" is none.
func EndsIn(path, ext string) bool {
	if ext == "" {
		name := filepath.Base(path)
		return !strings.Contains(name, ".") && name != string(filepath.Separator)
	}
	return strings.HasSuffix(strings.ToLower(path), ext)
}
