package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"flyby"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/question"
)

// joined is a join with some thousand hits.
const joined = "/v1/databases/cars/join?distance=60&level=hits"

// TestStreamedAnswers: an answer that is longer than the held-back part has the same bytes, with its trailers.
func TestStreamedAnswers(t *testing.T) {
	p := serves(t, nil)
	p.held = 1000
	want, report := p.want(job.Ask{Question: question.Question{Search: flyby.Search{Distance: 60}, Level: question.Hits}}, "csv")
	got := p.send("POST", joined, nil)
	if got.err != nil || got.body != want || got.Trailer.Get(rowsTrailer) != fmt.Sprint(report.Rows) || len(want) < 100_000 {
		t.Errorf("%v, %+v: %d bytes, want %d", got.err, got.Response, len(got.body), len(want))
	}
}

// TestCut: an answer that fails once the client has a part of it is cut, so that no client takes the part for the whole.
func TestCut(t *testing.T) {
	p := serves(t, func(c *Config) { c.MaxRows = 1000 })
	p.held = 1000
	for _, accept := range []string{"text/csv", "application/vnd.apache.arrow.stream", "application/x-ndjson", "application/vnd.apache.parquet"} {
		got := p.send("POST", joined, nil, "Accept", accept)
		if got.Response == nil || got.StatusCode != 200 || !errors.Is(got.err, io.ErrUnexpectedEOF) || got.Trailer.Get(rowsTrailer) != "" {
			t.Errorf("%s: %v, %+v: %d bytes", accept, got.err, got.Response, len(got.body))
		}
	}
	if got := p.send("POST", joined+"&limit=10", nil); got.err != nil || strings.Count(got.body, "\n") != 11 {
		t.Errorf("after it: %v, %s", got.err, got.body)
	}
}

// raw sends a request as text, and returns all bytes until the connection ends.
func (p *place) raw(text string) string {
	p.Helper()
	c, err := net.Dial("tcp", p.http.Listener.Addr().String())
	if err != nil {
		p.Fatal(err)
	}
	defer c.Close()                                                                      //nolint:errcheck // the connection was only read
	io.WriteString(c, strings.ReplaceAll(text, "HOST", p.http.Listener.Addr().String())) //nolint:errcheck // the answer shows a failure
	got, _ := io.ReadAll(c)
	return string(got)
}

// TestOldClients: a client of HTTP/1.0 gets whole answers with their length, and is refused long ones.
func TestOldClients(t *testing.T) {
	p := serves(t, nil)
	want, report := p.want(job.Ask{Question: question.Question{Search: flyby.Search{Distance: 60}, Level: question.Hits}}, "csv")
	got := p.raw("POST " + joined + " HTTP/1.0\r\nHost: HOST\r\n\r\n")
	if head, body, _ := strings.Cut(got, "\r\n\r\n"); body != want || !strings.Contains(head, fmt.Sprintf("%s: %d\r\n", rowsTrailer, report.Rows)) || !strings.Contains(head, fmt.Sprintf("Content-Length: %d\r\n", len(want))) {
		t.Errorf("%s: %d bytes, want %d", head, len(body), len(want))
	}
	p.held = 1000
	if got = p.raw("POST " + joined + " HTTP/1.0\r\nHost: HOST\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.0 422 ") || !strings.Contains(got, "HTTP/1.1") {
		t.Errorf("%.500s", got)
	}
}

// until waits until holds returns true, by the work of other goroutines.
func until(holds func() bool) {
	for !holds() {
		runtime.Gosched()
	}
}

// TestGone: a client that goes away ends its search, in the queue too, and its memory is returned.
func TestGone(t *testing.T) {
	p := serves(t, nil)
	before := p.queue.Used()
	leave := p.taken()
	ctx, stop := context.WithCancel(t.Context())
	gone := make(chan reply)
	go func() { gone <- p.sendIn(ctx, "POST", joined, nil) }()
	until(func() bool { return p.queue.Waiting() == 1 })
	stop()
	if r := <-gone; !errors.Is(r.err, context.Canceled) {
		t.Errorf("%v", r.err)
	}
	until(func() bool { return p.queue.Waiting() == 0 && p.queue.Used() == before+1 })
	leave()
	if r := p.send("POST", joined+"&limit=1", nil); r.err != nil || r.StatusCode != 200 {
		t.Errorf("after it: %v, %+v", r.err, r.Response)
	}
}

