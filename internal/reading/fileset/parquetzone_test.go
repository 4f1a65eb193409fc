package fileset

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Rows with times of which no zone is said, in each type that has such times, and TIMESTAMPs that are adjusted to UTC.
type (
	localMillis struct {
		ID int64   `parquet:"id"`
		T  int64   `parquet:"t,timestamp(millisecond:local)"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	localMicros struct {
		ID int64   `parquet:"id"`
		T  *int64  `parquet:"t,optional,timestamp(microsecond:local),dict"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	localNanos struct {
		ID int64   `parquet:"id"`
		T  int64   `parquet:"t,timestamp(nanosecond:local),delta"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	oldStamps struct {
		ID int64            `parquet:"id"`
		T  deprecated.Int96 `parquet:"t"`
		X  float64          `parquet:"x"`
		Y  float64          `parquet:"y"`
	}
)

// julian returns a time as INT96.
func julian(at time.Time) deprecated.Int96 {
	const day, epoch = 86400, 2440588
	days := at.Unix() / day
	nanos := uint64(at.Sub(time.Unix(days*day, 0)))
	return deprecated.Int96{uint32(nanos), uint32(nanos >> 32), uint32(days + epoch)}
}

// localFiles returns files of rows at times that clocks show, and the same rows as CSV.
func localFiles(t *testing.T, clocks ...time.Time) (files map[string]string, csv string) {
	t.Helper()
	csv = "id,t,x,y\n"
	var millis []localMillis
	var micros []localMicros
	var nanos []localNanos
	var old []oldStamps
	for i, at := range clocks {
		x, count := float64(i), at.UnixMicro()
		csv += fmt.Sprintf("7,%s,%d,0\n", at.Format("2006-01-02T15:04:05.999"), i)
		millis = append(millis, localMillis{7, at.UnixMilli(), x, 0})
		micros = append(micros, localMicros{7, &count, x, 0})
		nanos = append(nanos, localNanos{7, at.UnixNano(), x, 0})
		old = append(old, oldStamps{7, julian(at), x, 0})
	}
	return map[string]string{
		"ms": formattest.InGroups(t, millis, 2), "µs": formattest.InGroups(t, micros, 2), "ns": formattest.InGroups(t, nanos, 2), "INT96": formattest.InGroups(t, old, 2),
	}, csv
}

// TestLocalParquet: a zone acts on times without one in Parquet as it does on text in CSV: the same rows, and the same errors of times that clocks
// skip or show twice. Without a zone such times are those of UTC, and the report says so.
func TestLocalParquet(t *testing.T) {
	const zone = "Europe/Copenhagen"
	at := func(text string) time.Time {
		clock, err := time.Parse("2006-01-02 15:04:05.999", text)
		if err != nil {
			t.Fatal(err)
		}
		return clock
	}
	files, csv := localFiles(t, at("1969-12-31 23:59:59.5"), at("2021-03-28 01:59:59.5"), at("2021-03-28 03:00:00"), at("2021-10-31 01:59:59.25"), at("2021-10-31 03:00:00"))
	for name, file := range files {
		for _, c := range []struct{ zone, unzoned string }{{zone, ""}, {"-03:30", ""}, {"UTC", ""}, {"", "t"}} {
			o := format.Options{Reading: format.Reading{Zone: c.zone, Threads: 2}}
			got, report, err := readText(t, "a.parquet", file, o)
			if o.Zone == "" {
				o.Zone = "UTC"
			}
			want, _, wrong := readText(t, "a.csv", csv, o)
			if err != nil || wrong != nil || dump(t, got) != dump(t, want) || report.Unzoned != c.unzoned {
				t.Errorf("%s in %q: %v, %v, the column %q", name, c.zone, err, wrong, report.Unzoned)
			}
		}
	}
	for _, wrong := range []string{"2021-03-28 02:30:00", "2021-10-31 02:00:00", "2021-10-31 02:59:59.999"} {
		files, csv := localFiles(t, at("2021-01-01 00:00:00"), at("2021-01-02 00:00:00"), at(wrong))
		o := format.Options{Reading: format.Reading{Zone: zone, Threads: 2}}
		_, _, err := readText(t, "a.csv", csv, o)
		var want *infile.Error
		if !errors.As(err, &want) {
			t.Fatal(err)
		}
		for name, file := range files {
			_, _, err := readText(t, "a.parquet", file, o)
			var got *infile.Error
			if !errors.As(err, &got) || got.Value != want.Value || got.Cause != want.Cause || got.Row != 2 || got.Column != "t" {
				t.Errorf("%s: %v, CSV %v", name, err, want)
			}
			own := o
			own.SkipBadRows = true
			if s, report, err := readText(t, "a.parquet", file, own); err != nil || s.Samples() != 2 || report.Skipped != 1 {
				t.Errorf("%s, bad rows left out: %v", name, err)
			}
		}
	}
}

// TestLocalRows: rows that are handed on have the zone too, as cells of conditions have, and the report names the column.
func TestLocalRows(t *testing.T) {
	clock := time.Date(2021, 7, 1, 12, 0, 0, 0, time.UTC)
	files, _ := localFiles(t, clock, clock.Add(time.Hour), clock.Add(2*time.Hour))
	for name, file := range files {
		path := filepath.Join(t.TempDir(), "a.parquet")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ zone, unzoned, where string }{
			{"Europe/Copenhagen", "", "2021-07-01T13:00:00"}, {"", "t", "2021-07-01T13:00:00Z"},
		} {
			o := format.Options{Reading: format.Reading{Zone: c.zone, Where: []format.Condition{{Column: "t", Operator: ">=", Value: c.where}}}}
			var times []float64
			_, report, err := ReadRows(context.Background(), path, o, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
				times = append(times, rows.T...)
				return nil
			})
			first := clock.Add(time.Hour)
			if c.zone != "" {
				first = first.Add(-2 * time.Hour)
			}
			if err != nil || len(times) != 2 || times[0] != float64(first.Unix()) || report.Unzoned != c.unzoned {
				t.Errorf("%s in %q: %v at %v, the column %q", name, c.zone, err, times, report.Unzoned)
			}
		}
	}
}

// TestYearsOfParquet: the Julian day of INT96 has a sign, and times of each type are in the years of other times.
func TestYearsOfParquet(t *testing.T) {
	inYears := formattest.InGroups(t, []oldStamps{{7, julian(time.Date(1, 1, 1, 0, 0, 0, 5e8, time.UTC)), 1, 2}, {7, julian(time.Date(9999, 12, 31, 12, 0, 0, 25e7, time.UTC)), 1, 2}}, 9)
	if s, _, err := readText(t, "a.parquet", inYears, format.Options{}); err != nil || !strings.HasPrefix(dump(t, s), "7,0001-01-01T00:00:00.5Z,1,2\n7,9999-12-31T12:00:00.25Z,1,2\n") {
		t.Errorf("years that are read: %v", err)
	}
	for name, file := range map[string]string{
		"day -1":       formattest.InGroups(t, []oldStamps{{7, deprecated.Int96{0, 0, 1<<32 - 1}, 1, 2}}, 9),
		"day 2^31 - 1": formattest.InGroups(t, []oldStamps{{7, deprecated.Int96{0, 0, 1<<31 - 1}, 1, 2}}, 9),
		"milliseconds": formattest.InGroups(t, []millis{{"a", 1 << 60, 1, 2}}, 9),
		"microseconds": formattest.InGroups(t, []micros{{"a", -1 << 62, 1, 2}}, 9),
		"days":         formattest.InGroups(t, []dates{{[]byte("a"), 1 << 30, 1, 2}}, 9),
		"local":        formattest.InGroups(t, []localMillis{{7, 1 << 62, 1, 2}}, 9),
	} {
		for _, zone := range []string{"", "Europe/Copenhagen"} {
			_, _, err := readText(t, "a.parquet", file, format.Options{Reading: format.Reading{Zone: zone}})
			if err == nil || !strings.HasSuffix(err.Error(), "outside the years 0 to 9999 in UTC") || !strings.HasPrefix(err.Error(), "a.parquet: row 0 (row group 0): column t: ") {
				t.Errorf("%s in %q: %v", name, zone, err)
			}
		}
	}
}
