package output

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/testing/formattest"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// storeKind says which kind of store randomStore makes.
type storeKind struct {
	names, flat, radius bool
	times               codec.TimeStorage // codec.TimeSeconds: numbers
}

// randomStore makes objects of 0 to 40 samples with values of all magnitudes.
func randomStore(t testing.TB, seed uint64, objects int, k storeKind) *trajectory.Store {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	c := trajectory.Columns{}
	if k.names {
		c.ID.Code = []uint32{}
	} else {
		c.ID.Int = []int64{}
	}
	value := func() float64 {
		return math.Ldexp(rng.Float64()-0.5, rng.IntN(120)-60)
	}
	for object := range objects {
		c.ID.Name = append(c.ID.Name, []string{"car ", "a,b", "say \"hi\"", "two\nlines", " ", "é"}[rng.IntN(6)]+strconv.Itoa(object))
		time, radius := value(), math.Abs(value())
		if k.times != codec.TimeSeconds {
			time = (rng.Float64() - 0.3) * 3e9
		}
		for range rng.IntN(41) {
			switch k.times {
			case codec.TimeSeconds:
				time += math.Abs(value()) + math.Abs(time)*1e-9
			case codec.TimeText:
				time += math.Ldexp(rng.Float64()+0.5, -12)
			default:
				time = math.Floor(time) + 1 + float64(rng.Int64N(int64(k.times.Per())))/float64(k.times.Per())
				time = infile.Ratio(k.times.Units(time), k.times.Per())
			}
			if k.names {
				c.ID.Code = append(c.ID.Code, uint32(object))
			} else {
				c.ID.Int = append(c.ID.Int, int64(object-objects/2)*(math.MaxInt64/int64(objects)))
			}
			c.T = append(c.T, time)
			c.X, c.Y, c.Z, c.R = append(c.X, value()), append(c.Y, value()), append(c.Z, value()), append(c.R, radius)
		}
	}
	if k.flat {
		c.Z = nil
	}
	if !k.radius {
		c.R = nil
	}
	if k.times != codec.TimeSeconds {
		c.Times = trajectory.Timestamp
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStoreRoundTrip(t *testing.T) {
	for name, k := range map[string]storeKind{
		"numbers": {},
		"names2D": {names: true, flat: true},
		"radius":  {radius: true, names: true},
		"millis":  {times: codec.TimeMillis},
		"micros":  {times: codec.TimeMicros, radius: true},
		"nanos":   {times: codec.TimeNanos},
		"text":    {times: codec.TimeText},
	} {
		want := randomStore(t, 1, 300, k)
		if k.times != codec.TimeSeconds && codec.StorageOf(want.T()) != k.times {
			t.Errorf("%s: stored as %v", name, codec.StorageOf(want.T()))
		}
		for _, ext := range []string{".csv", ".csv.gz", ".csv.zst", ".parquet", ".arrows"} {
			t.Run(name+ext, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "store"+ext)
				if err := WriteStore(context.Background(), path, want, WriteOptions{}); err != nil {
					t.Fatal(err)
				}
				got, report, err := input.Read(context.Background(), path, format.Options{})
				if err != nil {
					t.Fatal(err)
				}
				info, err := os.Stat(path)
				if err != nil || report.Rows != want.Samples() || report.Bytes != info.Size() {
					t.Errorf("%v, report %+v", err, report)
				}
				formattest.SameStore(t, got, want)
			})
		}
	}
}

// TestStoreInOrderOfTime: samples by time, those at one time by their ids, read back to the same store, and come in that order.
func TestStoreInOrderOfTime(t *testing.T) {
	for name, s := range map[string]*trajectory.Store{
		"numbers": randomStore(t, 4, 200, storeKind{}),
		"names":   randomStore(t, 5, 200, storeKind{names: true, flat: true, radius: true}),
		"nanos":   randomStore(t, 6, 200, storeKind{times: codec.TimeNanos}),
		"text":    randomStore(t, 7, 200, storeKind{times: codec.TimeText}),
		"steps":   steps(t, 300, 500),
	} {
		for _, ext := range []string{".csv", ".csv.zst", ".parquet", ".arrows"} {
			t.Run(name+ext, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "store"+ext)
				if err := WriteStore(context.Background(), path, s, WriteOptions{ByTime: true, Threads: 2}); err != nil {
					t.Fatal(err)
				}
				got, _, err := input.Read(context.Background(), path, format.Options{})
				if err != nil {
					t.Fatal(err)
				}
				formattest.SameStore(t, got, s)
				var times []float64
				var codes []uint32
				ids, _, err := fileset.ReadRows(context.Background(), path, format.Options{}, func(r *reading.Rows, _ func(*trajectory.RowError) error) error {
					times, codes = append(times, r.T...), append(codes, r.ID.Code...)
					return nil
				})
				if err != nil || len(times) != s.Samples() {
					t.Fatalf("%d rows, %v", len(times), err)
				}
				for i := 1; i < len(times); i++ {
					a, b := placeOf(s, ids, codes[i-1]), placeOf(s, ids, codes[i])
					if times[i] < times[i-1] || times[i] == times[i-1] && a >= b {
						t.Fatalf("row %d, of trajectory %d at %v, follows one of %d at %v", i, b, times[i], a, times[i-1])
					}
				}
			})
		}
	}
}

