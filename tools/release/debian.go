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
	"strings"
	"time"
)

// control is the control file of the package of Debian.
const control = `Package: flyby
Version: %s
Architecture: %s
Maintainer: flyby maintainers <maintainers@flyby.invalid>
Installed-Size: %d
Recommends: man-db
Suggests: ocl-icd-libopencl1, python3
Section: science
Priority: optional
Description: finds which moving objects come within a distance of each other
 flyby says which moving objects come within a distance d of each other, from
 when to when and how close, exactly: ships, aircraft, cars, animals, stars. It
 reads tables and files of tracks, and finds encounters, nearest objects, groups
 and visits to zones; of points pairs, nearest neighbours and clusters.
`

// copyright is the file of copyrights, before the licences of modules that are linked.
const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: flyby

Files: *
Copyright: the authors of flyby
License: Apache-2.0
 On Debian systems the text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0. The licences of the modules that the
 command is linked with are in LICENSES-OF-DEPENDENCIES.txt.gz beside this file.
`

// changelog is the changelog of the package: CHANGELOG.md of the repository is beside it.
const changelog = `flyby (%s) unstable; urgency=medium

  * Commit %s; NEWS.gz has the changes.

 -- flyby maintainers <maintainers@flyby.invalid>  %s
`

// overrides are the remarks of lintian that are meant so.
const overrides = `# one binary that copies as it is, of Go
flyby: statically-linked-binary
`

// debVersion returns the version as Debian orders versions: what follows a hyphen is before the release, and a commit without a tag before all.
func (s source) debVersion() string {
	return strings.ReplaceAll(strings.Replace(s.version, "-", "~", 1), "-", ".")
}

// debian writes the package of Debian for a row, and returns its name; "": the row is not Linux. host is the command for this machine, which writes completions.
func (s source) debian(row string, pages []string, work, host, out string) (string, error) {
	processor, is := strings.CutPrefix(row, "linux/")
	if !is {
		return "", nil
	}
	root := filepath.Join(work, "deb-"+processor)
	if err := s.fill(root, row, pages, work, host); err != nil {
		return "", err
	}
	if err := s.describeTree(root, processor); err != nil {
		return "", err
	}
	name := fmt.Sprintf("flyby_%s_%s.deb", s.debVersion(), processor)
	c := exec.Command("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", root, filepath.Join(out, name))
	c.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", s.time.Unix()))
	if said, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("dpkg-deb: %w: %s", err, said)
	}
	return name, nil
}

// fill writes the files of the package below a folder.
func (s source) fill(root, row string, pages []string, work, host string) error {
	of := tree{root, s.time}
	doc := "usr/share/doc/flyby/"
	errs := []error{
		of.copy("usr/bin/flyby", builtAt(work, row), 0o755, false),
		of.write(doc+"copyright", []byte(copyright), 0o644),
		of.zip(doc+"changelog.gz", fmt.Appendf(nil, changelog, s.debVersion(), s.commit, s.time.Format(time.RFC1123Z))),
		of.copy(doc+"NEWS.gz", filepath.Join(s.root, "CHANGELOG.md"), 0o644, true),
		of.copy(doc+"LICENSES-OF-DEPENDENCIES.txt.gz", s.licences(), 0o644, true),
		of.write("usr/share/lintian/overrides/flyby", []byte(overrides), 0o644),
	}
	for _, page := range pages {
		errs = append(errs, of.copy("usr/share/man/man1/"+filepath.Base(page)+".gz", page, 0o644, true))
	}
	for shell, path := range map[string]string{"bash": "bash-completion/completions/flyby", "zsh": "zsh/vendor-completions/_flyby", "fish": "fish/vendor_completions.d/flyby.fish"} {
		text, err := exec.Command(host, "completion", shell).Output()
		errs = append(errs, err, of.write("usr/share/"+path, text, 0o644))
	}
	return errors.Join(errs...)
}

// describeTree writes the control file and the sums of a tree of files.
func (s source) describeTree(root, processor string) error {
	var sums strings.Builder
	bytes := int64(0)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path) //nolint:errcheck // it is below
		bytes += int64(len(text))
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(text), filepath.ToSlash(name))
		return err
	})
	of := tree{root, s.time}
	return errors.Join(err, of.write("DEBIAN/md5sums", []byte(sums.String()), 0o644), of.write("DEBIAN/control", fmt.Appendf(nil, control, s.debVersion(), processor, (bytes+1023)/1024), 0o644))
}

// A tree is a folder whose files have one time.
type tree struct {
	root string
	at   time.Time
}

// write writes a file, and makes its folders.
func (t tree) write(name string, text []byte, mode fs.FileMode) error {
	path := filepath.Join(t.root, name)
	for folder := filepath.Dir(name); ; folder = filepath.Dir(folder) { // whatever the mask of this process
		if err := errors.Join(os.MkdirAll(filepath.Join(t.root, folder), 0o755), os.Chmod(filepath.Join(t.root, folder), 0o755)); err != nil || folder == "." {
			if err != nil {
				return err
			}
			break
		}
	}
	return errors.Join(os.WriteFile(path, text, mode), os.Chmod(path, mode), os.Chtimes(path, t.at, t.at))
}

// zip writes a file packed by gzip, without its name and time.
func (t tree) zip(name string, text []byte) error {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	return errors.Join(err, t.write(name, packed.Bytes(), 0o644))
}

// copy copies a file, packed or not.
func (t tree) copy(name, from string, mode fs.FileMode, packed bool) error {
	text, err := os.ReadFile(from)
	switch {
	case err != nil:
		return err
	case packed:
		return t.zip(name, text)
	}
	return t.write(name, text, mode)
}

// stderrOf returns what a command wrote on standard error.
func stderrOf(err error) []byte {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.Stderr
	}
	return nil
}
