package parquet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"flyby/trajectory/format/formattest"
)

// TestLists: lists of a table, row group by row group; an error of take is returned as it is.
func TestLists(t *testing.T) {
	table, err := Open(formattest.OnDisk(t, tableOf(t, 2, []formattest.ARow{{List: []int64{1, -2}}, {List: nil}, {List: []int64{math.MinInt64}}})))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	take := func(l List) error {
		got = append(got, fmt.Sprint(l.Values))
		return nil
	}
	for group := range table.Groups {
		if err := table.Lists(context.Background(), group, "list", 9, take); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(got, []string{"[1 -2]", "[]", "[-9.223372036854776e+18]"}) || !table.HasLists("list") || table.HasLists("v") || table.HasLists("nothing") {
		t.Errorf("%q", got)
	}
	enough := errors.New("enough")
	if err := table.Lists(context.Background(), 0, "list", 9, func(List) error { return enough }); err != enough {
		t.Error(err)
	}
	if err := table.Lists(context.Background(), 0, "v", 9, take); err == nil || !strings.Contains(err.Error(), "column v: holds no lists of numbers") {
		t.Error(err)
	}
}
