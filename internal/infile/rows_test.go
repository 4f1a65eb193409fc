package infile

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// letters is a RowParser of records "key,value": a lower-case letter is a good row that is plainly written, a capital a good row that is
// not.
type letters struct {
	block *Block
	rows  []string
}

func (l *letters) Misses(text []byte, at int) (next int, misses bool) {
	next, _ = RecordEnd(text, at, ',', true)
	return next, strings.HasPrefix(string(text[at:]), "-")
}

func (l *letters) Fast(text []byte, at int) (next int, ok bool) {
	if text[at] < 'a' || text[at] > 'z' {
		return 0, false
	}
	next, _ = RecordEnd(text, at, ',', true)
	l.rows = append(l.rows, fmt.Sprintf("%d %s", l.block.Count, Chomp(text[at:next])))
	return next, true
}

func (l *letters) Slow(record []byte) (bad *Error, skip bool) {
	fields, bad := SplitRow(nil, record, ',', 2)
	if bad != nil {
		return bad, len(fields) < 3
	}
	l.rows = append(l.rows, fmt.Sprintf("%d %s|%s", l.block.Count, fields[0], fields[1]))
	return nil, true
}

// TestParse: records are told apart, rows know their lines, and bad rows are left out or end the block.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		text    string
		tests   bool
		fatal   *Error
		want    string
		count   int
		missed  int
		skipped int
		wrong   string // of Fatal
	}{
		{"a,1\nB,\"x\ny\"\nb,2\n", false, nil, "0 a,1; 1 B|x\ny; 3 b,2", 4, 0, 0, ""},
		{"-,\"1\n2\"\na,1\n-,3\n", true, nil, "2 a,1", 4, 2, 0, ""},
		{"-,1\na,1\n", false, nil, "0 -|1; 1 a,1", 2, 0, 0, ""},
		{"a,1\nB\nb,2\n", false, nil, "0 a,1; 2 b,2", 3, 0, 1, ""},
		{"a,1\nB,2,3\nb,2\n", false, nil, "0 a,1", 1, 0, 0, "1 3 columns where the header has 2"},
		{"a,1\n", false, &Error{Cause: "cut"}, "0 a,1", 1, 0, 0, "1 cut"},
		{"B,2,3\n", false, &Error{Cause: "cut"}, "", 0, 0, 0, "0 3 columns where the header has 2"},
		{"B,\"2\n", false, nil, "", 1, 0, 1, ""},
	} {
		b := NewBlock(0)
		b.Text, b.Fatal = []byte(c.text), c.fatal
		l := &letters{block: b}
		b.Parse(l, ',', c.tests)
		wrong := ""
		if b.Fatal != nil {
			wrong = fmt.Sprint(b.Fatal.Line, " ", b.Fatal.Cause)
		}
		if got := strings.Join(l.rows, "; "); got != c.want || b.Count != c.count || b.Missed != c.missed || b.Skipped != c.skipped || wrong != c.wrong {
			t.Errorf("%q: %q, %d lines, %d missed, %d skipped, %q", c.text, got, b.Count, b.Missed, b.Skipped, wrong)
		}
		if b.Reset(); b.Count+b.Missed+b.Skipped+len(b.Lines) != 0 {
			t.Errorf("%q: %+v after Reset", c.text, b)
		}
	}
}

// TestAhead: records are passed on until one decides, records that miss are not, and text that was read ahead stays.
func TestAhead(t *testing.T) {
	var text strings.Builder
	for row := range 300 {
		fmt.Fprintf(&text, "%d,%d\n", row%2, row)
	}
	misses := func(text []byte, at int) (int, bool) {
		next, _ := RecordEnd(text, at, ',', true)
		return next, text[at] == '1'
	}
	for _, until := range []int{0, 100, 298, 1000} {
		src := &Source{Data: strings.NewReader(text.String())}
		cut, b := NewSplitter(src, 50, nil), NewBlock(50)
		end := cut.Fill(b)
		seen := 0
		err := cut.Ahead(b, end, misses, func(record []byte) bool {
			seen++
			return string(record) == fmt.Sprintf("0,%d", until)
		})
		rest := NewBlock(0)
		var all []byte
		for err1 := error(nil); err1 != io.EOF; {
			if err1 = cut.Fill(rest); err1 != nil && err1 != io.EOF {
				t.Fatal(err1)
			}
			all = append(all, rest.Text...)
		}
		if err != nil || seen != min(until/2+1, 150) || string(b.Text)+string(all) != text.String() {
			t.Errorf("until %d: %v, %d records, %d and %d bytes", until, err, seen, len(b.Text), len(all))
		}
	}
}

// TestTally: rows of files add up, and the errors of a few bad rows are kept, in order.
func TestTally(t *testing.T) {
	var a, b Tally
	for i := range MostReasons - 1 {
		a.Skip(&Error{Cause: fmt.Sprint("a", i)})
	}
	for i := range 3 {
		b.Skip(&Error{Cause: fmt.Sprint("b", i)})
	}
	a.Rows, b.Rows, a.Missed, b.Missed, a.Bytes, b.Bytes, a.Files, b.Files = 10, 20, 3, 4, 100, 200, 1, 2
	a.Add(&b)
	if a.Rows != 30 || a.Skipped != MostReasons+2 || a.Missed != 7 || a.Bytes != 300 || a.Files != 3 || !slices.Equal(a.Reasons, []string{": a0", ": a1", ": a2", ": a3", ": b0"}) {
		t.Errorf("%+v", a)
	}
	if got := a.AllBad(7); got != "every one of 23 rows is bad, such as : a0" {
		t.Error(got)
	}
	if got := (&Tally{Rows: 2}).AllBad(0); got != "every one of 2 rows is bad" {
		t.Error(got)
	}
}

// TestLedger: rows and errors of blocks have the lines of the file, or numbers computed from the lines.
func TestLedger(t *testing.T) {
	l := Ledger{Source: &Source{Name: "f"}, Next: 2}
	for range 2 {
		b := NewBlock(0)
		b.Count, b.Missed = 4, 1
		b.Drop(&Error{Line: 1, Cause: "bad"}, true)
		b.Lines.Add(0, 3)
		l.Lines.AddAll(b.Lines, l.Rows, l.Next)
		l.Rows++
		l.Leave(b)
	}
	if l.Next != 10 || l.Missed != 2 || l.Skipped != 2 || !slices.Equal(l.Reasons, []string{"f:3: bad", "f:7: bad"}) {
		t.Errorf("%+v", l)
	}
	for row, line := range []int{5, 9} {
		if got := l.Place(row); got.File != "f" || got.Line != line {
			t.Errorf("row %d: %+v", row, got)
		}
	}
	l.Number = func(e *Error) { e.Record, e.Line = e.Line, 0 }
	if got := l.Place(1); got.Record != 9 || got.Line != 0 {
		t.Errorf("%+v", got)
	}
	if got := l.Placed(&Error{Line: 1}); got.Record != 11 || got.Line != 0 {
		t.Errorf("%+v", got)
	}
}

// TestSqueezed: one blank is left between fields and none around a line; blanks between quotes stay, and no line changes the next.
func TestSqueezed(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "\n": "\n", "  \n": "\n", "a\n": "a\n", " a  b \n": "a b\n", "a b\r\n": "a b\r\n", "  a \r\n  b\r\n": "a\r\nb\r\n",
		"\"a  b\"  c\n": "\"a  b\" c\n", "a \"\" \n": "a \"\"\n", "x\" y\n  a  b\n": "x\" y\na b\n", "\t a\n": "\t a\n",
	} {
		if got := string(Squeezed([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
