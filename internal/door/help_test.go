package door

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"runtime"
	"testing"
	"time"

	"flyby/internal/door/problem"
)

// certificate returns a certificate that is valid in the year 2000, too, where clocks of bubbles
// begin.
func certificate(t testing.TB) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0)}
	text, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{text}, PrivateKey: key}
}

// logger returns a logger whose lines are JSON.
func logger(to io.Writer) *slog.Logger { return slog.New(slog.NewJSONHandler(to, nil)) }

// raw sends bytes to a server, and returns its answer up to the close of the connection.
func raw(t testing.TB, at, text string) string {
	t.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// dial connects to a server until the test ends.
func dial(t testing.TB, at string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*net.TCPConn)
}

// rawClosed is raw for a client that closes its side at once.
func rawClosed(t testing.TB, at, text string) string {
	t.Helper()
	c := dial(t, at)
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	c.CloseWrite()
	all, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// readProblem returns the problem that reading a body failed with; every such error is one.
func readProblem(err error) *problem.Problem {
	var p *problem.Problem
	if !errors.As(err, &p) {
		return &problem.Problem{Status: 599, Detail: fmt.Sprint(err)}
	}
	return p
}

// waitFor waits until done returns true, by the work of another goroutine.
func waitFor(t testing.TB, done func() bool) {
	t.Helper()
	const long = 2 * time.Minute // after which the state is taken to be never reached
	for start := time.Now(); !done(); runtime.Gosched() {
		if time.Since(start) > long {
			t.Fatal("it was not done")
		}
	}
}

// unwrapped returns the innermost error.
func unwrapped(err error) error {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}
