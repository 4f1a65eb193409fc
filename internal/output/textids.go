package output

import (
	"bytes"
	"encoding/json"
	"strings"

	"flyby/internal/printable"
	"flyby/trajectory"
)

// mostQuotedBytes is the most memory of a store's quoted names. Names beyond it are quoted row by row.
const mostQuotedBytes = 8 << 20

// RowIDs are the ids of rows: integers, or names.
type RowIDs interface {
	Len() int
	IntIDs() bool
	IntID(row int) int64 // where they are integers
	ID(row int) string
}

// trajectories has the ids of a store's trajectories.
type trajectories struct{ *trajectory.Store }

// Len returns the number of trajectories.
func (t trajectories) Len() int { return t.Trajectories() }

// names has the names of rows as a file has them.
type names struct {
	ids   RowIDs
	quote func(dst []byte, name string) []byte
	text  []byte   // of the first trajectories, one after the other; none where no name of the store needs quotes
	ends  []uint32 // of each
	plain bool
	most  int // bytes of the longest
}

// newNames quotes names once.
func newNames(s RowIDs, quote func([]byte, string) []byte) *names {
	n := &names{ids: s, quote: quote}
	var quoted []byte
	same := true
	for traj := range s.Len() {
		name := s.ID(traj)
		quoted = n.quote(quoted[:0], name)
		n.most = max(n.most, len(quoted))
		same = same && string(quoted) == name
		if len(n.text)+len(quoted)+4*(traj+1) <= mostQuotedBytes && len(n.ends) == traj {
			n.text = append(n.text, quoted...)
			n.ends = append(n.ends, uint32(len(n.text)))
		}
	}
	if n.plain = same; same {
		n.text, n.ends = nil, nil
	}
	return n
}

// append appends the name of a trajectory.
func (n *names) append(dst []byte, traj uint32) []byte {
	switch {
	case n.plain:
		return append(dst, n.ids.ID(int(traj))...)
	case int(traj) >= len(n.ends):
		return n.quote(dst, n.ids.ID(int(traj)))
	case traj == 0:
		return append(dst, n.text[:n.ends[0]]...)
	}
	return append(dst, n.text[n.ends[traj-1]:n.ends[traj]]...)
}

// quoting returns the function that appends text to CSV, or to JSON, as a file has it or as a terminal
// may show it.
func quoting(asJSON, terminal bool) func(dst []byte, text string) []byte {
	switch {
	case asJSON && terminal:
		return func(dst []byte, text string) []byte { return append(dst, printable.JSON(appendJSON(nil, text))...) }
	case asJSON:
		return appendJSON
	case terminal:
		return func(dst []byte, text string) []byte { return appendCSV(dst, printable.Text(text)) }
	}
	return appendCSV
}

// appendCSV appends a name, in quotes if it needs them.
func appendCSV(dst []byte, name string) []byte {
	if !strings.ContainsAny(name, ",\"\r\n") {
		return append(dst, name...)
	}
	dst = append(dst, '"')
	for {
		before, after, more := strings.Cut(name, `"`)
		dst = append(dst, before...)
		if !more {
			return append(dst, '"')
		}
		dst = append(dst, `""`...)
		name = after
	}
}

// appendJSON appends a name as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func appendJSON(dst []byte, name string) []byte {
	if isPlainJSON(name) {
		return append(append(append(dst, '"'), name...), '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(name) //nolint:errcheck // a string and a buffer cannot fail
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// isPlainJSON reports whether a name needs no escapes in JSON; it is true for printable ASCII only.
func isPlainJSON(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
