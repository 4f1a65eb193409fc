package door

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// gzipped returns text in a gzip archive.
func gzipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var to bytes.Buffer
	w := gzip.NewWriter(&to)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

// zstandard returns text in a zstd archive.
func zstandard(t testing.TB, text []byte, o ...zstd.EOption) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, o...)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(text, nil)
}

// echo answers with the body, or with the problem of reading it.
func echo() *http.ServeMux {
	m := http.NewServeMux()
	m.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {})
	m.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			readProblem(err).WriteTo(w)
			return
		}
		if r.Header.Get("Content-Encoding") != "" {
			err = fmt.Errorf("packed as %s", r.Header.Get("Content-Encoding"))
			readProblem(err).WriteTo(w)
			return
		}
		w.Write(text)
	})
	return m
}

// TestUnpacking: a body arrives as it was before its client packed it, with or without a length, up to the longest allowed.
func TestUnpacking(t *testing.T) {
	text := bytes.Repeat([]byte("1,2,3\n"), 1000)
	packed := map[string][]byte{"": text, "identity": text, "gzip": gzipped(t, text), "x-gzip": gzipped(t, text), "GZIP": gzipped(t, text), "zstd": zstandard(t, text),
		"gzip of two": append(gzipped(t, text[:3000]), gzipped(t, text[3000:])...)}
	clients(t, Config{MaxBody: int64(len(text))}, Routes(echo()), func(t *testing.T, client *http.Client, at string) {
		for how, body := range packed {
			for _, told := range []bool{true, false} {
				var from io.Reader = bytes.NewReader(body)
				if !told {
					from = struct{ io.Reader }{from}
				}
				r := ask(t, client, "POST", at+"/echo", from, func(r *http.Request) {
					if how, _, _ := strings.Cut(how, " "); how != "" {
						r.Header.Set("Content-Encoding", how)
					}
				})
				if r.status != 200 || r.body != string(text) {
					t.Errorf("%s: %d, %d bytes", how, r.status, len(r.body))
				}
			}
		}
	})
}

// TestTooLong: a body of a byte too many is 413, packed and unpacked, with a length and without, and the client receives the answer.
func TestTooLong(t *testing.T) {
	const most = 100_000
	long, random := make([]byte, most+1), make([]byte, most+1)
	if _, err := rand.Read(random); err != nil {
		t.Fatal(err)
	}
	clients(t, Config{MaxBody: most}, Routes(echo()), func(t *testing.T, client *http.Client, at string) {
		for _, c := range []struct {
			name, how string
			body      []byte
		}{
			{"plain", "", long},
			{"much", "", make([]byte, 10*most)},
			{"gzip", "gzip", gzipped(t, long)},
			{"zstd", "zstd", zstandard(t, long)},
			{"packing makes it longer", "gzip", gzipped(t, random)},
			{"nothing but archives of nothing", "gzip", bytes.Repeat(gzipped(t, nil), 1+most/20)},
			{"frames to skip", "zstd", append([]byte("\x50\x2a\x4d\x18\xff\xff\x01\x00"), append(make([]byte, 0x1ffff), zstandard(t, []byte("x"))...)...)},
		} {
			for _, told := range []bool{true, false} {
				var from io.Reader = bytes.NewReader(c.body)
				if !told {
					from = struct{ io.Reader }{from}
				}
				r := ask(t, client, "POST", at+"/echo", from, func(r *http.Request) {
					if c.how != "" {
						r.Header.Set("Content-Encoding", c.how)
					}
				})
				t.Run(fmt.Sprint(c.name, told), func(t *testing.T) { r.isProblem(t, 413) })
			}
		}
	})
}

// TestUnknownPacking: an unknown packing is 415, and the answer lists the known ones.
func TestUnknownPacking(t *testing.T) {
	clients(t, Config{}, Routes(echo()), func(t *testing.T, client *http.Client, at string) {
		for _, how := range []string{"br", "deflate", "compress", "gzip, gzip", "zstd,gzip", "gzip;q=1", ",", "identity, gzip"} {
			r := ask(t, client, "POST", at+"/echo", strings.NewReader("x"), func(r *http.Request) { r.Header.Set("Content-Encoding", how) })
			if r.isProblem(t, 415); r.header.Get("Accept-Encoding") != "gzip, zstd" {
				t.Errorf("%s: %v", how, r.header)
			}
		}
		r := ask(t, client, "POST", at+"/echo", strings.NewReader("x"), func(r *http.Request) { r.Header["Content-Encoding"] = []string{"gzip", "gzip"} })
		r.isProblem(t, 415)
	})
}

