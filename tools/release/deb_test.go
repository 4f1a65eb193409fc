package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// built is a commit of a test.
func built(version string) source {
	return source{commit: "0123456789abcdef", version: version, maintainer: "A <a@b.org>", time: time.Unix(1e9, 0).UTC()}
}

// TestVersionsOfPackages: dpkg takes a release for newer than its pre-releases, and a later commit for newer than an earlier one.
func TestVersionsOfPackages(t *testing.T) {
	for version, want := range map[string]string{
		"1.2.3": "1.2.3-1", "1.2.3-rc.1": "1.2.3~rc.1-1", "1.2.3-a-b": "1.2.3~a.b-1",
		"0.0.0-0123456789ab": "0.0.0~git20010909014640.0123456789ab-1",
	} {
		if got := built(version).debVersion(); got != want {
			t.Errorf("%s is %s for dpkg, not %s", version, got, want)
		}
	}
}

// TestPackage wants the same bytes from two folders, all files root's, of the commit's time and with the modes given.
func TestPackage(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("no package without dpkg-deb:", err)
	}
	binary := filepath.Join(t.TempDir(), "flyby")
	if err := os.WriteFile(binary, []byte("binary"), 0o600); err != nil {
		t.Fatal(err)
	}
	var packed [2][]byte
	path := filepath.Join(t.TempDir(), "flyby.deb")
	for i := range packed {
		text := []installed{{"usr/share/doc/flyby/copyright", []byte("text"), 0o644}}
		if err := built("1.2.3").deb("arm64", binary, text, t.TempDir(), path); err != nil {
			t.Fatal(err)
		}
		var err error
		if packed[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(packed[0], packed[1]) {
		t.Error("two packages of the same files differ")
	}
	for arguments, wanted := range map[string][]string{
		"--field":    {"Version: 1.2.3-1\n", "Architecture: arm64\n", "Maintainer: A <a@b.org>\n", "Installed-Size: 2\n"},
		"--contents": {"-rwxr-xr-x root/root         6 2001-09-09 01:46 ./usr/bin/flyby\n", "-rw-r--r-- root/root         4 ", "drwxr-xr-x root/root         0 2001-09-09 01:46 ./\n"},
	} {
		c := exec.Command("dpkg-deb", arguments, path)
		c.Env = append(os.Environ(), "TZ=UTC")
		said, err := c.CombinedOutput()
		for _, want := range wanted {
			if err != nil || !strings.Contains(string(said), want) {
				t.Errorf("dpkg-deb %s lacks %q: %v\n%s", arguments, want, err, said)
			}
		}
	}
}
