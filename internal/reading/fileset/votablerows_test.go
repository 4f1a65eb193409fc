package fileset

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/tier"
	"flyby/trajectory/format"
)

// TestPlainRows: rows of TABLEDATA are read alike, with the same errors at the same lines, whether they are written
// plainly or so that the reader of tags reads them, with any contents.
func TestPlainRows(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(47, 2))
	numbers := []string{"0", "1", "-3", " 2.5", "4e0\n", "0.1", "1e-300", "123456789012345678901", "007", "+8", "0x10", "-1"}
	odd := []string{"", "nan", "<!-- 1 -->1", "<![CDATA[2]]>", "&#49;", "&lt;", "1 2", "\u00a03", "1e999", "\r\n5\t", "9223372036854775808", "<b>1</b>", "&none;", "<TR>"}
	cell := func() string {
		if r.IntN(12) == 0 {
			return odd[r.IntN(len(odd))]
		}
		return numbers[r.IntN(len(numbers))]
	}
	fields := []string{voFields, strings.Replace(voFields, `name="id" datatype="long"`, `name="id" datatype="char" arraysize="*"`, 1),
		strings.Replace(voFields, `name="t" datatype="double"`, `name="t" datatype="int"`, 1)}
	fields[1] += `<FIELD name="note" datatype="char" arraysize="*"/>`
	read, refused := 0, 0
	for n := range 400 {
		var data strings.Builder
		for row := range 1 + r.IntN(6) {
			cells := []string{fmt.Sprint(r.IntN(3)), fmt.Sprint(row), cell(), cell()}
			if n%3 == 1 {
				cells = append(cells, cell())
			}
			switch r.IntN(15) {
			case 0:
				cells = cells[:3]
			case 1:
				cells = slices.Insert(cells, r.IntN(4), cell())
			case 2:
				cells[r.IntN(2)] = cell()
			case 3:
				cells[0] = "a&amp;b"
			}
			between := []string{"", "\n", " \n\t", "", "\r\n", "", "\n", "", "<!-- -->", "text"}[r.IntN(10)]
			data.WriteString(between + "<TR>" + between)
			for _, c := range cells {
				data.WriteString("<TD>" + c + "</TD>" + between)
			}
			data.WriteString("</TR>\n")
		}
		plain := voTable(fields[n%3], "<TABLEDATA>"+data.String()+"</TABLEDATA>")
		byTags := strings.NewReplacer("<TR>", "<TR >", "<TD>", "<TD >").Replace(plain)
		for _, o := range []format.Options{{}, {Reading: format.Reading{SkipBadRows: true}}} {
			got, report, err := readText(t, "a.vot", plain, o)
			want, told, err1 := readText(t, "a.vot", byTags, o)
			if (err == nil) != (err1 == nil) || err != nil && err.Error() != strings.ReplaceAll(err1.Error(), "<TR >", "<TR>") {
				t.Fatalf("%s\n%v, by tags %v", plain, err, err1)
			}
			if refused++; err != nil {
				continue
			}
			read, refused = read+1, refused-1
			if dump(t, got) != dump(t, want) || fmt.Sprint(report.Reasons, report.Skipped) != fmt.Sprint(told.Reasons, told.Skipped) {
				t.Fatalf("%s\n%s%+v, by tags\n%s%+v", plain, dump(t, got), report, dump(t, want), told)
			}
		}
	}
	if read < 100 || refused < 100 {
		t.Errorf("%d tables are read and %d refused: too few to tell", read, refused)
	}
}
