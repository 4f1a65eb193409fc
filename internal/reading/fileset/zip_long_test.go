//go:build long

package fileset

import (
	"archive/zip"
	"fmt"
	"testing"
)

// TestZip64: an archive of more members than 16 bits count.
func TestZip64(t *testing.T) {
	members := make([]packedFile, 1<<16, 1<<16+1)
	for i := range members {
		members[i].name = fmt.Sprint("none/", i)
	}
	members = append(members, packedFile{"a.csv", "id,t,x,y\n1,0,0,0\n"})
	if store, _ := readAll(t, archiveAt(t, t.TempDir(), "x.zip", zipped(t, zip.Store, members...))); store.ID(0) != "1" {
		t.Error(store.ID(0))
	}
}