// TestBrokenArchive: an archive that is cut or damaged, or a body that is no archive, is 400, however far it could be unpacked, and so is a
// window that takes much memory.
func TestBrokenArchive(t *testing.T) {
	text := make([]byte, 100_000)
	for i := range text {
		text[i] = byte(i * i >> 5)
	}
	g, z := gzipped(t, text), zstandard(t, text)
	flipped := bytes.Clone(g)
	flipped[len(g)/2] ^= 1
	clients(t, Config{}, Routes(echo()), func(t *testing.T, client *http.Client, at string) {
		for _, c := range []struct {
			name, how string
			body      []byte
			detail    string
		}{
			{"gzip cut", "gzip", g[:len(g)/2], "the gzip archive is truncated"},
			{"gzip without its end", "gzip", g[:len(g)-1], "the gzip archive is truncated"},
			{"gzip flipped", "gzip", flipped, ""},
			{"gzip with more", "gzip", append(bytes.Clone(g), "more"...), ""},
			{"no gzip", "gzip", []byte("x,y\n1,2\n3,4\n"), "not a gzip archive"},
			{"nothing", "gzip", nil, ""},
			{"zstd cut", "zstd", z[:len(z)/2], "the zstd archive is truncated"},
			{"zstd with more", "zstd", append(bytes.Clone(z), "more of it"...), ""},
			{"no zstd", "zstd", []byte("x,y\n1,2\n3,4\n"), "not a zstd archive"},
			{"a window of 16 MiB", "zstd", wide(t, 16<<20), "the zstd archive has a window larger than the memory there is for it"},
		} {
			r := ask(t, client, "POST", at+"/echo", struct{ io.Reader }{bytes.NewReader(c.body)}, func(r *http.Request) { r.Header.Set("Content-Encoding", c.how) })
			t.Run(c.name, func(t *testing.T) {
				if r.isProblem(t, 400); !strings.Contains(r.body, c.detail) || strings.Contains(r.body, "\"detail\":\"body") {
					t.Error(r.body)
				}
			})
		}
		r := ask(t, client, "POST", at+"/echo", bytes.NewReader(wide(t, 8<<20)), func(r *http.Request) { r.Header.Set("Content-Encoding", "zstd") })
		if r.status != 200 || r.body != "wide" {
			t.Error(r)
		}
	})
}

