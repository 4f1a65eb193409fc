package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"flyby/internal/cli"
)

// serverProcess is a server in a process of its own.
type serverProcess struct {
	*exec.Cmd
	address string // client's address: http://127.0.0.1:4711, or a socket
	client  http.Client
	input   io.Closer // its standard input
	ended   chan struct{}
	told    string // standard error, once the process has ended
}

// startServer starts a server in the folder of the test and waits until it answers.
func startServer(t *place, args ...string) *serverProcess {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &serverProcess{Cmd: exec.Command(self, append([]string{"serve", "--json"}, args...)...), ended: make(chan struct{})}
	s.Dir, s.Env = t.folder, append(append(os.Environ(), asCommand+"=1"), t.env...)
	if s.input, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	said, err := s.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Process.Kill() //nolint:errcheck // it may have ended
		<-s.ended
	})
	lines, address := bufio.NewScanner(said), make(chan string, 1)
	go func() {
		defer close(s.ended)
		for lines.Scan() {
			var line servingLine
			if s.told += lines.Text() + "\n"; json.Unmarshal(lines.Bytes(), &line) == nil && line.Type == servingType {
				address <- line.Address
			}
		}
		s.Wait() //nolint:errcheck // the test looks at its status
		close(address)
		if t.Failed() {
			t.Log(s.told)
		}
	}()
	var answers bool
	if s.address, answers = <-address; !answers {
		t.Fatal("it ended before it answered")
	}
	return s
}

// socketOf returns a path of a socket in the folder of the test, through a descriptor of the folder if it is too long for the system.
func socketOf(t *place, name string) string {
	t.Helper()
	path := t.at(name)
	if len(path) < 100 {
		return path
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", opened(t, t.folder, os.O_RDONLY).Fd(), name)
}

// over makes the client ask at a socket.
func (s *serverProcess) over(path string) {
	s.client.Transport = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}
	s.address = "http://localhost"
}

