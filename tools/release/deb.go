package main

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// installed is a file of a package of Debian.
type installed struct {
	name string // below the root folder, with slashes
	text []byte
	mode fs.FileMode
}

// control describes a package to dpkg. The binary opens OpenCL as it runs, and the oldest glibc that it starts with is the glibc of the wheel's tag
// (manylinux_2_17).
const control = `Package: flyby
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Depends: libc6 (>= 2.17)
Suggests: ocl-icd-libopencl1, pocl-opencl-icd
Section: science
Priority: optional
Description: find which moving objects come within a distance of each other
 flyby reads files of positions over time (CSV, Parquet, Arrow, GPX, FITS,
 AIS and others) and writes every pair of objects that comes within a distance,
 with the times between which it does and the closest approach, exactly. It
 takes data of any size, and uses all cores or any OpenCL device.
 .
 It also finds objects in zones, nearest objects, convoys and clusters, draws
 pages of its answers, and answers over HTTP.
`

// copyright is the licence of flyby, in the form of Debian: the text of Apache-2.0 is on every system, and a package must not repeat it.
const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: flyby
Comment: The modules that are linked into the binary, and the texts of their
 licences: flyby licenses, and dependencies.txt.gz in this folder.

Files: *
Copyright: %d the authors of flyby
License: Apache-2.0
 On Debian systems the text of this licence is in
 /usr/share/common-licenses/Apache-2.0.
`

// change is the one entry of Debian's own change log: a package is made once of a version.
const change = `flyby (%s) unstable; urgency=medium

  * Made from commit %s.
    The changes of flyby are in changelog.gz.

 -- %s  %s
`

// debVersion returns the version as dpkg orders it: pre-releases come before their release, and commits without a tag before all, by their time.
func (s source) debVersion() string {
	number, rest, _ := strings.Cut(s.version, "-")
	switch {
	case rest == s.commit[:12]:
		number += "~git" + s.time.Format("20060102150405") + "." + rest
	case rest != "":
		number += "~" + strings.ReplaceAll(rest, "-", ".")
	}
	return number + "-1"
}

// debFiles returns the files that packages for all processors share: manual pages, completions as the command writes them, documents.
func (s source) debFiles(command string, pages []string) ([]installed, error) {
	const documents = "usr/share/doc/flyby/"
	changed := fmt.Appendf(nil, change, s.debVersion(), s.commit, s.maintainer, s.time.Format(time.RFC1123Z))
	files := []installed{{documents + "copyright", fmt.Appendf(nil, copyright, s.time.Year()), 0o644}, {documents + "changelog.Debian.gz", changed, 0o644}}
	paths := map[string]string{documents + "changelog.gz": filepath.Join(s.root, "CHANGELOG.md"), documents + "dependencies.txt.gz": s.licences()}
	for _, page := range pages {
		paths["usr/share/man/man1/"+filepath.Base(page)+".gz"] = page
	}
	for name, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, installed{name, text, 0o644})
	}
	for shell, name := range map[string]string{
		"bash": "usr/share/bash-completion/completions/flyby",
		"fish": "usr/share/fish/vendor_completions.d/flyby.fish",
		"zsh":  "usr/share/zsh/vendor-completions/_flyby",
	} {
		text, err := exec.Command(command, "completion", shell).Output()
		if err != nil {
			return nil, fmt.Errorf("completion of %s: %w", shell, err)
		}
		files = append(files, installed{name, text, 0o644})
	}
	return files, compress(files)
}

// compress packs the files named .gz as gzip -9n does, without name and time.
func compress(files []installed) error {
	for i, f := range files {
		if !strings.HasSuffix(f.name, ".gz") {
			continue
		}
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return err
		}
		_, err = w.Write(f.text)
		if err := errors.Join(err, w.Close()); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		files[i].text = packed.Bytes()
	}
	return nil
}

// deb makes the package of a binary for Linux from a folder that it fills, and writes it to a path: all files are root's, none is younger than the commit.
func (s source) deb(processor, binary string, shared []installed, folder, path string) error {
	text, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	files := append([]installed{{"usr/bin/flyby", text, 0o755}}, shared...)
	slices.SortFunc(files, func(a, b installed) int { return strings.Compare(a.name, b.name) })
	var sums strings.Builder
	kibibytes := 0
	for _, f := range files {
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.text), f.name)
		kibibytes += (len(f.text) + 1023) / 1024
	}
	described := fmt.Appendf(nil, control, s.debVersion(), processor, s.maintainer, kibibytes)
	files = append(files, installed{"DEBIAN/control", described, 0o644}, installed{"DEBIAN/md5sums", []byte(sums.String()), 0o644})
	if err := s.unpack(files, folder); err != nil {
		return err
	}
	// gzip's bytes are zlib's alone, as the bytes of a wheel are.
	c := exec.Command("dpkg-deb", "--root-owner-group", "-Zgzip", "-z9", "--build", folder, path)
	c.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", s.time.Unix()))
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("dpkg-deb, which package dpkg has: %w: %s", err, said)
	}
	return nil
}

// unpack writes files below a folder with their modes and folders with 0755, whatever the umask, all of the commit's time.
func (s source) unpack(files []installed, folder string) error {
	modes := map[string]fs.FileMode{}
	for _, f := range files {
		path := filepath.Join(folder, filepath.FromSlash(f.name))
		modes[path] = f.mode
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, f.text, 0o666)); err != nil {
			return err
		}
	}
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		mode, isFile := modes[path]
		if !isFile {
			mode = 0o755
		}
		return errors.Join(err, os.Chmod(path, mode), os.Chtimes(path, s.time, s.time))
	})
}
