package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// sumsName is the file with the sums, in the format of sha256sum -c.
const sumsName = "SHA256SUMS"

// writeSums writes the SHA-256 sums of files in a folder.
func writeSums(folder string, names []string) error {
	slices.Sort(names)
	var sums strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), name)
	}
	return os.WriteFile(filepath.Join(folder, sumsName), []byte(sums.String()), 0o666)
}

// listDependencies writes the sources of the archives: the commit, the release of Go, and the
// modules with versions and licences. It returns the file's name.
func (s source) listDependencies(folder string) (string, error) {
	text, err := os.ReadFile(s.licences())
	if err != nil {
		return "", err
	}
	table, _, _ := bytes.Cut(text, []byte("\n====")) // the licences' texts are in the archives
	head := fmt.Sprintf("flyby %s, commit %s, built with %s.\n\n", s.version, s.commit, runtime.Version())
	name := fmt.Sprintf("flyby-%s-dependencies.txt", s.version)
	return name, os.WriteFile(filepath.Join(folder, name), append([]byte(head), table...), 0o666)
}
