package atomicfile

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// asWriter in the environment makes the test binary write a file and wait to be
// killed.
const asWriter = "FLYBY_TEST_WRITE"

func TestMain(m *testing.M) {
	if how := os.Getenv(asWriter); how != "" {
		writeAndWait(how)
	}
	os.Exit(m.Run())
}

// ways returns the ways to begin a file: as the system prefers, and with a temporary name.
func ways() map[string]func(path string) (*File, error) {
	return map[string]func(path string) (*File, error){"created": Create, "named": createNamed}
}

// createNamed is Create without O_TMPFILE.
func createNamed(path string) (*File, error) {
	sweep(filepath.Dir(path), filepath.Base(path))
	return beginNamed(path, path, filepath.Dir(path), filepath.Base(path), 0o666)
}

// writeAndWait writes a part of out.csv, prints a line and waits.
func writeAndWait(how string) {
	f, err := ways()[how]("out.csv")
	if err == nil {
		_, err = f.Write([]byte("half"))
	}
	if err != nil {
		panic(err)
	}
	os.Stdout.WriteString("writing\n")
	select {}
}

// TestCommit wants a file to have its name after Commit and not before, as a new file or in place
// of another.
func TestCommit(t *testing.T) {
	for name, begin := range ways() {
		t.Chdir(t.TempDir())
		for _, text := range []string{"first", "second"} {
			before := content("out.csv")
			f, err := begin("out.csv")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			write(t, f, text)
			if got := content("out.csv"); got != before {
				t.Errorf("%s: out.csv holds %q before Commit, was %q", name, got, before)
			}
			if err := f.Commit(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			f.Abort()
			if got := content("out.csv"); got != text || list(t) != "out.csv" {
				t.Errorf("%s: out.csv holds %q, folder %s", name, got, list(t))
			}
		}
	}
}

// TestAbort wants no file to be left, and Write and Commit to fail after it.
func TestAbort(t *testing.T) {
	for name, begin := range ways() {
		t.Chdir(t.TempDir())
		f, err := begin("out.csv")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		write(t, f, "some")
		f.Abort()
		f.Abort()
		var bad *fs.PathError
		if _, err := f.Write([]byte("more")); !errors.As(err, &bad) || bad.Path != "out.csv" {
			t.Errorf("%s: write after abort: %v", name, err)
		}
		if err := f.Commit(); err == nil || err.Error() != "write out.csv: given up" {
			t.Errorf("%s: commit after abort: %v", name, err)
		}
		if left := list(t); left != "" {
			t.Errorf("%s: left %s", name, left)
		}
	}
}

// TestAbortMeanwhile aborts a file from another goroutine while it is committed: it exists in full
// or not at all, as Commit's error says.
func TestAbortMeanwhile(t *testing.T) {
	for name, begin := range ways() {
		t.Chdir(t.TempDir())
		for range 50 {
			f, err := begin("out.csv")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			write(t, f, "whole")
			done := make(chan struct{})
			go func() { defer close(done); f.Abort() }()
			err = f.Commit()
			<-done
			if got := content("out.csv"); (err == nil) != (got == "whole") {
				t.Fatalf("%s: %v, and out.csv holds %q", name, err, got)
			}
			if left := strings.TrimPrefix(list(t), "out.csv"); left != "" {
				t.Fatalf("%s: left %s", name, left)
			}
			os.Remove("out.csv")
		}
	}
}

// TestKilled wants a process killed while it writes to leave nothing, or a file that the next run
// removes once it is a day old; and a file that is being written to stay, however old it looks.
func TestKilled(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, begin := range ways() {
		t.Chdir(t.TempDir())
		c := exec.Command(self)
		c.Env = append(os.Environ(), asWriter+"="+name)
		out, err := c.StdoutPipe()
		if err := errors.Join(err, c.Start()); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("%s: %q, %v", name, line, err)
		}
		during := list(t)
		age(t, during)
		begun(t, begin).Abort()
		if got := list(t); got != during {
			t.Errorf("%s: %q was being written, is %q", name, during, got)
		}
		c.Process.Kill()
		c.Wait() //nolint:errcheck // the error that it was killed
		if got := list(t); got != during {
			t.Errorf("%s: killed: %q is left of %q", name, got, during)
		}
		begun(t, begin).Abort()
		if got := list(t); got != "" {
			t.Errorf("%s: the next run leaves %s", name, got)
		}
	}
}

