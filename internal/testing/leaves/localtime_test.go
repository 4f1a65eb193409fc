package leaves_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"flyby/internal/localtime"
	"flyby/internal/rfc3339"
)

// reader makes a reader, without a zone and a layout where those are empty.
func reader(t testing.TB, zone, layout string) *localtime.Reader {
	t.Helper()
	var r localtime.Reader
	var err error
	if zone != "" {
		if r.Zone, err = localtime.ParseZone(zone); err != nil {
			t.Fatal(err)
		}
	}
	if layout != "" {
		if r.Layout, err = localtime.ParseLayout(layout); err != nil {
			t.Fatal(err)
		}
	}
	return &r
}

func TestLocaltimeParse(t *testing.T) {
	const danish, berlin = "DD/MM/YYYY hh:mm:ss", "Europe/Berlin"
	for _, c := range []struct{ zone, layout, text, want string }{
		{"", "", "2024-05-01T12:00:00.5Z", "2024-05-01T12:00:00.5Z"},
		{"", "", "2024-05-01T12:00:00", "no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does"},
		{"UTC", "", "2024-05-01 12:00:00", "2024-05-01T12:00:00Z"},
		{"utc", "", "2024-05-01 12:00:00.25", "2024-05-01T12:00:00.25Z"},
		{"UTC", "", "2024-05-01T12:00:00+02:00", "2024-05-01T10:00:00Z"},
		{"+05:30", "", "2024-05-01T12:00:00", "2024-05-01T06:30:00Z"},
		{"-03:00", "", "2024-05-01T23:00:00", "2024-05-02T02:00:00Z"},
		{berlin, "", "2024-01-01T12:00:00", "2024-01-01T11:00:00Z"},
		{berlin, "", "2024-07-01T12:00:00", "2024-07-01T10:00:00Z"},
		{berlin, "", "2024-03-31T01:59:59.999", "2024-03-31T00:59:59.999Z"},
		{berlin, "", "2024-03-31T02:30:00", "the clocks of Europe/Berlin skipped it"},
		{berlin, "", "2024-03-31T03:00:00", "2024-03-31T01:00:00Z"},
		{berlin, "", "2024-10-27T01:59:59", "2024-10-26T23:59:59Z"},
		{berlin, "", "2024-10-27T02:00:00", "the clocks of Europe/Berlin showed it twice: times need an offset from UTC there"},
		{berlin, "", "2024-10-27T02:59:59.9", "the clocks of Europe/Berlin showed it twice: times need an offset from UTC there"},
		{berlin, "", "2024-10-27T02:30:00+02:00", "2024-10-27T00:30:00Z"},
		{berlin, "", "2024-10-27T03:00:00", "2024-10-27T02:00:00Z"},
		{berlin, "", "2099-07-01T12:00:00", "2099-07-01T10:00:00Z"},
		{"Pacific/Apia", "", "2011-12-30T12:00:00", "the clocks of Pacific/Apia skipped it"},
		{"Pacific/Apia", "", "2011-12-31T12:00:00", "2011-12-30T22:00:00Z"},
		{"UTC", danish, "31/12/2015 23:59:59", "2015-12-31T23:59:59Z"},
		{"UTC", danish, "31/12/2015 23:59:59.125", "2015-12-31T23:59:59.125Z"},
		{"", danish, "31/12/2015 23:59:59", "no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does"},
		{"", danish, "31/12/2015 23:59:59Z", "2015-12-31T23:59:59Z"},
		{"UTC", danish, "12/31/2015 23:59:59", "no such date"},
		{"UTC", danish, "31/12/2015 24:00:00", "no such time of day"},
		{"UTC", danish, "31/12/2015 23:59:60", "a leap second has no Unix time of its own"},
		{"UTC", danish, "2015-12-31 23:59:59", "not a time such as DD/MM/YYYY hh:mm:ss"},
		{"UTC", danish, "31/12/2015", "not a time such as DD/MM/YYYY hh:mm:ss"},
		{"UTC", "YYYYMMDDhhmm", "201512312359", "2015-12-31T23:59:00Z"},
		{"UTC", "YYYYMMDDhhmm", "201512312359.5", "not a time such as YYYYMMDDhhmm"},
		{"UTC", "hh:mm:ss MM-DD-YYYY", "01:02:03 05-06-2007", "2007-05-06T01:02:03Z"},
		{"UTC", "", "2024-05-01", "2024-05-01T00:00:00Z"},
		{"", "", "2024-05-01", "a date, whose midnight is that of a zone: tell it as --tz UTC does"},
		{berlin, "", "2024-01-01", "2023-12-31T23:00:00Z"},
		{berlin, "", "2024-07-01", "2024-06-30T22:00:00Z"},
		{"+05:30", "", "2024-05-01", "2024-04-30T18:30:00Z"},
		{"UTC", "", "2023-02-29", "no such date"},
		{"UTC", "", "2024-05-01Z", "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z; --time-layout says another order"},
		{"UTC", "YYYY-MM-DD", "2024-05-01Z", "2024-05-01T00:00:00Z"},
		{"UTC", "", "noon", "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z"},
		{"UTC", "", "10:00", "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z"},
		{"", "", "2024-05-01T12:00Z", "2024-05-01T12:00:00Z"},
		{berlin, "", "2024-07-01 12:00", "2024-07-01T10:00:00Z"},
		{berlin, "", "2024-07-01 12:00+00", "2024-07-01T12:00:00Z"},
		{"", "", "2024-05-01 12:00", "no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does"},
		{"", "", "2024-07-30 06:00:00.125000000 UTC", "2024-07-30T06:00:00.125Z"},
		{"", "", "2024-07-30 06:00:00 +0200 CEST", `"CEST" behind its offset is no name of a zone that is read: UTC and GMT are`},
		{berlin, "", "2024-07-30 06:00:00 CEST", `" CEST" is no offset from UTC such as Z, UTC, +01:00, +0100 or +01`},
		{"", "", "00:00:02", "1970-01-01T00:00:02Z"},
		{berlin, "", "1:00:00:02.5", "1970-01-02T00:00:02.5Z"},
		{"UTC", "", "24:00:01", "no such time of day"},
		{"UTC", danish, "00:00:02", "not a time such as DD/MM/YYYY hh:mm:ss"},
		{"UTC", "Mon D YYYY h:m AM", "Jul 30 2024 6:17 PM", "2024-07-30T18:17:00Z"},
		{"UTC", "Mon D YYYY h:m PM", "JUL 3 2024 12:05 am", "2024-07-03T00:05:00Z"},
		{berlin, "D-Mon-YYYY h:mPM", "3-feb-2024 12:05Pm", "2024-02-03T11:05:00Z"},
		{"", "M/D/YYYY h:m:s AM", "7/30/2024 6:17:43.125 PM+02", "2024-07-30T16:17:43.125Z"},
		{"UTC", "M/D/YYYY h:m:s AM", "7/30/2024 6:17:43. PM", "no digit after the decimal point"},
		{"UTC", "M/D/YYYY h:m AM", "7/30/2024 13:17 PM", "no such time of day: hours with AM or PM are 1 to 12"},
		{"UTC", "M/D/YYYY h:m AM", "7/30/2024 0:17 AM", "no such time of day: hours with AM or PM are 1 to 12"},
		{"UTC", "M/D/YYYY h:m AM", "7/30/2024 6:17", "not a time such as M/D/YYYY h:m AM"},
		{"UTC", "M/D/YYYY h:m AM", "7/30/2024 6:17 PM.5", "not a time such as M/D/YYYY h:m AM"},
		{"UTC", "Mon D YYYY", "Juli 30 2024", "not a time such as Mon D YYYY"},
		{"UTC", "Mon D YYYY", "Jux 30 2024", "not a time such as Mon D YYYY"},
		{"UTC", "DDMonYYYY", "30Dec2024", "2024-12-30T00:00:00Z"},
		{"UTC", "DMonYYYY", "3Dec2024", "2024-12-03T00:00:00Z"},
		{"UTC", `"day" YYYY-MM-DD "at" hh'h'mm`, "day 2024-05-01 at 12h30", "2024-05-01T12:30:00Z"},
		{"UTC", `YYYY-MM-DD hh:mm:ss'"Uhr"'`, `2024-05-01 12:30:00.5"Uhr"`, "2024-05-01T12:30:00.5Z"},
		{"UTC", `YYYY-MM-DD"T"hh:mm:ss"Z"`, "2024-05-01T12:30:00.5Z", "2024-05-01T12:30:00.5Z"},
		{"", `YYYY-MM-DD"T"hh:mm:ss"Z"`, "2024-05-01T12:30:00Z", "no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does"},
		{"UTC", "hh:mm:ss.DD.MM.YYYY", "01:02:03.05.06.2007", "2007-06-05T01:02:03Z"},
		{"America/Sao_Paulo", "", "2017-10-15", "the clocks of America/Sao_Paulo skipped it"}, // the clocks went from 24:00 to 01:00
		{"UTC", "M/D/YYYY h:m", "5/1/2024 9:07", "2024-05-01T09:07:00Z"},
		{"UTC", "M/D/YYYY h:m", "05/01/2024 09:07", "2024-05-01T09:07:00Z"},
		{"UTC", "M/D/YYYY h:m", "12/31/2024 23:59", "2024-12-31T23:59:00Z"},
		{"UTC", "M/D/YYYY h:m", "12/31/2024 23:59+01:00", "2024-12-31T22:59:00Z"},
		{"UTC", "M/D/YYYY h:m", "123/1/2024 9:07", "not a time such as M/D/YYYY h:m"},
		{"UTC", "M/D/YYYY h:m", "/1/2024 9:07", "not a time such as M/D/YYYY h:m"},
		{"UTC", "M/D/YYYY h:m", "5/1/2024 9:", "not a time such as M/D/YYYY h:m"},
		{"UTC", "M/D/YYYY h:m", "5/1/24 9:07", "not a time such as M/D/YYYY h:m"},
		{"UTC", "M/D/YYYY h:m", "13/1/2024 9:07", "no such date"},
		{"UTC", "M/D/YYYY h:m:s", "5/1/2024 9:07:3.25", "2024-05-01T09:07:03.25Z"},
		{"UTC", "M/D/YYYY h:m", "5/1/2024 9:07.5", "not a time such as M/D/YYYY h:m"},
		{"UTC", "D.M.YYYY", "1.5.2024", "2024-05-01T00:00:00Z"},
		{berlin, "DD/MM/YYYY", "01/05/2024", "2024-04-30T22:00:00Z"},
		{"", "DD/MM/YYYY", "01/05/2024", "a date, whose midnight is that of a zone: tell it as --tz UTC does"},
		{"UTC", "DD/MM/YYYY", "01/05/2024.5", "not a time such as DD/MM/YYYY"},
		{"UTC", "YYYYMMDD", "20240501", "2024-05-01T00:00:00Z"},
		{"UTC", "", "9999-12-31T23:59:60", "a leap second has no Unix time of its own"},
		{"-01:00", "", "9999-12-31T23:59:59", "outside the years 0 to 9999 in UTC"},
	} {
		sec, err := reader(t, c.zone, c.layout).Parse(c.text)
		got := rfc3339.Format(sec)
		if exact, bad := reader(t, c.zone, c.layout).Exact(c.text); (bad == nil) != (err == nil) || err == nil && exact.Cmp(new(big.Rat).SetFloat64(sec)) != 0 && !strings.Contains(c.text, ".999") {
			t.Errorf("%q in %q as %q: exactly %v, %v, not %v", c.text, c.zone, c.layout, exact, bad, sec)
		}
		if err != nil {
			got = err.Error()
			if !strings.HasSuffix(got, ": "+c.want) {
				t.Errorf("%q in %q as %q: %s, want %s", c.text, c.zone, c.layout, got, c.want)
			}
			continue
		}
		if got != c.want {
			t.Errorf("%q in %q as %q: %s, want %s", c.text, c.zone, c.layout, got, c.want)
		}
	}
}

