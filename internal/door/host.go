package door

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// isCalled reports whether a request's Host is a name of the server. A page whose name leads to this machine (DNS rebinding) sends its own
// name, and its browser takes the server for the page's origin.
func (g *gate) isCalled(r *http.Request) bool {
	host, port := cutPort(r.Host)
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return isLocal(local, host, port, r.TLS) || g.isNamed(host, port)
}

// isNamed reports whether a host is one of Hosts.
func (g *gate) isNamed(host, port string) bool {
	for _, name := range g.Hosts {
		h, p := cutPort(name)
		if host != "" && strings.EqualFold(h, host) && (p == "" || p == port) {
			return true
		}
	}
	return false
}

// isLocal reports whether a host is a name of loopback or the address that a connection came to, and the port the connection's. A socket of
// the file system has no port, and so accepts any.
func isLocal(local net.Addr, host, port string, secure *tls.ConnectionState) bool {
	ip, err := netip.ParseAddr(host)
	known := strings.EqualFold(host, "localhost") || err == nil && (ip == netip.AddrFrom4([4]byte{127, 0, 0, 1}) || ip == netip.IPv6Loopback())
	switch local := local.(type) {
	case *net.UnixAddr:
		return known
	case *net.TCPAddr:
		own := local.AddrPort()
		known = known || err == nil && ip.Unmap() == own.Addr().Unmap().WithZone("")
		return known && int(own.Port()) == number(port, secure)
	}
	return false
}

// number returns the number of a port, or the default port of the scheme for ""; -1: no number.
func number(port string, secure *tls.ConnectionState) int {
	switch {
	case port == "" && secure != nil:
		return 443
	case port == "":
		return 80
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return -1
	}
	return int(n)
}

// cutPort cuts a Host into name and port, "" for none. The name of an IPv6 address has no brackets.
func cutPort(host string) (name, port string) {
	if name, port, err := net.SplitHostPort(host); err == nil {
		return name, port
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		if inner, ok := strings.CutSuffix(inner, "]"); ok {
			return inner, ""
		}
	}
	return host, ""
}
