package opencl

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"flyby/kernel"
)

// cache keeps compiled programs in a folder, a file each: the SHA-256 of the
// binary, then the binary. What fails costs a compilation and is only logged.
type cache struct {
	dir string // "": no cache
	log *slog.Logger
}

// cacheKey names a program by all that its binary depends on.
func cacheKey(d kernel.Device, source, options string) string {
	h := sha256.New()
	for _, part := range []string{d.Platform, d.Vendor, d.Name, d.Driver, options, source} {
		fmt.Fprintf(h, "%d:", len(part))
		io.WriteString(h, part)
	}
	return hex.EncodeToString(h.Sum(nil)) + ".bin"
}

// load returns a binary that is there and undamaged.
func (c cache) load(key string) ([]byte, bool) {
	if c.dir == "" {
		return nil, false
	}
	data, err := os.ReadFile(filepath.Join(c.dir, key))
	if err != nil || len(data) <= sha256.Size {
		return nil, false
	}
	sum := sha256.Sum256(data[sha256.Size:])
	if !bytes.Equal(sum[:], data[:sha256.Size]) {
		c.log.Warn("kernel cache: damaged file", "file", key)
		return nil, false
	}
	return data[sha256.Size:], true
}

// save writes a binary beside its final name first, so that no other process
// reads half of it.
func (c cache) save(key string, binary []byte) {
	if c.dir == "" {
		return
	}
	sum := sha256.Sum256(binary)
	err := os.MkdirAll(c.dir, 0o777)
	if err == nil {
		err = renameio.WriteFile(filepath.Join(c.dir, key), append(sum[:], binary...), 0o666)
	}
	if err != nil {
		c.log.Warn("kernel cache: not written", "file", key, "error", err)
	}
}
