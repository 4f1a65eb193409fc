package serving

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// program starts the command flyby.
type program struct{ command []string }

// server is a running server.
type server struct {
	address string // "http://127.0.0.1:7475"
	pid     int
	stop    func() error
}

// addressOf finds the address in the line that a server prints once it answers.
var addressOf = regexp.MustCompile(`https?://[0-9.]+:[0-9]+`)

// start starts a server, and waits for the line with its address.
func (p program) start(ctx context.Context, args ...string) (*server, error) {
	c := exec.CommandContext(ctx, p.command[0], append(p.command[1:len(p.command):len(p.command)], args...)...)
	said, err := c.StderrPipe()
	if err != nil {
		return nil, fmt.Errorf("serving: %w", err)
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("serving: start %s: %w", p.command[0], err)
	}
	s := &server{pid: c.Process.Pid}
	s.stop = func() error { return errors.Join(c.Process.Signal(os.Interrupt), c.Wait()) }
	var lines strings.Builder
	for in := bufio.NewScanner(said); in.Scan(); {
		if s.address = addressOf.FindString(in.Text()); s.address != "" {
			go io.Copy(io.Discard, said) //nolint:errcheck // drains its log
			return s, nil
		}
		fmt.Fprintln(&lines, in.Text())
	}
	return nil, fmt.Errorf("serving: start %s: %w: %s", p.command[0], c.Wait(), lines.String())
}

// answer returns the standard output of a command.
func (p program) answer(ctx context.Context, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, p.command[0], append(p.command[1:len(p.command):len(p.command)], args...)...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("serving: start %s: %w: %s", p.command[0], err, said.Bytes())
	}
	return out, err
}

// resident returns the bytes of memory that the server holds; 0 where the system does not report them.
func (s *server) resident() uint64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// Media types of queries and answers.
const (
	asCSV   = "text/csv"
	asArrow = "application/vnd.apache.arrow.stream"
)

// post asks the server, with queries of a media type or, where these are nil, for a join. The caller closes the body.
func (s *server) post(ctx context.Context, client *http.Client, of string, queries []byte, what, accept string) (*http.Response, error) {
	path := "/v1/databases/stars/join?"
	if queries != nil {
		path = "/v1/databases/stars/search?"
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address+path+what, bytes.NewReader(queries))
	if err != nil {
		return nil, fmt.Errorf("serving: %w", err)
	}
	q.Header.Set("Accept", accept)
	if queries != nil {
		q.Header.Set("Content-Type", of)
	}
	r, err := client.Do(q)
	if err != nil {
		return nil, fmt.Errorf("serving: %w", err)
	}
	return r, nil
}

// whole reads a response to its end; one of another status than 200 is an error.
func whole(r *http.Response) ([]byte, error) {
	text, err := io.ReadAll(r.Body)
	if err = errors.Join(err, r.Body.Close()); err != nil {
		return nil, fmt.Errorf("serving: an answer: %w", err)
	}
	if r.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("serving: an answer: %s: %s", r.Status, text)
	}
	return text, nil
}
