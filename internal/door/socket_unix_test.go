//go:build unix

package door

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// overSocket returns a client of a socket.
func overSocket(t *testing.T, path string) *http.Client {
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// names returns the names in a folder.
func names(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// inFolder moves the test into an empty folder, so that the paths of sockets are short wherever folders of tests are: the system limits their
// length.
func inFolder(t *testing.T) { t.Chdir(t.TempDir()) }

// TestSocket: only the user may open a socket whatever the mask is, and it answers and is removed when the server ends.
func TestSocket(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	inFolder(t)
	const path = "s"
	c := Config{Logger: logger(io.Discard)}
	l, err := c.ListenSocket(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if !Loopback(l.Addr()) {
		t.Error("a socket can be reached by others")
	}
	s := c.Server(c.Handler(Routes(mux())))
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	if r := ask(t, overSocket(t, path), "GET", "http://localhost/v1/a", nil, nil); r.status != 200 || r.body != "a" {
		t.Error(r)
	}
	ask(t, overSocket(t, path), "GET", "http://evil.example/v1/a", nil, nil).isProblem(t, 421)
	s.Close()
	<-done
	if all := names(t, "."); len(all) > 0 {
		t.Error(all)
	}
}

// TestModeFromTheBeginning: the socket has its mode from its creation on.
func TestModeFromTheBeginning(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	inFolder(t)
	const path = "s"
	l, err := bind(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if info, err := os.Lstat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestLiveSocket: a socket at which a server answers is not taken over, and the server goes on.
func TestLiveSocket(t *testing.T) {
	inFolder(t)
	const path = "s"
	c := Config{Logger: logger(io.Discard)}
	l, err := c.ListenSocket(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	serveOn(t, c, l, Routes(mux()))
	if _, err := c.ListenSocket(t.Context(), path); !errors.Is(err, ErrLive) {
		t.Fatal(err)
	}
	if r := ask(t, overSocket(t, path), "GET", "http://localhost/v1/a", nil, nil); r.status != 200 || len(names(t, ".")) != 1 {
		t.Error(r, names(t, "."))
	}
}

// abandon leaves a socket behind, as a killed server does.
func abandon(t *testing.T, path string) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	if _, err := os.Lstat(path); err != nil {
		t.Fatal(err)
	}
}

// TestDeadSocket: the socket of a killed server is replaced, with a long name, too.
func TestDeadSocket(t *testing.T) {
	for _, path := range []string{"s", "a-socket-with-a-name-that-is-rather-long"} {
		inFolder(t)
		abandon(t, path)
		l, err := Config{}.ListenSocket(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if all := names(t, "."); len(all) != 1 || all[0] != path {
			t.Error(all)
		}
		l.Close()
	}
}

// TestOneOfMany: of servers that find a dead socket at once one takes it, and the others get an error or come too late.
func TestOneOfMany(t *testing.T) {
	for range 20 {
		inFolder(t)
		const path = "s"
		abandon(t, path)
		var all sync.WaitGroup
		listeners := make(chan net.Listener, 8)
		for range cap(listeners) {
			all.Go(func() {
				if l, err := (Config{}).ListenSocket(t.Context(), path); err == nil {
					listeners <- l
				}
			})
		}
		all.Wait()
		if len(listeners) != 1 {
			t.Fatalf("%d servers listen", len(listeners))
		}
		(<-listeners).Close()
		if all := names(t, "."); len(all) > 0 {
			t.Fatal(all)
		}
	}
}

// TestNoSocket: a file that is no socket stays, and names that might be no file are refused or become files.
func TestNoSocket(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	if err := os.WriteFile(path, []byte("dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", path, folder, filepath.Join(folder, "link"), filepath.Join(folder, "none", "s")} {
		if l, err := (Config{}).ListenSocket(t.Context(), path); err == nil {
			t.Errorf("%q: %v", path, l.Addr())
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "dear" {
		t.Error(err)
	}
	t.Chdir(folder)
	l, err := Config{}.ListenSocket(t.Context(), "@abstract")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat("@abstract"); err != nil {
		t.Error(err)
	}
	l.Close()
}

// TestSocketOfAnother: a server that ends does not remove a socket that another server made in place of its own.
func TestSocketOfAnother(t *testing.T) {
	inFolder(t)
	const path = "s"
	first, err := Config{}.ListenSocket(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	second, err := Config{}.ListenSocket(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	first.Close()
	if _, err := os.Lstat(path); err != nil {
		t.Error(err)
	}
}
