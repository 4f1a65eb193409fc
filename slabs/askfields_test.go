package slabs

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// TestFields: each field of a job.Ask is in the manifest, or changes no answer, or is refused. A new field must be added to one of the lists.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		of   any
		kept string // its name in the manifest
		not  string
	}{
		{job.Ask{}, "Inputs Question", "Machine Watch"},
		{job.Inputs{}, "Entries Queries Read", "EntryData QueryData EntryFiles QueryFiles QueryRead PointRead QueryPointRead Plan Zones"},
		{question.Question{}, "Search Stages Level Answer", "Kind Group Points With Geometry"},
		{question.Stages{}, "MergeGap Parts MinDuration Top Limit Count Having", ""},
		{flyby.Search{}, "Distance From To ExcludeSameID Vertical VerticalStrict ExactTimes", "Queries Batching Plan K MaxDistance Zones"},
		{format.Options{}, "Columns Upright SortTimes KeepFirst Preset Height ID Units ColumnUnits MaxGap MaxSpeed Radius Curve OrbitCurve Ahead Behind Stale Now",
			"Reading Feet KeepDegrees Places UnitsKnown Attributes FirstValues Formats Separators Said Stamped Take Stamps Marked Locating Needs MayBePlaces Other Given Taken Seen SomeTimes ValueRows Into Pieces unjoined States NowOf Sets Window"},
		{format.Reading{}, "Format Where LonLat Zone TimeLayout SkipBadRows", "Progress Threads Stdin Folder Times Tests Archives Side"},
	} {
		known := append(strings.Fields(c.kept), strings.Fields(c.not)...)
		for _, f := range reflect.VisibleFields(reflect.TypeOf(c.of)) {
			if len(f.Index) == 1 && !slices.Contains(known, f.Name) {
				t.Errorf("%T: the manifest does not know of %s", c.of, f.Name)
			}
		}
	}
}
