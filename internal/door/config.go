package door

import (
	"cmp"
	"crypto/tls"
	"log/slog"
	"net/http"
	"time"
)

// Config limits who may ask, and how much. A field that is zero has the default that its comment gives.
type Config struct {
	Hosts       []string     // further names that clients may call the server by, with a port or for any port: from --listen and --host
	Tokens      *Tokens      // nil: clients need none
	MaxBody     int64        // bytes of a body, packed and unpacked; 256 MiB
	MaxHeader   int          // bytes of the headers of a request; 64 KiB
	Connections int          // with requests at the same time; 1,000. They are counted on listeners of Listen and ListenSocket
	Logger      *slog.Logger // slog.Default
	TLS         *tls.Config  // nil: plain text
}

// Times after which an idle client is cut.
const (
	headerTime = 10 * time.Second // from the first byte of a request to the end of its headers
	stall      = 30 * time.Second // between bytes of a body, and between bytes of an answer that the client takes
	idleTime   = 2 * time.Minute  // between requests of a connection
)

// leastRate is the bytes of a body that come in a second at least, on average and stall late.
const leastRate = 1 << 10

// Bounds of a connection of HTTP/2: mostStreams is the number of requests under way, the least that RFC 9113 recommends, mostBuffered the
// bytes of bodies that wait to be read, which all connections may have in memory at the same time.
const (
	mostStreams  = 100
	mostBuffered = 256 << 10
)

func (c Config) maxBody() int64       { return cmp.Or(c.MaxBody, 256<<20) }
func (c Config) maxHeader() int       { return cmp.Or(c.MaxHeader, 64<<10) }
func (c Config) connections() int     { return cmp.Or(c.Connections, 1000) }
func (c Config) logger() *slog.Logger { return cmp.Or(c.Logger, slog.Default()) }

// Server returns a server of a handler, with the times and sizes of the door. Its listener comes from Listen or ListenSocket. With c.TLS it
// is for ServeTLS(listener, "", "").
func (c Config) Server(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		TLSConfig:         c.TLS,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		ConnContext:       withConn,
		MaxHeaderBytes:    c.maxHeader(),
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: mostStreams, MaxReceiveBufferPerConnection: mostBuffered, MaxReceiveBufferPerStream: mostBuffered,
			WriteByteTimeout: stall},
		ErrorLog: slog.NewLogLogger(c.logger().Handler(), slog.LevelWarn),

		DisableGeneralOptionsHandler: true, // net/http would answer OPTIONS * to any Host
	}
}
