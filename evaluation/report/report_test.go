package report

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// sample returns a document with every kind of block and cell.
func sample() Document {
	t := Table{
		Title: "Table 2", Caption: "Differences * in percent", Notes: []string{"A note on <S1>."},
		Columns: []Column{{Head: "Algorithm", Left: true}, {Head: "S1"}, {Head: "S1, paper", Paper: true}},
	}
	t.Add(Word("periodic_best"), Percent(0.371, 2), Number(0.37, 2))
	t.Add(Word("a|b"), Percent(0, 2).Strong(true), None())
	t.Add(Word("the paper").FromPaper(), Percent(1, 2).FromPaper(), Word(""))
	plain := Table{Columns: []Column{{Head: "what", Left: true}, {Head: "is", Left: true}}}
	plain.Add(Word("cpu"), Word("a cpu & more"))
	return Document{
		Title: "A report",
		Intro: []Block{Text("What it is."), {Table: &plain}},
		Sections: []Section{
			{Title: "Batches, §7.4", Blocks: []Block{Text("Text with <marks> & *stars*."), {Table: &t}}},
			{Title: "Figures", Blocks: []Block{{Figure: &Figure{
				ID: "figure-07", Title: "Figure 7", Caption: "Response time over s.",
				Panels: []Panel{{Label: "a", Caption: "S1", SVG: "<svg><title>S1</title></svg>"}, {Label: "b", Caption: "S2", SVG: "<svg/>"}},
			}}}},
		},
	}
}

func TestGolden(t *testing.T) {
	for name, write := range map[string]func(io.Writer, Document) error{
		"sample.md": WriteMarkdown, "sample.html": WriteHTML,
	} {
		var got bytes.Buffer
		if err := write(&got, sample()); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name)
		if *rewrite {
			if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s is not what is written (-rewrite writes it anew); got:\n%s", path, got.Bytes())
		}
	}
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		got  Cell
		want string
	}{
		{Count(7), "7"}, {Count(999), "999"}, {Count(40_000), "40,000"}, {Count(uint64(1_000_000)), "1,000,000"}, {Count(-1234), "-1,234"},
		{Seconds(2.08), "2.08 s"}, {Seconds(31.62), "31.6 s"}, {Seconds(0.0456), "45.6 ms"}, {Seconds(7.891e-6), "7.89 µs"},
		{Seconds(0.9996), "1.00 s"}, {Seconds(123.4), "123 s"}, {Seconds(0), "0.00 s"}, {Seconds(math.NaN()), "-"}, {Seconds(0.0009997), "1.00 ms"},
		{Percent(6.31, 1), "6.3 %"}, {Percent(math.NaN(), 1), "-"}, {Number(1.005e3, 0), "1005"},
		{Times(15.2), "15.2 x"}, {Times(3.3), "3.30 x"}, {Times(142.3), "142 x"}, {Times(math.Inf(1)), "-"},
		{Date(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), "2026-01-02 03:04 UTC"},
	} {
		if c.got.Text != c.want {
			t.Errorf("got %q, want %q", c.got.Text, c.want)
		}
	}
}

func TestSave(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	if err := Save(folder, sample()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.md", "report.html", "figures/figure-07-a.svg", "figures/figure-07-b.svg"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Save(filepath.Join(folder, "report.md", "below-a-file"), sample()); err == nil {
		t.Error("saved below a file")
	}
}