// wide returns a zstd archive that claims a window.
func wide(t testing.TB, window int) []byte {
	t.Helper()
	var to bytes.Buffer
	w, err := zstd.NewWriter(&to, zstd.WithWindowSize(window), zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "wi")
	w.Flush() // so that the frame has no size
	io.WriteString(w, "de")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

// TestBombs: archives that unpack to far more than is allowed are refused once that much came out, and no more is unpacked or sent.
func TestBombs(t *testing.T) {
	const most = 1 << 20
	for _, how := range []string{"gzip", "zstd"} {
		t.Run(how, func(t *testing.T) {
			archive := gzipped(t, make([]byte, 16<<20))
			if how == "zstd" {
				archive = zstandard(t, make([]byte, 16<<20))
			}
			read := &countingReader{from: bytes.NewReader(archive)}
			u := newUnpacked(&body{from: read, control: http.NewResponseController(nil)}, how, most)
			defer u.Close()
			n, err := io.Copy(io.Discard, u)
			if p := readProblem(err); p.Status != 413 || n != most || how == "gzip" && read.n > 1<<17 {
				t.Errorf("%v after %d bytes, of %d bytes of %d", err, n, read.n, len(archive))
			}
		})
	}
}

// countingReader counts the bytes read through it.
type countingReader struct {
	from io.Reader
	n    int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += n
	return n, err
}

// TestUnpackingMemory: unpacking a body takes a window and buffers, whatever its archive claims: an archive of 24 MiB or a window of more
// would take that much.
func TestUnpackingMemory(t *testing.T) {
	const most = window + 4<<20
	for name, archive := range map[string][]byte{
		"gzip": gzipped(t, make([]byte, 24<<20)), "zstd": zstandard(t, make([]byte, 24<<20)), "wide": wide(t, 8<<20),
		"one segment": zstandard(t, make([]byte, 8<<20), zstd.WithSingleSegment(true)),
	} {
		how := "zstd"
		if name == "gzip" {
			how = name
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		u := newUnpacked(&body{from: bytes.NewReader(archive), control: http.NewResponseController(nil)}, how, 256<<20)
		if _, err := io.Copy(io.Discard, u); err != nil {
			t.Fatal(err)
		}
		u.Close()
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > most {
			t.Errorf("%s: %d bytes", name, got)
		} else {
			t.Logf("%s: %d bytes", name, got)
		}
	}
}

// TestCutBody: a body that ends before its length is refused.
func TestCutBody(t *testing.T) {
	at := serve(t, Config{}, Routes(echo()))
	for _, body := range []string{"Content-Length: 10\r\n\r\nhalf", "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", "Transfer-Encoding: chunked\r\n\r\nx\r\nhalf\r\n"} {
		got := rawClosed(t, at, "POST /echo HTTP/1.1\r\nHost: "+at+"\r\n"+body)
		if !strings.HasPrefix(got, "HTTP/1.1 400 ") || !strings.Contains(got, "the body ends before it is complete") {
			t.Errorf("%q", got)
		}
	}
}

// TestRefusedBody: an unread body delays neither its answer nor the server, and the connection says that it has no further request.
func TestRefusedBody(t *testing.T) {
	at := serve(t, Config{Tokens: tokens(t, token)}, Routes(echo()))
	c := dial(t, at)
	io.WriteString(c, "POST /echo HTTP/1.1\r\nHost: "+at+"\r\nContent-Length: 1000000\r\n\r\n")
	got := make([]byte, 12)
	if _, err := io.ReadFull(c, got); err != nil || string(got) != "HTTP/1.1 401" {
		t.Fatalf("%q, %v", got, err)
	}
	c.CloseWrite()
	rest, err := io.ReadAll(c)
	if err != nil || !bytes.Contains(rest, []byte("\r\nConnection: close\r\n")) {
		t.Errorf("%q, %v", rest, err)
	}
}

// TestUnreadBody: the end of a body that its handler leaves is read, so that the connection has further requests; where more is left, the
// client is cut.
func TestUnreadBody(t *testing.T) {
	m := http.NewServeMux()
	m.HandleFunc("POST /some", func(w http.ResponseWriter, r *http.Request) {
		io.ReadFull(r.Body, make([]byte, 2))
		w.Write(make([]byte, 10_000))
	})
	at := serve(t, Config{}, Routes(m))
	for _, body := range []string{"Content-Length: 4\r\n\r\nbody", "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"} {
		c := dial(t, at)
		from := bufio.NewReader(c)
		for range 3 {
			io.WriteString(c, "POST /some HTTP/1.1\r\nHost: "+at+"\r\n"+body)
			a, err := http.ReadResponse(from, nil)
			if err != nil || a.StatusCode != 200 || a.Close {
				t.Fatal(a, err)
			}
			if n, err := io.Copy(io.Discard, a.Body); n != 10_000 || err != nil {
				t.Error(n, err)
			}
		}
	}
	a, err := plain(t).Post("http://"+at+"/some", "text/csv", struct{ io.Reader }{bytes.NewReader(make([]byte, 1<<20))})
	if err == nil {
		_, err = io.Copy(io.Discard, a.Body)
		a.Body.Close()
	}
	if err == nil {
		t.Error("a handler may leave a mebibyte")
	}
}

// TestContinue: a client that sends Expect: 100-continue is told to go on where its body is read, and gets the problem where it is not.
func TestContinue(t *testing.T) {
	at := serve(t, Config{MaxBody: 10}, Routes(echo()))
	for length, want := range map[string]string{"4": "HTTP/1.1 100 ", "11": "HTTP/1.1 413 "} {
		c := dial(t, at)
		io.WriteString(c, "POST /echo HTTP/1.1\r\nHost: "+at+"\r\nExpect: 100-continue\r\nContent-Length: "+length+"\r\n\r\n")
		got := make([]byte, len(want))
		if _, err := io.ReadFull(c, got); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", length, got, err)
		}
		c.Close()
	}
}