// ask posts to a database, and returns the status and the answer.
func (s *serverProcess) ask(t *place, route string, body io.Reader) (int, string) {
	t.Helper()
	r, err := s.client.Post(s.address+"/v1/databases/"+route, "text/csv", body)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// end sends a signal and returns the exit status.
func (s *serverProcess) end(t *place, signal os.Signal) int {
	t.Helper()
	if err := s.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	<-s.ended
	return s.ProcessState.ExitCode()
}

// TestServe: a server answers with the bytes of the command, whatever happens to its standard input, and a signal ends it with exit status
// 0.
func TestServe(on *testing.T) {
	t := beside(on)
	inputs(t)
	s := startServer(t, "good.csv", "--listen", "127.0.0.1:0")
	s.input.Close()
	want := must(t, "search", "--entries", "good.csv", "--queries", "queries.csv", "--distance", "2", "--level", "hits")
	if status, got := s.ask(t, "good/search?distance=2&level=hits", strings.NewReader(read(t, "queries.csv"))); status != http.StatusOK || got != want {
		t.Errorf("status %d, %q, want %q", status, got, want)
	}
	if status := s.end(t, syscall.SIGTERM); status != cli.OK {
		t.Errorf("status %d", status)
	}
}

// TestServeKilled: a server killed after it has taken a part of its queries leaves no file.
func TestServeKilled(on *testing.T) {
	t := beside(on)
	inputs(t)
	tmp := t.TempDir()
	s := startServer(t, "good.csv", "--listen", "127.0.0.1:0", "--tmp", tmp)
	body, queries := io.Pipe()
	asked := make(chan error, 1)
	go func() {
		_, err := s.client.Post(s.address+"/v1/databases/good/search?distance=2", "text/csv", body)
		asked <- err
	}()
	if _, err := io.WriteString(queries, "id,t,x,y\n"+strings.Repeat("1,1,1,1\n", 1<<17)); err != nil {
		t.Fatal(err)
	}
	s.end(t, syscall.SIGKILL)
	queries.Close()
	if err := <-asked; err == nil {
		t.Error("it answered before it was killed")
	}
	if left := entriesOf(t, tmp); left != "" {
		t.Errorf("left %s", left)
	}
}

// TestServeUntilEOF: a server ends with its standard input, where a flag asks for it.
func TestServeUntilEOF(on *testing.T) {
	t := beside(on)
	inputs(t)
	s := startServer(t, "good.csv", "--listen", "127.0.0.1:0", "--until-eof")
	if status, _ := s.ask(t, "good/join?distance=2", nil); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	s.input.Close()
	if <-s.ended; s.ProcessState.ExitCode() != cli.OK {
		t.Errorf("%v", s.ProcessState)
	}
}

// halfAsked returns a connection to the socket of a server that has accepted a request, and waits for the queries.
func halfAsked(t *place, socket string) (net.Conn, *bufio.Reader) {
	t.Helper()
	connection, err := net.Dial("unix", socketOf(t, socket))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	fmt.Fprintf(connection, "POST /v1/databases/good/search?distance=2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nContent-Length: 25\r\nExpect: 100-continue\r\n\r\n")
	answer := bufio.NewReader(connection)
	for _, want := range []string{"HTTP/1.1 100 Continue\r\n", "\r\n"} {
		if line, err := answer.ReadString('\n'); err != nil || line != want {
			t.Fatalf("%q, %v", line, err)
		}
	}
	return connection, answer
}

// shut sends a signal, and waits until the server accepts no connection.
func (s *serverProcess) shut(t *place, sig os.Signal, socket string) {
	t.Helper()
	if err := s.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
	for door := socketOf(t, socket); ; {
		late, err := net.Dial("unix", door)
		if err != nil {
			return
		}
		late.Close()
	}
}

// TestServeEndsWhatRuns: a request that runs when a signal comes is answered in full.
func TestServeEndsWhatRuns(on *testing.T) {
	t := beside(on)
	inputs(t)
	s := startServer(t, "good.csv", "--socket", "door")
	connection, answer := halfAsked(t, "door")
	s.shut(t, syscall.SIGTERM, "door")
	fmt.Fprint(connection, "id,t,x,y\n7,0,0,0\n7,9,0,0\n"[:25])
	r, err := http.ReadResponse(answer, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK && r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d, %q, %v", r.StatusCode, text, err)
	}
	if <-s.ended; s.ProcessState.ExitCode() != cli.OK {
		t.Errorf("%v", s.ProcessState)
	}
}

// TestServeSecondSignal: a second signal ends at once a server that has told a client to send its queries. The test waits for the first to
// come through: PoCL's compiler has a signal handler of its own, which is gone while it runs, so that a second signal within microseconds
// ends any process.
func TestServeSecondSignal(on *testing.T) {
	t := beside(on)
	inputs(t)
	s := startServer(t, "good.csv", "--socket", "door")
	halfAsked(t, "door")
	s.shut(t, syscall.SIGINT, "door")
	for s.Process.Signal(syscall.SIGINT) == nil { // until it has ended
	}
	if <-s.ended; s.ProcessState.ExitCode() != cli.Interrupted {
		t.Errorf("%v", s.ProcessState)
	}
	if _, err := os.Lstat(t.at("door")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is left: %v", err)
	}
}

// TestServeSocket: only its user may open the socket, no second server takes it over, and it goes with the first; a killed server's socket
// is taken over.
func TestServeSocket(on *testing.T) {
	t := beside(on)
	inputs(t)
	dead := startServer(t, "good.csv", "--socket", "door")
	dead.end(t, syscall.SIGKILL)
	s := startServer(t, "good.csv", "--socket", "door")
	info, err := os.Lstat(t.at("door"))
	if err != nil || info.Mode() != os.ModeSocket|0o600 {
		t.Fatalf("%v, %v", info.Mode(), err)
	}
	if r := outcome(t, process(t, `exec "$0" "$@"`, "serve", "good.csv", "--socket", "door")); r.status != cli.Failure || !strings.Contains(r.err, "--socket door: another server answers there") {
		t.Errorf("a second: %+v", r)
	}
	s.over(socketOf(t, "door"))
	if status, _ := s.ask(t, "good/join?distance=2", nil); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	if status := s.end(t, syscall.SIGINT); status != cli.OK {
		t.Errorf("status %d", status)
	}
	if _, err := os.Lstat(t.at("door")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is left: %v", err)
	}
}

// TestServeReload: while a file changes under load every answer is the old or the new, whole, and the new one comes.
func TestServeReload(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "cars.csv", read(t, "good.csv"))
	old := must(t, "join", "cars.csv", "--distance", "2")
	s := startServer(t, "cars.csv", "--listen", "127.0.0.1:0")
	write(t, "next.csv", "id,t,x,y\n1,0,0,0\n1,9,0,0\n2,0,1,0\n2,9,1,0\n")
	next := must(t, "join", "next.csv", "--distance", "2")
	if err := os.Rename(t.at("next.csv"), t.at("cars.csv")); err != nil || old == next {
		t.Fatal(err, old)
	}
	if err := s.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for got := old; got != next; {
		var status int
		if status, got = s.ask(t, "cars/join?distance=2", nil); status != http.StatusOK || got != old && got != next {
			t.Fatalf("status %d, %q", status, got)
		}
	}
	if status := s.end(t, syscall.SIGTERM); status != cli.OK {
		t.Errorf("status %d", status)
	}
}

