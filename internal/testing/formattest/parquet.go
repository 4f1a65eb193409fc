package formattest

import (
	"bytes"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"
)

// InGroups makes a Parquet file of rows, perGroup of them in a row group.
func InGroups[T any](t testing.TB, rows []T, perGroup int, options ...parquetgo.WriterOption) string {
	t.Helper()
	var b bytes.Buffer
	options = append(options, parquetgo.MaxRowsPerRowGroup(int64(perGroup)), parquetgo.PageBufferSize(64))
	w := parquetgo.NewGenericWriter[T](&b, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Plain is a row as in most Parquet files.
type Plain struct {
	ID int64   `parquet:"traj_id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
}

// PlainRows returns n rows of seven objects.
func PlainRows(n int) []Plain {
	rows := make([]Plain, n)
	for i := range rows {
		rows[i] = Plain{int64(i % 7), float64(i), float64(i) / 3, -float64(i)}
	}
	return rows
}

// Named is a row with every encoding that a corrupt file could break.
type Named struct {
	ID string   `parquet:"id,dict,snappy"`
	T  int64    `parquet:"t,timestamp(nanosecond),delta,zstd"`
	X  *float64 `parquet:"x,optional,gzip"`
	Y  float32  `parquet:"y,dict"`
}

// ARow is a row of a table with a column of each kind.
type ARow struct {
	ID    int64    `parquet:"id"`
	Small int32    `parquet:"small"`
	Name  string   `parquet:"name,dict"`
	Plain string   `parquet:"plain"`
	Stamp int64    `parquet:"stamp,timestamp(nanosecond)"`
	Milli int64    `parquet:"milli,timestamp(millisecond)"`
	V     float64  `parquet:"v"`
	F     float32  `parquet:"f"`
	Speed *float64 `parquet:"speed,optional"`
	Maybe *string  `parquet:"maybe,optional,dict"`
	List  []int64  `parquet:"list,list"`
}

// TableText returns a file of rows, group of them in a row group.
func TableText(t testing.TB, group int, rows []ARow) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquetgo.NewGenericWriter[ARow](&b, parquetgo.MaxRowsPerRowGroup(int64(group)), parquetgo.Compression(&parquetgo.Snappy))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
