package slabs

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// program returns the name of the running program, found once for all plans: version and commit, or, if the build has no commit or was of a changed
// tree, the checksum of the executable.
var program = sync.OnceValues(func() (string, error) {
	text, commit := "flyby", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		text += " " + info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = s.Value
			}
			if s.Key == "vcs.modified" && s.Value == "true" {
				commit = ""
				break
			}
		}
	}
	if commit != "" {
		return text + " commit " + commit, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	sum, err := sumOf(path)
	return text + " executable " + sum, err
})

// sumOf returns the SHA-256 of a file.
func sumOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