// TestServeTokens: each client needs a token, SIGHUP makes the server read the file again, and one line warns of plain text; no line
// contains a token.
func TestServeTokens(on *testing.T) {
	t := beside(on)
	inputs(t)
	secrets := []string{"0123456789abcdef0", "fedcba98765432100"}
	keep := func(secret string) {
		if err := os.WriteFile(t.at("token.next"), []byte(secret+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(t.at("token.next"), t.at("token")); err != nil {
			t.Fatal(err)
		}
	}
	keep(secrets[0])
	s := startServer(t, "good.csv", "--listen", "0.0.0.0:0", "--token-file", "token")
	_, port, err := net.SplitHostPort(strings.TrimPrefix(s.address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	status := func(secret string) int {
		r, err := http.NewRequest(http.MethodGet, "http://127.0.0.1:"+port+"/v1/databases", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+secret)
		answer, err := s.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	if first, other := status(secrets[0]), status(secrets[1]); first != http.StatusOK || other != http.StatusUnauthorized {
		t.Errorf("statuses %d and %d", first, other)
	}
	keep(secrets[1])
	if err := s.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for status(secrets[1]) != http.StatusOK { // until the file was read
	}
	if first := status(secrets[0]); first != http.StatusUnauthorized {
		t.Errorf("status %d of the token before", first)
	}
	s.end(t, syscall.SIGTERM)
	if strings.Count(s.told, "plain text") != 1 || strings.Contains(s.told, secrets[0]) || strings.Contains(s.told, secrets[1]) {
		t.Errorf("told %s", s.told)
	}
}

// TestServeTokenFile: a token that others may read, and a short one, are refused before any file is read.
func TestServeTokenFile(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, c := range []struct {
		secret string
		mode   os.FileMode
	}{{"0123456789abcdef", 0o644}, {"0123456789abcdef", 0o640}, {"0123456789abcde", 0o600}, {"", 0o600}} {
		if err := errors.Join(os.RemoveAll(t.at("token")), os.WriteFile(t.at("token"), []byte(c.secret), c.mode), os.Chmod(t.at("token"), c.mode)); err != nil {
			t.Fatal(err)
		}
		r := invoke(t, "", "serve", "nan.csv", "--listen", "0.0.0.0:0", "--token-file", "token")
		if r.status != cli.Failure || !strings.Contains(r.err, "token") || c.secret != "" && strings.Contains(r.err, c.secret) {
			t.Errorf("%q of mode %v: %+v", c.secret, c.mode, r)
		}
	}
}
