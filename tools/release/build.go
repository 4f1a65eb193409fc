package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// release builds the command for every row from the clone in root, and writes into the folder out:
// an archive for each row, a list of dependencies, and the sums of all.
func release(root, out string, rows []string) error {
	s, err := describe(root)
	if err != nil {
		return err
	}
	if err := emptyFolder(out); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "flyby-release-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	pages, err := s.manPages(filepath.Join(work, "man"))
	if err != nil {
		return err
	}
	var made []string
	for _, row := range rows {
		name, err := s.pack(row, pages, work, out)
		if err != nil {
			return fmt.Errorf("%s: %w", row, err)
		}
		made = append(made, name)
	}
	name, err := s.listDependencies(out)
	if err != nil {
		return err
	}
	return writeSums(out, append(made, name))
}

// emptyFolder makes a folder. One that is not empty is refused: its files would have no sums.
func emptyFolder(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	found, err := os.ReadDir(path)
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("folder %s holds %s: remove it", path, found[0].Name())
	}
	return err
}

// pack builds the command for a row and writes its archive, with the manual pages where there is a command man; it returns the name.
func (s source) pack(row string, pages []string, work, out string) (string, error) {
	goos, goarch, ok := strings.Cut(row, "/")
	if !ok {
		return "", fmt.Errorf("no system and processor such as linux/amd64")
	}
	binary := "flyby"
	if goos == "windows" {
		binary += ".exe"
	}
	built := filepath.Join(work, goos+"-"+goarch, binary)
	if err := s.build(goos, goarch, built); err != nil {
		return "", err
	}
	folder := fmt.Sprintf("flyby-%s-%s-%s", s.version, goos, goarch)
	files := []file{
		{folder + "/" + binary, built, 0o755},
		{folder + "/LICENSE", filepath.Join(s.root, "LICENSE"), 0o644},
		{folder + "/LICENSES-OF-DEPENDENCIES.txt", s.licences(), 0o644},
		{folder + "/README.md", filepath.Join(s.root, "README.md"), 0o644},
	}
	if goos == "windows" {
		return folder + ".zip", writeFile(filepath.Join(out, folder+".zip"), zipped(files, s.time))
	}
	for _, page := range pages {
		files = append(files, file{folder + "/man/man1/" + filepath.Base(page), page, 0o644})
	}
	return folder + ".tar.gz", writeFile(filepath.Join(out, folder+".tar.gz"), tarred(files, s.time))
}

// manPages writes the manual page of each command to a folder, dated as the commit, and returns their paths in order. A test of the
// command writes them.
func (s source) manPages(folder string) ([]string, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	c := exec.Command("go", "test", "-trimpath", "-vet=off", "./cmd/flyby", "-run", "^TestManPages$", "-args", "-man", folder)
	c.Dir = s.root
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "TZ=UTC", fmt.Sprintf("SOURCE_DATE_EPOCH=%d", s.time.Unix()))
	if said, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("manual pages: go test: %w: %s", err, said)
	}
	return filepath.Glob(filepath.Join(folder, "*.1"))
}

// licences returns the path of the file with the licences of all linked modules.
func (s source) licences() string {
	return filepath.Join(s.root, "cmd", "flyby", "licences.txt")
}

// build builds the command. All settings that its bytes depend on are given here: none comes from a
// folder or from the builder's environment.
func (s source) build(goos, goarch, path string) error {
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -X main.commit="+s.commit+" -X main.release="+s.version, "-o", path, "./cmd/flyby")
	c.Dir = s.root
	c.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "GOAMD64=v1", "GOARM64=v8.0",
		"CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off")
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w: %s", err, said)
	}
	return nil
}
