package format

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

	"flyby/trajectory"
)

const benchRows = 1_000_000

// benchCSV writes rows of objects with 400 samples each, or one after the other
// in turn. digits < 0 writes coordinates in full, as shortest text.
func benchCSV(b *testing.B, digits int, inTurn bool, id func(object int) string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "bench.csv")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	w.WriteString("traj_id,t,x,y,z\n")
	rng := rand.New(rand.NewPCG(1, 2))
	for row := range benchRows {
		object, step := row/400, row%400
		if inTurn {
			object, step = row%2500, row/2500
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
	defer benchTimes(b, benchRows)()
	for b.Loop() {
		src, err := open(path, &Options{})
		if err != nil {
			b.Fatal(err)
		}
		f, ok := Find(Formats(), path, Input)
		if !ok {
			b.Fatal(path)
		}
		if _, err := f.read(context.Background(), src, &Options{Threads: 2}); err != nil {
			b.Fatal(err)
		}
		src.Close()
	}
}

// benchTimes begins a measurement; what it returns tells of it, where each time some rows went by: rows by the
// clock, and what the processors took for each.
func benchTimes(b *testing.B, rows int) func() {
	before := processorTime()
	return func() {
		all := float64(rows) * float64(b.N)
		b.ReportMetric(all/b.Elapsed().Seconds()/1e6, "Mrows/s")
		b.ReportMetric(float64(processorTime()-before)/all, "user-ns/row")
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

// BenchmarkReadFCD reads what SUMO writes, on one goroutine.
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
	defer benchTimes(b, rows)()
	for b.Loop() {
		o := Options{Threads: 2}
		if p, _, err := readParsed(context.Background(), path, &o, nil); err != nil || p.rows != rows || p.preset.Name != "aisdk" {
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
	for row := range benchRows {
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
			if err := WriteStore(context.Background(), path, benchStore(b, names), WriteOptions{}); err != nil {
				b.Fatal(err)
			}
			benchRead(b, path)
		})
	}
}

// BenchmarkWriteStore writes benchRows rows in full precision.
func BenchmarkWriteStore(b *testing.B) {
	s := benchStore(b, false)
	for _, ext := range []string{".csv", ".csv.gz", ".csv.zst", ".parquet"} {
		b.Run(ext, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "bench"+ext)
			for b.Loop() {
				if err := WriteStore(context.Background(), path, s, WriteOptions{Threads: 2}); err != nil {
					b.Fatal(err)
				}
			}
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(benchRows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(info.Size())/benchRows, "B/row")
		})
	}
}

// BenchmarkWriteHits writes a million hits, to Parquet with timestamps too.
func BenchmarkWriteHits(b *testing.B) {
	s := benchStore(b, false)
	h := benchHits(s)
	for _, ext := range []string{".csv", ".parquet", ".ndjson"} {
		b.Run(ext, func(b *testing.B) { benchHitsTo(b, filepath.Join(b.TempDir(), "hits"+ext), s, h) })
	}
	const start = 1.7e9 // of this century
	for i := range h.Enter {
		h.Enter[i], h.Exit[i] = h.Enter[i]+start, h.Exit[i]+start
	}
	extent := trajectory.Extent{Start: start, End: start + 1000}
	for _, times := range []trajectory.TimeKind{trajectory.Number, trajectory.Timestamp} {
		of := trajectory.Named(s.IDs(), times, s.Space(), extent)
		b.Run(".parquet of this century, "+times.String(), func(b *testing.B) { benchHitsTo(b, filepath.Join(b.TempDir(), "hits.parquet"), of, h) })
	}
}

func benchHitsTo(b *testing.B, path string, s *trajectory.Store, h trajectory.Hits) {
	b.Helper()
	defer benchTimes(b, h.Len())()
	for b.Loop() {
		w, err := CreateHits(path, s, s, WriteOptions{Threads: 2})
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Write(h); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func benchStore(b *testing.B, names bool) *trajectory.Store {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	c := trajectory.Columns{}
	for row := range benchRows {
		if names {
			c.ID.Code = append(c.ID.Code, uint32(row/400))
		} else {
			c.ID.Int = append(c.ID.Int, int64(row/400))
		}
		c.T = append(c.T, float64(row%400))
		c.X, c.Y, c.Z = append(c.X, rng.NormFloat64()*15), append(c.Y, rng.NormFloat64()*15), append(c.Z, rng.NormFloat64())
	}
	for i := range benchRows / 400 {
		c.ID.Name = append(c.ID.Name, "car"+strconv.Itoa(i))
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func benchHits(s *trajectory.Store) trajectory.Hits {
	rng := rand.New(rand.NewPCG(3, 4))
	h := trajectory.Hits{}
	for i := range benchRows {
		enter := 400 * rng.Float64()
		h.QueryTraj, h.QuerySeg = append(h.QueryTraj, uint32(i/400)), append(h.QuerySeg, uint32(i%400))
		h.EntryTraj, h.EntrySeg = append(h.EntryTraj, uint32(rng.IntN(s.Trajectories()))), append(h.EntrySeg, uint32(enter))
		h.Enter, h.Exit = append(h.Enter, enter), append(h.Exit, enter+rng.Float64())
	}
	return h
}
