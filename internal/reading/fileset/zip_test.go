package fileset

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/csv"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A packedFile is the name and text of an archive's member.
type packedFile struct{ name, text string }

// zipped packs members, with deflate or uncompressed.
func zipped(t testing.TB, method uint16, members ...packedFile) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		create := z.CreateRaw
		if method == zip.Deflate {
			create = z.CreateHeader
		}
		w, err := create(header(m, method))
		if err == nil {
			_, err = w.Write([]byte(m.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// header returns the header of a member that is not compressed.
func header(m packedFile, method uint16) *zip.FileHeader {
	n := uint64(len(m.text))
	return &zip.FileHeader{Name: m.name, Method: method, CRC32: crc32.ChecksumIEEE([]byte(m.text)), CompressedSize64: n, UncompressedSize64: n}
}

// archiveAt writes an archive and returns its path.
func archiveAt(t testing.TB, folder, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestZipIsFolder: an archive reads like a folder of the same files, named itself, in a folder and by a
// pattern, with files of no data set beside.
func TestZipIsFolder(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 1))
	for n := range 12 {
		named, shuffled := n%2 == 0, n%4 < 2
		_, parts := scatteredRows(r, 1+r.IntN(9), 200, 1+r.IntN(12), named, shuffled)
		files := map[string]string{"walk.gpx.md": "#", "x/README": "none", "x/.hidden/a.csv": "none", "__MACOSX/._a.csv": "none"}
		for i, part := range parts {
			if strings.Count(part, "\n") > 1 {
				files[fmt.Sprintf("%c/day%02d.CSV", 'x'+i%3, i)] = part
			}
		}
		plain, packed := t.TempDir(), t.TempDir()
		writeAll(t, plain, files)
		members := []packedFile{{"x/", ""}}
		for name, text := range files {
			members = append(members, packedFile{name, text})
		}
		path := archiveAt(t, packed, "days.ZIP", zipped(t, []uint16{zip.Store, zip.Deflate}[n%2], members...))
		want, told := readAll(t, plain)
		for _, name := range []string{path, packed, filepath.Join(packed, "*.ZIP")} {
			got, report := readAll(t, name)
			if a, b := storeText(got), storeText(want); a != b || report.Rows != told.Rows || report.Files != told.Files {
				t.Errorf("%s: %+v holds\n%s\nwant %+v\n%s", name, report, a, told, b)
			}
		}
	}
}

// readAll lists and reads the files of a name.
func readAll(t *testing.T, name string) (*trajectory.Store, format.Report) {
	t.Helper()
	files, err := ListIn("", name)
	if err != nil {
		t.Fatal(err)
	}
	rows, ok := EstimateFiles(files, format.Options{})
	store, report, err := ReadFiles(context.Background(), files, format.Options{Reading: format.Reading{Threads: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if !ok || rows < uint64(report.Rows) || rows > uint64(2*report.Rows+6*report.Files) {
		t.Errorf("%s: an estimate of %d, %v where there are %d rows", name, rows, ok, report.Rows)
	}
	return store, report
}

// TestZipIDs: the id of a file without ids is its path within the archive, or below the folder with the
// archive; of a member that is named itself it is its name.
func TestZipIDs(t *testing.T) {
	const plt = "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n" +
		"39.984702,116.318417,0,492,39744.1201851852,2008-10-23,02:53:04\n"
	folder := t.TempDir()
	path := archiveAt(t, folder, "geo.zip", zipped(t, zip.Deflate, packedFile{"010/a.plt", plt}, packedFile{"../b.plt", plt}))
	for _, c := range []struct{ name, want string }{
		{path, "../b,010/a"}, {folder, "geo.zip/../b,geo.zip/010/a"}, {filepath.Join(folder, "g*"), "geo.zip/../b,geo.zip/010/a"}, {path + "/010/a.plt", "a"},
	} {
		store, _ := readAll(t, c.name)
		var ids []string
		for traj := range store.Trajectories() {
			ids = append(ids, store.ID(traj))
		}
		if got := strings.Join(ids, ","); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestZipManyPlaces: Parquet, which needs random access, is read from members too.
func TestZipManyPlaces(t *testing.T) {
	want, _, err := Read(context.Background(), writeAll(t, t.TempDir(), map[string]string{"a.csv": "id,t,x,y\n1,0,0,0\n1,1,2,0\n"})[0], format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.parquet")
	if err := output.WriteStore(context.Background(), path, want, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		z := zipped(t, method, packedFile{"a.parquet", string(data)})
		if got, _ := readAll(t, archiveAt(t, t.TempDir(), "a.zip", z)); storeText(got) != storeText(want) {
			t.Errorf("method %d: %s", method, storeText(got))
		}
		at := bytes.Index(z, []byte("PK\x01\x02"))
		binary.LittleEndian.PutUint32(z[at+24:], 1<<31)
		path := archiveAt(t, t.TempDir(), "long.zip", z)
		if _, _, err := Read(context.Background(), path+"/a.parquet", format.Options{}); err == nil || !strings.Contains(err.Error(), "long.zip/a.parquet: is corrupt: ") {
			t.Errorf("a member that says it has 2 GiB: %v", err)
		}
	}
}

// TestZipBad: the error about a bad archive has the member's name.
func TestZipBad(t *testing.T) {
	const good, late = "id,t,x,y\n1,0,0,0\n1,1,1,0\n", "id,t,x,y\n1,2,0,0\n1,1,1,0\n"
	directory := func(offset int, with ...byte) func([]byte) []byte {
		return func(z []byte) []byte {
			copy(z[bytes.Index(z, []byte("PK\x01\x02"))+offset:], with)
			return z
		}
	}
	same := func(z []byte) []byte { return z }
	one := []packedFile{{"a.csv", good}}
	for _, c := range []struct {
		members []packedFile
		change  func(z []byte) []byte
		want    string
	}{
		{[]packedFile{{"a.csv", good}, {"b/c.csv", late}}, same, `x.zip/b/c.csv:3: column t: "1": `},
		{[]packedFile{{"a.csv", good}, {"a.csv", good}}, same, "x.zip/a.csv: the archive has several members of this name"},
		{[]packedFile{{"a.csv", good}, {"b.zip", "PK"}}, same, "x.zip/b.zip: is an archive in an archive: unpack the outer one"},
		{[]packedFile{{"a.txt.md", good}, {"b", good}}, same, "x.zip: no files of a known extension"},
		{nil, same, "x.zip: no files of a known extension"},
		{[]packedFile{{"a.csv.gz", good}}, same, "x.zip/a.csv.gz: not a gzip archive"},
		{[]packedFile{{"a.csv", ""}}, same, "x.zip/a.csv: empty file"},
		{one, directory(8, 1), "x.zip/a.csv: is encrypted"},
		{one, directory(10, 9), "x.zip/a.csv: is compressed by method 9 of zip; deflate (8) and none (0) are read"},
		{one, directory(24, byte(len(good)-1)), "x.zip/a.csv: has more bytes than its archive says"},
		{one, directory(24, byte(len(good)+1)), "x.zip/a.csv: is truncated"},
		{one, directory(20, 0, 1), "x.zip/a.csv: is "},
		{one, directory(20, 0, 0, 1), "x.zip/a.csv: is longer than its archive"},
		{one, directory(16, 1, 2, 3, 4), "x.zip/a.csv: is corrupt: its checksum is not that of its archive"},
		{one, directory(42, 7), "x.zip/a.csv: is not where its archive says"},
		{one, func(z []byte) []byte { return z[:len(z)/2] }, "x.zip: no zip archive, or cut short"},
		{one, func([]byte) []byte { return []byte(good) }, "x.zip: no zip archive, or cut short"},
	} {
		for _, method := range []uint16{zip.Store, zip.Deflate} {
			path := archiveAt(t, t.TempDir(), "x.zip", c.change(zipped(t, method, c.members...)))
			files, err := ListIn("", path)
			if err == nil {
				_, _, err = ReadFiles(context.Background(), files, format.Options{})
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("method %d: %v, want %q", method, err, c.want)
			}
		}
	}
	if _, err := ListIn("", filepath.Join(t.TempDir(), "gone.zip")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an archive that is not there: %v", err)
	}
	folder := t.TempDir()
	archiveAt(t, folder, "x.zip", zipped(t, zip.Store, one...))
	if _, err := ListIn("", filepath.Join(folder, "x.zip", "b.csv")); err == nil || !strings.Contains(err.Error(), "has no member b.csv") {
		t.Errorf("a member that is not there: %v", err)
	}
}

// TestZipNames: a path may lead through a folder with an archive's extension, and no name of a member leads
// out of its archive.
func TestZipNames(t *testing.T) {
	const inside, outside = "id,t,x,y\n1,0,0,0\n", "id,t,x,y\n2,0,0,0\n"
	folder := t.TempDir()
	writeAll(t, folder, map[string]string{"a.csv": outside, "dir.zip/a.csv": outside})
	archiveAt(t, folder, "x.zip", zipped(t, zip.Store, packedFile{"../a.csv", inside}))
	archiveAt(t, filepath.Join(folder, "dir.zip"), "y.zip", zipped(t, zip.Store, packedFile{"b.zip/a.csv", inside}))
	for name, want := range map[string]string{
		"x.zip": "1", "x.zip/../a.csv": "1", "a.csv": "2", "dir.zip/a.csv": "2", "dir.zip/y.zip": "1", "dir.zip/y.zip/b.zip/a.csv": "1",
	} {
		store, _ := readAll(t, folder+"/"+name)
		if got := store.ID(0); got != want || store.Trajectories() != 1 {
			t.Errorf("%s: trajectory %s, want %s alone", name, got, want)
		}
	}
	files, err := ListIn("", filepath.Join(folder, "x.zip"), filepath.Join(folder, "a.csv"), filepath.Join(folder, "x.zip"))
	if err != nil || len(files) != 2 || files[0].Holder() != filepath.Join(folder, "a.csv") || files[1].Holder() != filepath.Join(folder, "x.zip") {
		t.Errorf("%v, %v", files, err)
	}
}

// FuzzZip reads bytes as an archive, and as a member of one, which reads like the bytes themselves.
func FuzzZip(f *testing.F) {
	const text = "traj_id,t,x,y\n1,0,1,2\n1,1,3,4\n"
	f.Add([]byte(text))
	f.Add(zipped(f, zip.Store, packedFile{"a.csv", text}))
	f.Add(zipped(f, zip.Deflate, packedFile{"a.csv", text}, packedFile{"b/c.xml", text}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > formattest.LargestInput {
			return
		}
		before := formattest.Allocated()
		err := readMembers(data, outcomeOf(t))
		if bytes := formattest.Allocated() - before; bytes > 96<<20+uint64(1<<16*len(data)) {
			t.Errorf("%d bytes take %d of memory: %v", len(data), bytes, err)
		}
		var r *reading.Parsed
		err = readMembers(zipped(t, zip.Store, packedFile{"a.csv", string(data)}), func(p *reading.Parsed, err error) { r = p })
		q, err1 := csv.Read(context.Background(), formattest.InMemory(data), readerOf(format.Options{Reading: format.Reading{Threads: 1}}))
		if (err == nil) != (err1 == nil) || err == nil && !reflect.DeepEqual(r.Columns, q.Columns) {
			t.Errorf("in an archive: %v, %v; without: %v, %v", r, err, q, err1)
		}
	})
}

// outcomeOf returns a function that checks the result of a reading.
func outcomeOf(t *testing.T) func(*reading.Parsed, error) {
	return func(p *reading.Parsed, err error) { formattest.Outcome(t, p, err, format.Options{}) }
}

// readMembers reads the members of an archive in memory, one after the other. It returns the first error.
func readMembers(data []byte, done func(*reading.Parsed, error)) error {
	a, err := infile.NewArchive("x.zip", bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	files, err := a.Files(Formats().Kinds(""), "")
	for _, file := range files {
		o := format.Options{Reading: format.Reading{Threads: 1, Archives: infile.OpenArchives(a)}}
		f, _ := formatOf(readerOf(o), file.Path)
		src := &infile.Source{Name: file.Path}
		err1 := src.OpenMember("x.zip", file.Path[len("x.zip/"):], o.Archives, !f.Packed)
		if err1 == nil {
			err1 = src.Unpack(o.Threads)
		}
		if err1 != nil {
			src.Close()
			err = errors.Join(err, err1)
			continue
		}
		p, err1 := read(context.Background(), f.Format, src, readerOf(o))
		src.Close()
		done(p, err1)
		err = errors.Join(err, err1)
	}
	return err
}
