package fileset_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/internal/reading/fileset"
	"flyby/trajectory/format"
)

// TestFolder: files written and read by relative names lie in Options.Folder, in every way of reading; errors have the name.
func TestFolder(t *testing.T) {
	ctx, folder := context.Background(), t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "days"), 0o777), os.WriteFile(filepath.Join(folder, "days/a.csv"), []byte("id,t,x,y\n1,0,0,0\n1,1,2,3\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	o := format.Options{Reading: format.Reading{Folder: folder}}
	s, _, err := fileset.Read(ctx, "days/a.csv", o)
	if err != nil {
		t.Fatal(err)
	}
	if err := output.WriteStore(ctx, "days/b.parquet", s, output.WriteOptions{Folder: folder}); err != nil {
		t.Fatal(err)
	}
	files, err := fileset.ListIn(folder, "days")
	if err != nil || len(files) != 2 || files[0].Path != filepath.Join("days", "a.csv") || files[0].Size() != 25 {
		t.Fatalf("%+v, %v", files, err)
	}
	if rows, ok := fileset.EstimateFiles(files, o); !ok || rows != 5 && rows != 4 { // the header is a line
		t.Errorf("%d rows, %t", rows, ok)
	}
	if g, ok := fileset.OpenGroups("days/b.parquet", o); !ok || g.Close() != nil {
		t.Error("no row groups")
	}
	if _, report, err := fileset.ReadFiles(ctx, files[1:], o); err != nil || report.Rows != 2 {
		t.Errorf("%+v, %v", report, err)
	}
	if got := fileset.Formats().Kinds(folder).Takes("days/c.csv", "*.csv", "days"); got != "days" {
		t.Errorf("taken by %q", got)
	}
	if _, _, err := fileset.Read(ctx, "none.csv", o); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), folder) || !strings.Contains(err.Error(), "open none.csv: ") {
		t.Error(err)
	}
	if err := output.WriteStore(ctx, "none/a.csv", s, output.WriteOptions{Folder: folder}); err == nil || err.Error() != "format: write none/a.csv: folder none does not exist" {
		t.Error(err)
	}
}
