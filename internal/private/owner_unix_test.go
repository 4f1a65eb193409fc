//go:build unix

package private

import (
	"io/fs"
	"syscall"
	"testing"
	"time"
)

// known is the file information of a user's file with a mode.
type known struct {
	user uint32
	mode fs.FileMode
}

func (k known) Name() string       { return "secret" }
func (k known) Size() int64        { return 0 }
func (k known) Mode() fs.FileMode  { return k.mode }
func (k known) ModTime() time.Time { return time.Time{} }
func (k known) IsDir() bool        { return false }
func (k known) Sys() any           { return &syscall.Stat_t{Uid: k.user} }

// TestRightsOfGroup: the group may read a secret that root owns for it, and no more than read it.
func TestRightsOfGroup(t *testing.T) {
	for mode, want := range map[fs.FileMode]bool{0o440: false, 0o640: false, 0o600: false, 0o660: true, 0o650: true, 0o644: true, 0o641: true, 0o642: true} {
		if got := openToAll(known{0, mode}); got != want {
			t.Errorf("%04o: %v", mode, got)
		}
	}
	if !ofRoot(known{0, 0o600}) || ofRoot(known{1, 0o600}) {
		t.Error("another is taken for root")
	}
}
