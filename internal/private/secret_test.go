package private_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"flyby/internal/private"
)

// TestSecretModes: a file that others may read or write is no secret.
func TestSecretModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes tell nothing")
	}
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, ok := range map[fs.FileMode]bool{0o400: true, 0o600: true, 0o700: true, 0o640: false, 0o604: false, 0o620: false, 0o602: false, 0o644: false, 0o601: false} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		text, err := private.ReadSecret(path, 4)
		if (err == nil) != ok || ok && string(text) != "text" || !ok && !exposed(err) {
			t.Errorf("%04o: %q, %v", mode, text, err)
		}
	}
}

// TestSecretsAreFiles: a folder is no secret, a long file is too long, a missing one is an error, and a link may lead to a secret.
func TestSecretsAreFiles(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "secret")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := private.ReadSecret(path, 3); err == nil {
		t.Error("a long file was read")
	}
	if _, err := private.ReadSecret(folder, 100); !exposed(err) {
		t.Error(err)
	}
	if _, err := private.ReadSecret(filepath.Join(folder, "none"), 100); !os.IsNotExist(err) {
		t.Error(err)
	}
	if runtime.GOOS == "windows" {
		return // making a link needs a right here
	}
	link := filepath.Join(folder, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if text, err := private.ReadSecret(link, 100); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}