func TestBadZones(t *testing.T) {
	for _, name := range []string{"", "Local", "Mars/Olympus", "+1", "+25:00", "01:00", "../UTC"} {
		if z, err := localtime.ParseZone(name); err == nil || !strings.Contains(err.Error(), "must be UTC") {
			t.Errorf("%q: %v, %v", name, z.String(), err)
		}
	}
}

func TestBadLayouts(t *testing.T) {
	for _, text := range []string{"", "YYYY-MM", "YYYY-MM-DD hh", "YYYY-MM-DD ss", "YYYY-MM-DD mm:ss", "YYYYMDD", "MDYYYY", "YYYY/MM/M/DD", "D/D/M/YYYY", "YY-MM-DD hh:mm", "YYYY-MM-DD hh:mm:ss a", "Mon MM DD YYYY", "Mon YYYY", "D/M/YYYY AM", "D/M/YYYY h:m AM PM", "D'1'/M/YYYY", "D/M/YYYY ''", `D/M/YYYY "x`, `D/M/YYYY "x'`, "Month D YYYY", "D/M/YYYY h:m am", "YYYY-MM-DD hh:mm:ss ss", "YYYY MM DD hh mm 3", "é YYYY MM DD hh mm", strings.Repeat(" ", 60) + "YYYY MM DD hh mm"} {
		if _, err := localtime.ParseLayout(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// TestZonesAgreeWithTime compares local times with package time: each local time that occurs once
// comes back, and one that occurs twice or never is refused.
func TestZonesAgreeWithTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 3))
	for _, name := range []string{"Europe/Copenhagen", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "America/Juneau", "Asia/Manila", "Antarctica/Troll"} {
		place, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		r := reader(t, name, "")
		for range 300 {
			at := time.Unix(rng.Int64N(8_000_000_000)-4_000_000_000, 0).In(place)
			if rng.IntN(2) == 0 { // near a change of the clocks
				if _, end := at.ZoneBounds(); !end.IsZero() {
					at = end.Add(time.Duration(rng.IntN(4*86400)-2*86400) * time.Second).In(place)
				}
			}
			shown := at.Format("2006-01-02T15:04:05")
			again := 0
			for h := -30 * time.Hour; h <= 30*time.Hour; h += 15 * time.Minute {
				if u := at.Add(h); u.Format("2006-01-02T15:04:05") == shown {
					again++
				}
			}
			sec, err := r.Parse(shown)
			if err == nil && (again > 1 || sec != float64(at.Unix())) {
				t.Fatalf("%s in %s: %v, want %d, shown %d times", shown, name, sec, at.Unix(), again)
			}
			if err != nil && !strings.Contains(err.Error(), "twice") {
				t.Fatal(err)
			}
		}
	}
}