// placeOf returns the number in a store of a file's trajectory.
func placeOf(s *trajectory.Store, ids reading.IDs, code uint32) int {
	id := ""
	if ids.Int != nil {
		id = strconv.FormatInt(ids.Int[code], 10)
	} else {
		id = ids.Name[code]
	}
	traj, _ := s.Find(id)
	return traj
}

// steps returns a store of objects that all have samples at the same times, 0 and -0 among them.
func steps(t testing.TB, objects, samples int) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{}}}
	for object := range objects {
		for step := range samples {
			at := float64(step - samples/2)
			if at == 0 && object%2 > 0 {
				at = math.Copysign(0, -1)
			}
			c.ID.Int, c.T = append(c.ID.Int, int64(object)), append(c.T, at)
			c.X, c.Y = append(c.X, float64(step*object)), append(c.Y, float64(object))
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRowGroupsInOrderOfTime: row groups of samples by time are small enough for slabs to read some of them, and have statistics of
// their first and last time.
func TestRowGroupsInOrderOfTime(t *testing.T) {
	path, s := filepath.Join(t.TempDir(), "store.parquet"), steps(t, 300, 500)
	if err := WriteStore(context.Background(), path, s, WriteOptions{ByTime: true}); err != nil {
		t.Fatal(err)
	}
	file := openParquet(t, path)
	groups, last := file.Metadata().RowGroups, math.Inf(-1)
	if want := (s.Samples() + timeGroupRows - 1) / timeGroupRows; len(groups) != want || want < 4 {
		t.Fatalf("%d row groups, want %d", len(groups), want)
	}
	for i, g := range groups {
		of := g.Columns[1].MetaData.Statistics
		first, end := doubleOf(of.MinValue), doubleOf(of.MaxValue)
		if !(first >= last && end > first) {
			t.Errorf("row group %d: from %v to %v, after %v", i, first, end, last)
		}
		last = end
	}
}

// doubleOf decodes a number of statistics.
func doubleOf(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// impatient is a context that ends at the n-th call of Err.
type impatient struct {
	context.Context
	n int
}

func (c *impatient) Err() error {
	if c.n--; c.n > 0 {
		return nil
	}
	return context.Canceled
}

// TestWriteStoreInterrupted wants an error and no file, whenever the context ends.
func TestWriteStoreInterrupted(t *testing.T) {
	tier.Full(t)
	s := randomStore(t, 3, storeRows/5, storeKind{}) // four chunks
	for _, name := range []string{"s.csv", "s.csv.gz", "s.csv.zst", "s.parquet"} {
		for n := 1; n <= 3; n++ {
			folder := t.TempDir()
			err := WriteStore(&impatient{t.Context(), n}, filepath.Join(folder, name), s, WriteOptions{Threads: 2})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %d: %v", name, n, err)
			}
			if left, _ := os.ReadDir(folder); len(left) > 0 {
				t.Errorf("%s, %d: left %v", name, n, left)
			}
		}
	}
}

func TestStoreToStdout(t *testing.T) {
	s := randomStore(t, 2, 20, storeKind{names: true})
	var out strings.Builder
	if err := WriteStore(context.Background(), "-", s, WriteOptions{Stdout: &out}); err != nil {
		t.Fatal(err)
	}
	got, report, err := input.Read(context.Background(), "-", format.Options{Reading: format.Reading{Stdin: strings.NewReader(out.String())}})
	if err != nil || report.Bytes != int64(out.Len()) {
		t.Fatal(err, report)
	}
	formattest.SameStore(t, got, s)
}