// stalled begins a long answer to a client that reads nothing but the status.
func (p *place) stalled(at net.Addr) net.Conn {
	p.Helper()
	c, err := net.Dial("tcp", at.String())
	if err != nil {
		p.Fatal(err)
	}
	fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", joined, c.RemoteAddr())
	line, err := bufio.NewReaderSize(c, 16).ReadString('\n')
	if err != nil || line != "HTTP/1.1 200 OK\r\n" {
		p.Fatal(line, err)
	}
	return c
}

// TestSlowReaders: clients that read nothing of long answers hold no device: a third client is answered while they wait, and then they read all bytes.
func TestSlowReaders(t *testing.T) {
	p := serves(t, func(c *Config) { c.Databases[0].Files = []string{many(t)} })
	p.held = 100_000
	want, _ := p.want(job.Ask{Question: question.Question{Search: flyby.Search{Distance: 60}, Level: question.Hits}}, "csv")
	var slow []net.Conn
	for range 2 {
		c := p.stalled(p.http.Listener.Addr())
		defer c.Close() //nolint:errcheck // the connection was only read
		slow = append(slow, c)
	}
	if r := p.send("POST", "/v1/databases/cars/join?distance=1&limit=1", nil); r.err != nil || r.StatusCode != 200 {
		t.Errorf("%v, %+v", r.err, r.Response)
	}
	if p.Server.folder.Used() == 0 {
		t.Error("nothing waits in the folder")
	}
	for _, c := range slow {
		r, err := http.ReadResponse(bufio.NewReader(io.MultiReader(strings.NewReader("HTTP/1.1 200 OK\r\n"), c)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r.Body); err != nil || string(got) != want {
			t.Errorf("%d bytes, want %d: %v", len(got), len(want), err)
		}
	}
	until(func() bool { return p.Server.folder.Used() == 0 && p.queue.Used() == p.resident.Load() })
}

// TestGoneReader: a search that waits for its client, as the folder has no room, ends when the client goes.
func TestGoneReader(t *testing.T) {
	p := serves(t, func(c *Config) { c.Databases[0].Files, c.Ask.Machine.TmpLimit = []string{many(t)}, 1_000_000 })
	p.held, p.patience = 100_000, time.Hour
	c := p.stalled(p.http.Listener.Addr())
	others := make(chan reply)
	go func() { others <- p.send("POST", "/v1/databases/cars/join?distance=1&limit=1", nil) }()
	until(func() bool { return p.queue.Waiting() == 1 })
	if err := c.Close(); err != nil { // unread bytes reset the connection
		t.Fatal(err)
	}
	if r := <-others; r.err != nil || r.StatusCode != 200 {
		t.Errorf("%v, %+v", r.err, r.Response)
	}
	until(func() bool { return strings.Contains(p.measured(), "flyby_cut_answers_total{reason=\"gone\"} 1\n") })
	if used := p.Server.folder.Used(); used != 0 {
		t.Errorf("%d bytes are left", used)
	}
}

// TestNoRoom: beyond the limit a search waits for its client as long as it may, and the answer is cut then, and counted; a client that reads gets the whole answer.
func TestNoRoom(t *testing.T) {
	p := serves(t, func(c *Config) { c.Databases[0].Files, c.Ask.Machine.TmpLimit = []string{many(t)}, 1_000_000 })
	p.held, p.patience = 100_000, time.Hour
	want, _ := p.want(job.Ask{Question: question.Question{Search: flyby.Search{Distance: 60}, Level: question.Hits}}, "csv")
	if got := p.send("POST", joined, nil); got.err != nil || got.body != want {
		t.Errorf("%v, %d bytes, want %d", got.err, len(got.body), len(want))
	}
	p.patience = time.Nanosecond
	c := p.stalled(p.http.Listener.Addr())
	defer c.Close() //nolint:errcheck // the connection was only read
	until(func() bool { return strings.Contains(p.measured(), "flyby_cut_answers_total{reason=\"slow\"} 1\n") })
	if text, err := io.ReadAll(c); err == nil && strings.HasSuffix(string(text), "\r\n0\r\n\r\n") {
		t.Errorf("%d bytes, with an end", len(text))
	}
	until(func() bool { return p.Server.folder.Used() == 0 && p.queue.Used() == p.resident.Load() })
	if r := p.send("POST", "/v1/databases/cars/join?distance=1&limit=1", nil); r.err != nil || r.StatusCode != 200 {
		t.Errorf("after it: %v, %+v", r.err, r.Response)
	}
}

// TestRoomOfAll: without a limit all requests together may have half of the free space.
func TestRoomOfAll(t *testing.T) {
	p := serves(t, nil)
	all, err := spill.Open(p.Server.folder.Path(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if limit, room := p.Server.config.Ask.Machine.TmpLimit, all.Room(); limit < room/4 || limit > room {
		t.Errorf("%d of %d bytes", limit, room)
	}
	if p = serves(t, func(c *Config) { c.Ask.Machine.TmpLimit = 1000 }); p.Server.folder.Room() != 1000 {
		t.Errorf("%d bytes", p.Server.folder.Room())
	}
}

// TestLateReader: a client that reads nothing is cut when its time is over.
func TestLateReader(t *testing.T) {
	p := serves(t, func(c *Config) { c.Databases[0].Files = []string{many(t)} })
	p.held = 1000
	late := make(chan context.CancelCauseFunc, 1)
	p.timed = func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, stop := context.WithCancelCause(ctx)
		late <- stop
		return ctx, func() { stop(nil) }
	}
	c := p.stalled(p.http.Listener.Addr())
	defer c.Close() //nolint:errcheck // the connection was only read
	(<-late)(errLate)
	until(func() bool { return p.queue.Used() == p.resident.Load() })
	if text, err := io.ReadAll(c); err == nil && strings.HasSuffix(string(text), "\r\n0\r\n\r\n") {
		t.Errorf("%d bytes, with an end", len(text))
	}
}

// many writes a file of cars with more hits than sockets buffer.
func many(t *testing.T) string {
	p := &place{TB: t, folder: t.TempDir()}
	return p.write("cars.csv", cars(260))
}

// TestCutBody: a body that ends too early is no search.
func TestCutBody(t *testing.T) {
	p := serves(t, nil)
	c, err := net.Dial("tcp", p.http.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // the connection was only read
	fmt.Fprintf(c, "POST /v1/databases/cars/search?distance=9 HTTP/1.1\r\nHost: %s\r\nContent-Type: text/csv\r\nContent-Length: 100\r\n\r\nid,t,x,y,z\n1,0,0,0,0\n", c.RemoteAddr())
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err == nil {
		defer r.Body.Close() //nolint:errcheck // the body was only read
	}
	if err == nil && r.StatusCode != 400 {
		t.Errorf("%+v", r)
	}
	until(func() bool { return p.queue.Used() == p.resident.Load() })
}

// TestServeEnds: a server whose context ends accepts no request, and ends once the running ones have.
func TestServeEnds(t *testing.T) {
	p := serves(t, func(c *Config) { c.Grace = time.Hour })
	ctx, stop := context.WithCancel(t.Context())
	l, err := p.config.Door.Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- p.Serve(ctx, l) }()
	leave := p.taken()
	p.http.URL = "http://" + l.Addr().String()
	waits := make(chan reply)
	go func() { waits <- p.send("POST", joined, nil) }()
	until(func() bool { return p.queue.Waiting() == 1 })
	stop()
	if r := <-waits; r.err != nil || r.StatusCode != 503 {
		t.Errorf("%v, %+v", r.err, r.Response)
	}
	leave()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if r := p.send("GET", "/healthz", nil); r.err == nil {
		t.Errorf("after it: %+v", r.Response)
	}
}

// TestServeCuts: a request that still runs some time after the server's end began is cut, its memory is returned, and
// the log has its line when the server has ended.
func TestServeCuts(t *testing.T) {
	p := serves(t, func(c *Config) {
		c.Databases[0].Files, c.Grace = []string{many(t)}, time.Nanosecond
	})
	p.held = 1000
	ctx, stop := context.WithCancel(t.Context())
	l, err := p.config.Door.Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- p.Serve(ctx, l) }()
	c := p.stalled(l.Addr())
	defer c.Close() //nolint:errcheck // the connection was only read
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if p.queue.Used() != p.resident.Load() || !strings.Contains(p.log.String(), "cut=true") {
		t.Errorf("held %d of %d: %s", p.queue.Used(), p.resident.Load(), p.log)
	}
	if text, err := io.ReadAll(c); err == nil && strings.HasSuffix(string(text), "\r\n0\r\n\r\n") {
		t.Errorf("%d bytes, with an end", len(text))
	}
}
