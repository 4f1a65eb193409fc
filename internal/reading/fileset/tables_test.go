package fileset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/codec/fits"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// A skyRow is a row of a table of stars.
type skyRow struct {
	id         int64
	t, x, y, z float64
}

// randomSky makes the rows of some objects, one after the other.
func randomSky(r *rand.Rand, objects, samples int) (rows []skyRow) {
	for object := range objects {
		for step := range samples {
			rows = append(rows, skyRow{int64(object) - 3, float64(step) / 8, r.NormFloat64(), r.NormFloat64() * 1e-9, math.Trunc(r.NormFloat64() * 100)})
		}
	}
	return rows
}

// separatedText returns the rows as text, each number in the shortest form that reads back to it.
func separatedText(rows []skyRow, sep string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strconv.FormatInt(row.id, 10))
		for _, v := range []float64{row.t, row.x, row.y, row.z} {
			b.WriteString(sep + strconv.FormatFloat(v, 'g', -1, 64))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// skyFields has the columns in VOTable.
const skyFields = `<FIELD name="id" datatype="long"/><FIELD name="t" datatype="double" unit="yr"/><FIELD name="x" datatype="double" unit="pc"/>
<FIELD name="y" datatype="double" unit="pc"/><FIELD name="z" datatype="double" unit="pc"/>`

// skyFiles returns the rows in every format of tables, by name.
func skyFiles(rows []skyRow) map[string]string {
	var plain, flagged []byte
	var fits [][]any
	for _, row := range rows {
		cells := packedCells(row.id, row.t, row.x, row.y, row.z)
		plain, flagged = append(plain, cells...), append(append(flagged, 0), cells...)
		fits = append(fits, []any{row.id, row.t, row.x, row.y, row.z})
	}
	var cards []string
	for i, name := range []string{"id", "t", "x", "y", "z"} {
		form := "D"
		if name == "id" {
			form = "K"
		}
		cards = append(cards, fmt.Sprintf("TTYPE%d  = '%s'", i+1, name), fmt.Sprintf("TFORM%d  = '%s'", i+1, form))
	}
	columns := []string{"id '' int64", "t yr float64", "x pc float64", "y pc float64", "z pc float64"}
	return map[string]string{
		"sky.csv":         "id,t,x,y,z\n" + separatedText(rows, ","),
		"sky.fits":        fitsFile(fitsTable{cards: cards, rows: fits}.bytes()),
		"text.vot":        voTable(skyFields, tabledata(strings.Fields(separatedText(rows, ","))...)),
		"binary.vot":      voTable(skyFields, binaryData("BINARY", 76, plain)),
		"binary2.vot":     voTable(skyFields, binaryData("BINARY2", 1<<30, flagged)),
		"sky.ecsv":        ecsvFile("", separatedText(rows, " "), columns...),
		"commas.ecsv":     ecsvFile("# delimiter: ','\n", separatedText(rows, ","), columns...),
		"binary2.vot.xml": voTable(skyFields, binaryData("BINARY2", 64, flagged)),
	}
}

// TestTablesAgree: random rows are read alike in every format of tables, packed or not, and their
// number is estimated closely.
func TestTablesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, objects := range []int{1, 7, 90} {
		rows := randomSky(r, objects, 1+r.IntN(300))
		files := skyFiles(rows)
		for name, content := range files {
			wantSame(t, name, content, format.Options{}, files["sky.csv"], format.Options{})
			wantSame(t, name+".gz", gzipped(t, content), format.Options{Reading: format.Reading{Threads: 3}}, files["sky.csv"], format.Options{})
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			most := uint64(len(rows) + len(rows)/4 + 40)
			if n, ok := EstimateRows(path, format.Options{}); !ok || n < uint64(len(rows)) || n > most {
				t.Errorf("%s: %d rows are estimated, %v, want %d to %d", name, n, ok, len(rows), most)
			}
		}
	}
}

// TestTablesAreCut: every file that ends early is refused, wherever it ends, but for text whose
// last line is whole, and FITS that lacks only padding.
func TestTablesAreCut(t *testing.T) {
	rows := randomSky(rand.New(rand.NewPCG(8, 8)), 3, 5)
	for name, content := range skyFiles(rows) {
		if strings.HasSuffix(name, "csv") {
			continue
		}
		end := len(strings.TrimRight(content, "\n"))
		if strings.HasSuffix(name, ".fits") {
			end = 2*fits.Block + len(rows)*40
		}
		for at := 0; at < end; at += 1 + at/40 {
			if _, _, err := readText(t, name, content[:at], format.Options{}); err == nil {
				t.Errorf("%s: the first %d bytes of %d are taken for a file", name, at, len(content))
			}
		}
	}
}

// BenchmarkReadTables reads tables of astropy's formats, without building a store.
func BenchmarkReadTables(b *testing.B) {
	files := skyFiles(randomSky(rand.New(rand.NewPCG(1, 2)), formattest.BenchRows/400, 400))
	for _, name := range []string{"sky.fits", "text.vot", "binary.vot", "binary2.vot", "sky.ecsv"} {
		path := filepath.Join(b.TempDir(), name)
		if err := os.WriteFile(path, []byte(files[name]), 0o600); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) { benchRead(b, path) })
	}
}
