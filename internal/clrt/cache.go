package clrt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"

	"flyby/internal/private"
)

// cacheLayout is part of every key: files of another layout are never read.
const cacheLayout = "2"

// cache keeps compiled programs in a folder, a file each: the SHA-256 of the key
// and the binary, then the binary. A failure costs a compilation and is only
// logged. Programs are native code: a program that somebody else may have
// written is compiled anew, and so are all programs where somebody else may write to
// the folder.
type cache struct {
	folder *private.Folder // nil: no cache
	anew   bool            // the folder was not the user's alone
	log    *slog.Logger
}

// newCache returns the cache in a user's cache directory, "" meaning none.
func newCache(dir string, log *slog.Logger) *cache {
	c := &cache{log: log}
	if dir != "" {
		c.folder = &private.Folder{Base: dir, Below: []string{"flyby", "kernels"}}
	}
	return c
}

// cacheKey names a program by everything that its binary depends on: the identity
// of the device and its driver, the text and the compiler's options.
func cacheKey(identity []string, source, options string) string {
	h := sha256.New()
	for _, part := range append(slices.Clone(identity), options, source, cacheLayout) {
		fmt.Fprintf(h, "%d:", len(part))
		io.WriteString(h, part)
	}
	return hex.EncodeToString(h.Sum(nil)) + ".bin"
}

// load returns a binary that is in the folder, undamaged, and the user's own.
func (c *cache) load(key string) ([]byte, bool) {
	if c.folder == nil || c.anew {
		return nil, false
	}
	data, err := c.folder.Read(key)
	if err != nil {
		c.refuse(key, err)
		return nil, false
	}
	if len(data) <= sha256.Size || !bytes.Equal(checksum(key, data[sha256.Size:]), data[:sha256.Size]) {
		c.log.Warn("kernel cache: damaged file", "file", key)
		return nil, false
	}
	return data[sha256.Size:], true
}

// refuse logs why an existing file is not read. After a fault of the folder no
// other file in it is trusted either, which is logged once.
func (c *cache) refuse(key string, cause error) {
	var exposed *private.ExposedError
	switch {
	case errors.Is(cause, fs.ErrNotExist):
	case errors.As(cause, &exposed):
		c.anew = exposed.Path != c.folder.Path(key)
		c.log.Warn("kernel cache: compiled anew", "cause", cause)
	default:
		c.log.Warn("kernel cache: not read", "file", key, "error", cause)
	}
}

// save writes a binary, whole or not at all.
func (c *cache) save(key string, binary []byte) {
	if c.folder == nil {
		return
	}
	if err := c.folder.Write(key, append(checksum(key, binary), binary...)); err != nil {
		c.log.Warn("kernel cache: not written", "file", key, "error", err)
	}
}

// checksum covers the key, too: a file renamed to another's name is damaged.
func checksum(key string, binary []byte) []byte {
	h := sha256.New()
	io.WriteString(h, key)
	h.Write(binary)
	return h.Sum(nil)
}
