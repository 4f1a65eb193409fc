package door

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"flyby/internal/door/problem"
	"flyby/internal/infile"
)

// window is the largest window of a zstd body. RFC 9659 has the same for Content-Encoding.
const window = 8 << 20

// unknown stands for an unknown packing.
const unknown = "?"

// packing returns the packing of a body: "", "gzip", "zstd" or unknown. A body that is packed twice is unknown.
func packing(r *http.Request) string {
	switch all := strings.ToLower(strings.Join(r.Header["Content-Encoding"], ",")); all {
	case "", "identity":
		return ""
	case "gzip", "x-gzip":
		return "gzip"
	case "zstd":
		return all
	}
	return unknown
}

// unpacked is a body as its client had it before packing.
type unpacked struct {
	bounded
	packed bounded // the body as it comes
	body   *body
	source *infile.Source // nil: the body is not packed
	begun  bool
}

// newUnpacked returns a body of at most most bytes, packed and unpacked.
func newUnpacked(b *body, packing string, most int64) *unpacked {
	u := &unpacked{body: b, bounded: bounded{from: b, most: most, left: most}, packed: bounded{from: b, most: most, left: most}}
	if packing != "" {
		u.source = &infile.Source{Name: "body", Data: &u.packed, Packed: packing, Window: window}
	}
	return u
}

// Read unpacks the bytes that have come. It reads nothing before its first call, so that a client that waits for 100 Continue gets a problem
// first.
func (u *unpacked) Read(p []byte) (int, error) {
	if u.source == nil {
		return u.bounded.Read(p)
	}
	if !u.begun {
		u.begun = true
		if err := u.source.Unpack(1); err != nil {
			u.from = &broken{err}
		} else {
			u.from = u.source.Data
		}
	}
	n, err := u.bounded.Read(p)
	return n, u.explain(err)
}

// broken is a reader that returns an error.
type broken struct{ err error }

func (b *broken) Read([]byte) (int, error) { return 0, b.err }

// explain turns an error of the archive into a problem. An error of the body that has the archive comes first: a decoder takes it for the
// end.
func (u *unpacked) explain(err error) error {
	var p *problem.Problem
	switch {
	case err == nil || err == io.EOF || errors.As(err, &p):
		return err
	case u.packed.left < 0:
		return tooLong(u.packed.most)
	case u.body.failed != nil && u.body.failed != io.EOF:
		return u.body.failed
	}
	detail := "the archive is corrupt"
	var place *infile.Error
	if errors.As(u.source.Broken(err), &place) {
		detail = place.Cause
	}
	return &problem.Problem{Status: http.StatusBadRequest, Detail: detail}
}

// Close frees the memory of unpacking. The server reads the rest of the body.
func (u *unpacked) Close() error {
	if u.source != nil {
		u.source.Close()
		u.from = &broken{http.ErrBodyReadAfterClose}
	}
	return nil
}