// TestFormOfTimes: the first time that is read decides whether times have dates, and a time of the other form is refused by that name.
func TestFormOfTimes(t *testing.T) {
	const noDay, ofDay, dated = "no time of day such as 00:00:02 or 1:00:00:02, as the times before it are", "a time of day without its date, where times have dates", "a time with its date, among times of day"
	for _, c := range []struct {
		texts, want string
		ofDay       bool
	}{
		{"00:00:02|23:59:59.5|1:00:00:00", "2|86399.5|86400", true},
		{"noon|00:00:02|2024-05-01T12:00:00|2024-05-01T12:00Z|12|00:00:03", "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z|2|" + dated + "|" + dated + "|" + noDay + "|3", true},
		{"1970-01-01T00:00:07Z|00:00:02|1970-01-01T00:00Z", "7|" + ofDay + "|0", false},
		{"1970-01-01T00:00:07|00:00:02", "no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does|" + ofDay, false},
		{"1970-02-30|00:00:02", "no such date|" + ofDay, false},
		{"00:00:99|1970-01-01T00:00:07Z|00:00:99", "no such time of day|7|" + ofDay, false},
	} {
		var r localtime.Reader
		var got []string
		for text := range strings.SplitSeq(c.texts, "|") {
			if sec, err := r.Parse(text); err != nil {
				got = append(got, errors.Unwrap(err).Error())
			} else {
				got = append(got, strconv.FormatFloat(sec, 'f', -1, 64))
			}
		}
		if all := strings.Join(got, "|"); all != c.want || r.OfDay() != c.ofDay {
			t.Errorf("%s: %s, want %s; of day %v", c.texts, all, c.want, r.OfDay())
		}
	}
}

