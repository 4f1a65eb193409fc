package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math"
	"math/big"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestServerPage: the console blocks of docs/server.md print what the page shows.
func TestServerPage(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	replayPage(t, "../../docs/server.md")
}

// TestCurlOfReadme: the server of README.md answers the request of README.md.
func TestCurlOfReadme(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	text := read(t, "../../README.md")
	commands := regexp.MustCompile("`(flyby serve [^`]*)`, then `(curl [^`]*)`").FindStringSubmatch(text)
	if commands == nil {
		t.Fatal("README.md has no server")
	}
	t.Chdir(t.TempDir())
	writeTyped(t, text)
	serveBehind(t, quotedWords(commands[1]))
	if got, want := curl(t, quotedWords(commands[2])), must(t, "join", "street.csv", "--distance", "8"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestServeTaken: the error for a port in use names the flag, and a remedy.
func TestServeTaken(on *testing.T) {
	t := beside(on)
	inputs(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := l.Addr().String()
	if r := invoke(t, "", "serve", "good.csv", "--listen", at); r.status != cli.Failure || !strings.HasPrefix(r.err, "flyby: --listen "+at+": ") || strings.Count(r.err, at) != 1 {
		t.Errorf("%+v", r)
	}
}

// TestServeHosts: a --host that no header can have is refused.
func TestServeHosts(on *testing.T) {
	t := beside(on)
	for _, name := range []string{"", "https://flyby.example.org", "flyby.example.org/", "a b", "me@flyby"} {
		if r := invoke(t, "", "serve", "good.csv", "--host", name); r.status != cli.WrongUsage || !strings.HasPrefix(r.err, "flyby: --host") {
			t.Errorf("%q: %+v", name, r)
		}
	}
}

// TestServeZones: zones without trajectories, and zones that are no file that a server could read again, are refused before any data are read.
func TestServeZones(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "ring.csv", "zone_id,wkt\nz,\"POLYGON((0 0,1 1))\"\n")
	for args, want := range map[string]string{
		"zones:ring.csv":                 "flyby: zones:ring.csv: visits are of trajectories: name a file of them, too",
		"good.csv zones:-":               "flyby: FILE -: a server reads its files again",
		"good.csv zones:":                "flyby: FILE : makes no name of a database",
		"good.csv ring=zones:none.csv":   "none.csv: no such file",
		"good.csv ring=zones:ring.csv":   "flyby: ring.csv: zone \"z\": polygon 0, ring 0 is not closed",
		"good.csv good=zones:ring.csv":   "flyby: good.csv and ring.csv: are both database good",
		"points:good.csv zones:ring.csv": "flyby: zones:ring.csv: visits are of trajectories: name a file of them, too",
	} {
		if r := invoke(t, "", append([]string{"serve"}, strings.Fields(args)...)...); r.status == cli.OK || !strings.Contains(r.err, want) {
			t.Errorf("%s: %d %s, want %s", args, r.status, r.err, want)
		}
	}
}

// TestMetricsOfPage: docs/server.md names exactly the metrics of a server.
func TestMetricsOfPage(on *testing.T) {
	t := beside(on)
	page := read(t, "../../docs/server.md")
	inputs(t)
	name, parts := regexp.MustCompile(`flyby_[a-z_]+`), regexp.MustCompile(`_(bucket|sum|count)\b`) // of a histogram
	named := name.FindAllString(page, -1)
	serveBehind(t, words("flyby serve good.csv"))
	curl(t, words("curl -s -X POST http://%s/v1/databases/good/join?distance=1", defaultListen))
	told := name.FindAllString(parts.ReplaceAllString(curl(t, words("curl -s http://%s/metrics", defaultListen)), ""), -1)
	for _, all := range []*[]string{&named, &told} {
		slices.Sort(*all)
		*all = slices.Compact(*all)
	}
	if !slices.Equal(named, told) {
		t.Errorf("the page has %v, the server %v", named, told)
	}
}

// TestUnitOfServer: the systemd unit of docs/server.md uses flags of serve.
func TestUnitOfServer(on *testing.T) {
	t := beside(on)
	serve, _, err := (&app{}).command().Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	started := regexp.MustCompile(`(?m)^ExecStart=\S+flyby serve (.*)$`).FindStringSubmatch(read(t, "../../docs/server.md"))
	if started == nil {
		t.Fatal("no ExecStart")
	}
	if err := serve.ParseFlags(strings.Fields(started[1])); err != nil {
		t.Error(err)
	}
}

// serveBehind runs a server for the rest of the test, at a free port, and returns its first lines, with the port that pages show.
func serveBehind(t *place, words []string) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	said, err := io.Pipe()
	ended, cores := make(chan int, 1), runtime.GOMAXPROCS(0)
	s := streams{in: strings.NewReader(""), out: io.Discard, err: err, folder: t.folder}
	go func() {
		ended <- run(ctx, append(words[1:], "--listen", "127.0.0.1:0"), s)
		err.Close()
	}()
	t.Cleanup(func() {
		stop()
		if status := <-ended; status != cli.OK {
			t.Errorf("%s: status %d", strings.Join(words, " "), status)
		}
		runtime.GOMAXPROCS(cores) // see invokeOn
		debug.SetMemoryLimit(math.MaxInt64)
	})
	t.server = "" // of a server before
	lines, told := bufio.NewReader(said), ""
	for t.server == "" {
		line, err := lines.ReadString('\n')
		if told += line; err != nil {
			t.Fatalf("%s: %s", strings.Join(words, " "), told)
		}
		t.server = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(line)
	}
	go io.Copy(io.Discard, lines) //nolint:errcheck // its log
	return strings.ReplaceAll(told, t.server, "http://"+defaultListen)
}

// curl behaves as the program: -s, -X METHOD, -H HEADER, --json or --data-binary @FILE, and -o FILE.
func curl(t *place, words []string) string {
	t.Helper()
	method, address, out := http.MethodGet, "", ""
	var body io.Reader
	headers := http.Header{}
	for i := 1; i < len(words); i++ {
		value := func() string {
			i++
			return words[i]
		}
		switch words[i] {
		case "-s":
		case "-X":
			method = value()
		case "-H":
			name, is, _ := strings.Cut(value(), ": ")
			headers.Set(name, is)
		case "--data-binary":
			body, method = strings.NewReader(read(t, strings.TrimPrefix(value(), "@"))), http.MethodPost
		case "-o":
			out = value()
		default:
			address = strings.Replace(words[i], "http://"+defaultListen, t.server, 1)
		}
	}
	r, err := http.NewRequest(method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = headers
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(answer.Body); err != nil {
		t.Fatal(err)
	}
	if out == "" {
		return text.String()
	}
	write(t, out, text.String())
	return ""
}

// TestCertificateReadAgain: a replaced certificate is served once it is read again, and an unreadable one leaves the former.
func TestCertificateReadAgain(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	first := certify(t)
	f := serveFlags{cert: "cert.pem", key: "key.pem"}
	k, err := f.keys(t.folder)
	if err != nil {
		t.Fatal(err)
	}
	shown := func() []byte {
		c, err := k.tls().GetCertificate(nil)
		if err != nil {
			t.Fatal(err)
		}
		return c.Certificate[0]
	}
	if !bytes.Equal(shown(), first) {
		t.Error("another certificate than the first is shown")
	}
	second := certify(t)
	if err := k.read(); err != nil || !bytes.Equal(shown(), second) {
		t.Errorf("another certificate than the second is shown, %v", err)
	}
	write(t, "cert.pem", "nothing")
	if err := k.read(); err == nil || !bytes.Equal(shown(), second) {
		t.Errorf("another certificate than the second is shown, %v", err)
	}
}

// certify makes a certificate in the folder of the test.
func certify(t *place) (certificate []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1)}
	if certificate, err = x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key); err != nil {
		t.Fatal(err)
	}
	write(t, "cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})))
	write(t, "key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	return certificate
}
