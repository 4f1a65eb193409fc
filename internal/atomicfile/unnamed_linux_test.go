package atomicfile

import (
	"os"
	"testing"
)

// TestUnnamed wants a file not to be listed in its folder before it is complete, where the file
// system of temporary files allows it.
func TestUnnamed(t *testing.T) {
	t.Chdir(t.TempDir())
	probe := openUnnamed(".", 0o666)
	if probe == nil {
		t.Skip("the file system of temporary files has none without a name")
	}
	probe.Close()
	f := begun(t, Create)
	defer f.Abort()
	write(t, f, "half")
	if got := list(t); got != "" {
		t.Errorf("the folder holds %s", got)
	}
}

// TestWithoutFolder wants no unnamed file to be opened in a path that is no folder.
func TestWithoutFolder(t *testing.T) {
	if f := openUnnamed(os.DevNull, 0o666); f != nil {
		t.Error("a file in a folder that is none")
	}
}