// TestSweep wants leftovers of the same output that are a day old to be removed, and no other file.
func TestSweep(t *testing.T) {
	t.Chdir(t.TempDir())
	old := []string{".out.csv.flyby-0123456789abcdef.part"}
	kept := []string{
		".out.csv.flyby-0123456789ABCDEF.part", ".out.csv.flyby-0123456789abcde.part", ".out.csv.flyby-0123456789abcdef.part2",
		".other.csv.flyby-0123456789abcdef.part", "out.csv.flyby-0123456789abcdef.part", ".out.csv.flyby-.part", "out.csv",
	}
	for _, name := range append(kept, old...) {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		age(t, name)
	}
	const young = ".out.csv.flyby-fedcba9876543210.part"
	if err := os.WriteFile(young, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	begun(t, Create).Abort()
	for _, name := range append(kept, young) {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("removed: %v", err)
		}
	}
	if _, err := os.Stat(old[0]); err == nil {
		t.Errorf("%s is still there", old[0])
	}
}

// TestLinks wants the target of a link to be replaced, and a link without a target to be refused.
func TestLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.Mkdir("far", 0o777), os.WriteFile("far/out.csv", []byte("old"), 0o666),
		os.Symlink("far/out.csv", "link.csv"), os.Symlink("link.csv", "link2.csv"),
		os.Symlink("nowhere.csv", "dangling.csv"), os.Symlink("loop.csv", "loop.csv")); err != nil {
		t.Skip(err)
	}
	if err := WriteFile("link2.csv", []byte("new"), 0o666); err != nil {
		t.Error(err)
	}
	info, err := os.Lstat("link2.csv")
	if err != nil || info.Mode()&fs.ModeSymlink == 0 || content("far/out.csv") != "new" {
		t.Errorf("link2.csv is %v, far/out.csv holds %q", info, content("far/out.csv"))
	}
	for name, want := range map[string]string{
		"dangling.csv": "write dangling.csv: is a link to what does not exist",
		"loop.csv":     "too many links",
		"far":          "write far: is a folder",
		"no/out.csv":   "write no/out.csv: folder no does not exist",
	} {
		if _, err := Create(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
		if err := WriteFile(name, nil, 0o666); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if _, err := os.Lstat("nowhere.csv"); err == nil {
		t.Error("nowhere.csv was made")
	}
}

// TestLongName wants names as long as the file system allows.
func TestLongName(t *testing.T) {
	for _, begin := range ways() {
		t.Chdir(t.TempDir())
		name := strings.Repeat("ö", 125) + ".csv"
		for range 2 {
			f, err := begin(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Commit(); err != nil || list(t) != name {
				t.Errorf("%v, folder %q", err, list(t))
			}
		}
	}
}

// begun begins out.csv.
func begun(t *testing.T, begin func(string) (*File, error)) *File {
	t.Helper()
	f, err := begin("out.csv")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// age makes a file look more than a day old, where there is one.
func age(t *testing.T, name string) {
	t.Helper()
	if then := time.Now().Add(-partAge - time.Minute); name != "" {
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
}

func write(t *testing.T, f *File, text string) {
	t.Helper()
	if n, err := f.Write([]byte(text)); n != len(text) || err != nil {
		t.Fatalf("wrote %d of %d bytes: %v", n, len(text), err)
	}
}

// content returns the text of a file, "" if there is none.
func content(name string) string {
	text, _ := os.ReadFile(name)
	return string(text)
}

// list returns the names in the current folder.
func list(t *testing.T) string {
	t.Helper()
	all, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range all {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
