package fileset

import (
	"bufio"
	"context"
	stdcsv "encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/output"
	"flyby/internal/testing/formattest"
)

// benchFCD writes rows of vehicles as SUMO does, a thousand a step.
func benchFCD(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "bench.fcd.xml")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	w.WriteString("<fcd-export>\n")
	for row := range formattest.BenchRows {
		if row%1000 == 0 {
			fmt.Fprintf(w, "    <timestep time=\"%d.00\">\n", row/1000)
		}
		fmt.Fprintf(w, "        <vehicle id=\"car%d\" x=\"%d.77\" y=\"321.57\" angle=\"321.43\" type=\"DEFAULT_VEHTYPE\" speed=\"0.00\" pos=\"5.10\" lane=\"D7C7_0\" slope=\"0.00\"/>\n", row%1000, row)
		if row%1000 == 999 {
			w.WriteString("    </timestep>\n")
		}
	}
	w.WriteString("</fcd-export>\n")
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkLibraries reads the files of BenchmarkReadCSV, BenchmarkReadFCD and BenchmarkReadParquet with
// public libraries, on one goroutine: every number that a store needs is parsed and added up, and nothing
// else is done, neither ids nor checks. docs/decisions/0021-own-readers.md has the figures.
func BenchmarkLibraries(b *testing.B) {
	b.Run("encoding/csv", func(b *testing.B) { benchLibrary(b, benchCSV(b, 3, false, strconv.Itoa), sumCSV) })
	b.Run("encoding/xml", func(b *testing.B) { benchLibrary(b, benchFCD(b), sumXML) })
	b.Run("parquet-go", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "bench.parquet")
		if err := output.WriteStore(context.Background(), path, formattest.BenchStore(b, false), output.WriteOptions{}); err != nil {
			b.Fatal(err)
		}
		benchLibrary(b, path, sumParquet)
	})
}

// benchLibrary measures a function that adds up the numbers of a file and returns the number of its rows.
func benchLibrary(b *testing.B, path string, read func(f *os.File) (rows int, sum float64, err error)) {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		rows, sum, err := read(f)
		if err := errors.Join(err, f.Close()); err != nil || rows != formattest.BenchRows || sum == 0 {
			b.Fatalf("%d rows, sum %v: %v", rows, sum, err)
		}
	}
	b.ReportMetric(formattest.BenchRows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

func sumCSV(f *os.File) (rows int, sum float64, err error) {
	r := stdcsv.NewReader(bufio.NewReaderSize(f, 1<<20))
	r.ReuseRecord = true
	for rows = -1; ; rows++ { // the header is none
		record, err := r.Read()
		if err == io.EOF {
			return rows, sum, nil
		}
		if err != nil {
			return rows, sum, err
		}
		for _, text := range record {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil && rows >= 0 {
				return rows, sum, err
			}
			sum += v
		}
	}
}

func sumXML(f *os.File) (rows int, sum float64, err error) {
	d := xml.NewDecoder(bufio.NewReaderSize(f, 1<<20))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return rows, sum, nil
		}
		if err != nil {
			return rows, sum, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local == "vehicle" {
			rows++
		}
		for _, a := range start.Attr {
			if name := a.Name.Local; name == "x" || name == "y" || name == "time" {
				v, err := strconv.ParseFloat(a.Value, 64)
				if err != nil {
					return rows, sum, err
				}
				sum += v
			}
		}
	}
}

func sumParquet(f *os.File) (rows int, sum float64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	file, err := parquetgo.OpenFile(f, info.Size())
	if err != nil {
		return 0, 0, err
	}
	values := make([]parquetgo.Value, 4096)
	for _, group := range file.RowGroups() {
		rows += int(group.NumRows())
		for _, column := range group.ColumnChunks() {
			if err := eachPage(column, values, func(v parquetgo.Value) { sum += numberOf(v) }); err != nil {
				return rows, sum, err
			}
		}
	}
	return rows, sum, nil
}

// eachPage calls f with every value of a column, page by page.
func eachPage(column parquetgo.ColumnChunk, values []parquetgo.Value, f func(parquetgo.Value)) error {
	pages := column.Pages()
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for r := page.Values(); ; {
			n, err := r.ReadValues(values)
			for _, v := range values[:n] {
				f(v)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
		}
		parquetgo.Release(page)
	}
}

// numberOf returns a value of a column of numbers.
func numberOf(v parquetgo.Value) float64 {
	if v.Kind() == parquetgo.Double {
		return v.Double()
	}
	return float64(v.Int64())
}
