package fileset

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// benchCSV is writeCSV of formattest.BenchRows rows.
func benchCSV(b *testing.B, digits int, inTurn bool, id func(object int) string) string {
	b.Helper()
	return writeCSV(b, formattest.BenchRows, digits, inTurn, id)
}

// writeCSV writes rows of objects with 400 samples each, object by object, or with inTurn
// interleaved. digits < 0 writes coordinates in full, as shortest text.
func writeCSV(b *testing.B, rows, digits int, inTurn bool, id func(object int) string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "bench.csv")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	w.WriteString("traj_id,t,x,y,z\n")
	rng := rand.New(rand.NewPCG(1, 2))
	for row := range rows {
		object, step := row/400, row%400
		if objects := rows / 400; inTurn {
			object, step = row%objects, row/objects
		}
		line := append([]byte(id(object)), ',')
		line = strconv.AppendInt(line, int64(step), 10)
		for range 3 {
			v := rng.NormFloat64() * 1500
			if digits < 0 {
				line = strconv.AppendFloat(append(line, ','), v, 'g', -1, 64)
			} else {
				line = strconv.AppendFloat(append(line, ','), v, 'f', digits, 64)
			}
		}
		w.Write(append(line, '\n'))
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

func benchRead(b *testing.B, path string) {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	defer formattest.BenchTimes(b, formattest.BenchRows)()
	for b.Loop() {
		f, ok := Formats().Choose(path, "")
		if !ok {
			b.Fatal(path)
		}
		src, err := open(path, f, &reading.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := read(context.Background(), f.Format, src, &reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2}}}); err != nil {
			b.Fatal(err)
		}
		src.Close()
	}
}

// BenchmarkReadCSV reads columns, without building a store, on two goroutines.
func BenchmarkReadCSV(b *testing.B) {
	name := func(object int) string { return "car" + strconv.Itoa(object) }
	b.Run("3decimals", func(b *testing.B) { benchRead(b, benchCSV(b, 3, false, strconv.Itoa)) })
	b.Run("full", func(b *testing.B) { benchRead(b, benchCSV(b, -1, false, strconv.Itoa)) })
	b.Run("names", func(b *testing.B) { benchRead(b, benchCSV(b, 3, false, name)) })
	b.Run("interleaved", func(b *testing.B) { benchRead(b, benchCSV(b, 3, true, strconv.Itoa)) })
	b.Run("interleavedNames", func(b *testing.B) { benchRead(b, benchCSV(b, 3, true, name)) })
}

// BenchmarkReadFCD reads SUMO's output, on one goroutine.
func BenchmarkReadFCD(b *testing.B) { benchRead(b, benchFCD(b)) }

// BenchmarkReadAIS reads a day of the Danish AIS, without building a store, on two goroutines: 26
// columns, times as text in an order of their own, ships in turn.
func BenchmarkReadAIS(b *testing.B) {
	const ships, rows = 2000, 400_000
	var text bytes.Buffer
	text.WriteString("# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading,IMO,Callsign,Name,Ship type," +
		"Cargo type,Width,Length,Type of position fixing device,Draught,Destination,ETA,Data source type,A,B,C,D\n")
	rng := rand.New(rand.NewPCG(7, 8))
	for row := range rows {
		second := row / ships * 10
		fmt.Fprintf(&text, "31/12/2015 %02d:%02d:%02d,Class A,%d,%.6f,%.6f,Under way using engine,0.0,%.1f,%.1f,%d,Unknown,OWAB2,SHIP %d,Cargo,,18,120,GPS,6.5,AARHUS,,AIS,100,20,9,9\n",
			second/3600, second/60%60, second%60, 219000000+row%ships, 54+rng.Float64()*4, 8+rng.Float64()*5, rng.Float64()*20, rng.Float64()*360, rng.IntN(360), row%ships)
	}
	path := filepath.Join(b.TempDir(), "aisdk.csv")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	defer formattest.BenchTimes(b, rows)()
	for b.Loop() {
		o := reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2}}}
		if p, _, err := readParsed(context.Background(), path, &o, nil); err != nil || p.Rows != rows || p.Preset.Name != "aisdk" {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadOEM reads ephemerides of satellites, a sample a minute, on one goroutine.
func BenchmarkReadOEM(b *testing.B) {
	path := filepath.Join(b.TempDir(), "bench.oem")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	w.WriteString("CCSDS_OEM_VERS = 2.0\nCREATION_DATE = 2024-05-01T00:00:00\nORIGINATOR = TEST\n")
	rng := rand.New(rand.NewPCG(9, 10))
	const each = 1440
	for row := range formattest.BenchRows {
		minute := row % each
		if minute == 0 {
			fmt.Fprintf(w, "META_START\nOBJECT_NAME = SAT\nOBJECT_ID = 1998-%06d\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = UTC\nMETA_STOP\n", row/each)
		}
		fmt.Fprintf(w, "2024-05-01T%02d:%02d:00.000 %.6f %.6f %.6f %.9f %.9f %.9f\n", minute/60, minute%60,
			7000*rng.NormFloat64(), 7000*rng.NormFloat64(), 7000*rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		b.Fatal(err)
	}
	benchRead(b, path)
}

// BenchmarkReadParquet reads columns, without building a store, on two goroutines.
func BenchmarkReadParquet(b *testing.B) {
	for name, names := range map[string]bool{"integers": false, "names": true} {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "bench.parquet")
			if err := output.WriteStore(context.Background(), path, formattest.BenchStore(b, names), output.WriteOptions{}); err != nil {
				b.Fatal(err)
			}
			benchRead(b, path)
		})
	}
}
