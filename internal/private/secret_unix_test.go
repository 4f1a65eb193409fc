//go:build unix

package private_test

import (
	"os"
	"path/filepath"
	"testing"

	"flyby/internal/private"
)

// TestSecretOfAnother: a file of another user than root is no secret, whoever may read it.
func TestSecretOfAnother(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 1234, 1234); err != nil {
		t.Fatal(err)
	}
	if _, err := private.ReadSecret(path, 100); !exposed(err) {
		t.Error(err)
	}
}