// FuzzParse: a time without an offset equals the same with Z, and the same in RFC 3339; nothing
// panics.
func FuzzParse(f *testing.F) {
	f.Add("31/12/2015 23:59:59", "DD/MM/YYYY hh:mm:ss", "Europe/Berlin")
	f.Add("2024-03-31T02:30:00.5", "", "Europe/Berlin")
	f.Add("201512312359", "YYYYMMDDhhmm", "+01:00")
	f.Add("5/1/2024 9:7:3.5", "M/D/YYYY h:m:s", "UTC")
	f.Add("2024-05-01", "", "Europe/Berlin")
	f.Add("1:00:00:02.25", "", "UTC")
	f.Add("2024-05-01 12:00 +0000 UTC", "", "UTC")
	f.Add("Jul 30 2024 6:17:43.5 pm", "Mon D YYYY h:m:s AM", "UTC")
	f.Add("at 6h1 on 30.7.2024", `"at" h'h'm "on" D.M.YYYY`, "UTC")
	f.Fuzz(func(t *testing.T, text, layout, zone string) {
		var r localtime.Reader
		var err error
		if layout != "" {
			if r.Layout, err = localtime.ParseLayout(layout); err != nil {
				return
			}
		}
		if r.Zone, err = localtime.ParseZone(zone); err != nil {
			return
		}
		sec, err := r.Parse(text)
		if err != nil {
			return
		}
		exact, err := r.Exact(text)
		if err != nil {
			t.Fatalf("%q is %v, and exactly %v", text, sec, err)
		}
		if rounded, _ := exact.Float64(); rounded != sec {
			t.Errorf("%q is %v, and exactly %v", text, sec, exact)
		}
		if back, err := rfc3339.Parse(rfc3339.Format(sec)); err != nil || math.Float64bits(back) != math.Float64bits(sec) {
			t.Errorf("%q is %v, which comes back as %v, %v", text, sec, back, err)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for name, c := range map[string][3]string{
		"rfc3339": {"UTC", "", "2015-12-31 23:59:59"}, "danish": {"UTC", "DD/MM/YYYY hh:mm:ss", "31/12/2015 23:59:59"},
		"berlin": {"Europe/Berlin", "", "2015-12-31 23:59:59"},
	} {
		b.Run(name, func(b *testing.B) {
			r := reader(b, c[0], c[1])
			for b.Loop() {
				if _, err := r.Parse(c[2]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestNewReader: a zone and a layout, each given or not, and invalid ones.
func TestNewReader(t *testing.T) {
	for _, c := range []struct {
		zone, layout, text string
		want               float64
	}{
		{"", "", "1970-01-01T00:00:07Z", 7},
		{"+01:00", "", "1970-01-01T01:00:07", 7},
		{"UTC", "DD.MM.YYYY hh:mm", "02.01.1970 00:01", 86460},
		{"-01:00", "D.M.YYYY", "2.1.1970", 90000},
	} {
		r, err := localtime.NewReader(c.zone, c.layout)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Parse(c.text); err != nil || got != c.want {
			t.Errorf("%q in %q, %q: %v, %v", c.text, c.zone, c.layout, got, err)
		}
	}
	for _, c := range [][2]string{{"Mars", ""}, {"", "YYYY"}} {
		if _, err := localtime.NewReader(c[0], c[1]); err == nil {
			t.Errorf("%q: no error", c)
		}
	}
}
