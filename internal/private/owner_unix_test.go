//go:build unix

package private

import (
	"io/fs"
	"syscall"
	"testing"
	"time"
)

// fakeInfo is the file information of a user's file with a mode.
type fakeInfo struct {
	user uint32
	mode fs.FileMode
}

func (k fakeInfo) Name() string       { return "secret" }
func (k fakeInfo) Size() int64        { return 0 }
func (k fakeInfo) Mode() fs.FileMode  { return k.mode }
func (k fakeInfo) ModTime() time.Time { return time.Time{} }
func (k fakeInfo) IsDir() bool        { return false }
func (k fakeInfo) Sys() any           { return &syscall.Stat_t{Uid: k.user} }

// TestRightsOfGroup: the group may read a secret that root owns for it, and no more than read it.
func TestRightsOfGroup(t *testing.T) {
	for mode, want := range map[fs.FileMode]bool{0o440: false, 0o640: false, 0o600: false, 0o660: true, 0o650: true, 0o644: true, 0o641: true, 0o642: true} {
		if got := openToAll(fakeInfo{0, mode}); got != want {
			t.Errorf("%04o: %v", mode, got)
		}
	}
	if !ofRoot(fakeInfo{0, 0o600}) || ofRoot(fakeInfo{1, 0o600}) {
		t.Error("another is taken for root")
	}
}
