package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// release builds the command for every row from the clone in root, and writes into the folder out: an archive for each row, the wheels and the packages of
// Debian, a list of dependencies, and the sums of all.
func release(root, out string, rows []string) error {
	s, err := describe(root)
	if err != nil {
		return err
	}
	for _, program := range []string{"dpkg-deb", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("packages and wheels are made by dpkg-deb and python3: %w", err)
		}
	}
	if err := emptyFolder(out); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "flyby-release-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	all, err := s.share(work)
	if err != nil {
		return err
	}
	var made []string
	for _, row := range rows {
		names, err := s.pack(row, all, work, out)
		if err != nil {
			return fmt.Errorf("%s: %w", row, err)
		}
		made = append(made, names...)
		fmt.Println(strings.Join(names, " "))
	}
	name, err := s.listDependencies(out)
	if err != nil {
		return err
	}
	return writeSums(out, append(made, name))
}

// shared has the files that are the same in the archives and packages of all systems.
type shared struct {
	command string      // flyby for this machine
	pages   []string    // the manual pages
	deb     []installed // the packages of Debian without the binary
}

// share makes the files that systems share in the folder work: flyby for this machine, which writes the completions, and the manual pages.
func (s source) share(work string) (all shared, err error) {
	if all.command, err = s.build(runtime.GOOS, runtime.GOARCH, work); err != nil {
		return all, err
	}
	if all.pages, err = s.manPages(filepath.Join(work, "man")); err != nil {
		return all, err
	}
	all.deb, err = s.debFiles(all.command, all.pages)
	return all, err
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

// pack builds the command for a row and writes its archive, its wheel, which FreeBSD has not, and for Linux the package of Debian; it returns their names.
func (s source) pack(row string, all shared, work, out string) ([]string, error) {
	goos, goarch, ok := strings.Cut(row, "/")
	if !ok {
		return nil, fmt.Errorf("no system and processor such as linux/amd64")
	}
	binary, err := s.build(goos, goarch, work)
	if err != nil {
		return nil, err
	}
	stem := fmt.Sprintf("flyby-%s-%s-%s", s.version, goos, goarch)
	name, err := s.archive(stem, binary, all.pages, out)
	made := []string{name}
	if err == nil && goos != "freebsd" {
		name, err = s.wheel(row, binary, all.command, out)
		made = append(made, name)
	}
	if err == nil && goos == "linux" {
		made = append(made, stem+".deb")
		err = s.deb(goarch, binary, all.deb, filepath.Join(work, "deb-"+goarch), filepath.Join(out, stem+".deb"))
	}
	return made, err
}

// archive writes the archive of a binary, with the manual pages where there is a command man, and returns its name.
func (s source) archive(folder, binary string, pages []string, out string) (string, error) {
	files := []file{
		{folder + "/" + filepath.Base(binary), binary, 0o755},
		{folder + "/LICENSE", filepath.Join(s.root, "LICENSE"), 0o644},
		{folder + "/LICENSES-OF-DEPENDENCIES.txt", s.licences(), 0o644},
		{folder + "/README.md", filepath.Join(s.root, "README.md"), 0o644},
	}
	if filepath.Ext(binary) == ".exe" {
		return folder + ".zip", writeFile(filepath.Join(out, folder+".zip"), zipped(files, s.time))
	}
	for _, page := range pages {
		files = append(files, file{folder + "/man/man1/" + filepath.Base(page), page, 0o644})
	}
	return folder + ".tar.gz", writeFile(filepath.Join(out, folder+".tar.gz"), tarred(files, s.time))
}

// wheel makes the wheel of a row's binary and returns its name; command, for this machine, tells the version.
func (s source) wheel(row, binary, command, out string) (string, error) {
	c := exec.Command("python3", "-B", filepath.Join(s.root, "python", "wheel.py"), command, out, row, binary)
	var said strings.Builder
	c.Stderr = &said
	path, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("wheel: python3: %w: %s", err, said.String())
	}
	return filepath.Base(strings.TrimSpace(string(path))), nil
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

// build builds the command in a folder, once a system, and returns its path. All settings that its bytes depend on are given here: none comes from a
// folder or from the builder's environment.
func (s source) build(goos, goarch, work string) (string, error) {
	path := filepath.Join(work, goos+"-"+goarch, "flyby")
	if goos == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w -X main.commit="+s.commit+" -X main.release="+s.version, "-o", path, "./cmd/flyby")
	c.Dir = s.root
	c.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "GOAMD64=v1", "GOARM64=v8.0",
		"CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off")
	if said, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, said)
	}
	return path, nil
}
