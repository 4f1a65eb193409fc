package format

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestIDNames: which names are names of ids.
func TestIDNames(t *testing.T) {
	for name, want := range map[string]bool{
		"id": true, "ID": true, "customer_id": true, "CUSTOMER_ID": true, "customerID": true, "customerId": true, "user2ID": true, "index": true, "Index": true,
		"fid": true, "FID": true, "mmsi": true, "MMSI": true, "key": true, "x": false, "grid": false, "GRID": false, "humidity": false, "valid": false, "monkey": false,
		"idle": false, "id_x": false, "reindex": false, "": false, "_id": true,
	} {
		if isIDName(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}

// TestGuessedIDs: distinct integers in a column that is named as ids are, are the ids; the report names the column, and another reading.
func TestGuessedIDs(t *testing.T) {
	ids := map[string]string{"id": "customer_id"}
	for _, c := range []struct {
		text                string
		o                   Options
		want, id, otherwise string
	}{
		{"customer_id,a,b\n7,1,2\n8,3,4\n", Options{}, "7=[1 2] 8=[3 4]", "customer_id", "x1=customer_id,x2=a,x3=b"},
		{"a,shopID,b\n1,-7,2\n3,+8,4\n", Options{}, "-7=[1 2] +8=[3 4]", "shopID", "x1=a,x2=shopID,x3=b"},
		{"a,MMSI\n1, 7 \n2,18446744073709551615\n", Options{}, "7=[1] 18446744073709551615=[2]", "MMSI", "x1=a,x2=MMSI"},
		{"index,key,a\n1,5,2\n2,5,4\n", Options{}, "1=[5 2] 2=[5 4]", "index", "id=index,x1=a"},
		{"device_id,index,a\nz,5,2\ny,6,4\n", Options{}, "5=[2] 6=[4]", "index", "x1=index,x2=a"},
		{"customer_id,a\n1.5,2\n2,4\n", Options{}, "0=[1.5 2] 1=[2 4]", "", "x1=a"},
		{"key\n3\n3\n", Options{}, "0=[3] 1=[3]", "", ""},
		{"x,y\n3,4\n", Options{}, "0=[3 4]", "", "id=x,x1=y"},
		{"id,a,b\nz,1,2\n", Options{}, "z=[1 2]", "id", "x1=a,x2=b"},
		{"customer_id,a,it's,c d\n7,1,2,3\n", Options{}, "7=[1 2 3]", "customer_id", `'x1=customer_id,x2=a,x3=it'\''s,x4=c d'`},
		{"customer_id,a,b\nz,1,2\ny,3,4\n", Options{Columns: ids}, "z=[1 2] y=[3 4]", "customer_id", "x1=a,x2=b"},
		{"id,customer_id,a,b\n1,7,1,2\n1,8,3,4\n", Options{Columns: ids}, "7=[1 1 2] 8=[1 3 4]", "customer_id", "id=customer_id,x1=a,x2=b"},
		{"customer_id,a,b\n7,1,2\n7,3,4\n", Options{Columns: map[string]string{"x1": "customer_id", "x2": "a"}}, "0=[7 1] 1=[7 3]", "", ""},
		{"customer_id,name,a\n7,x,1\n7,y,2\n8,y,3\n", Options{Reading: Reading{Where: conditions(t, "name=y")}}, "7=[2] 8=[3]", "customer_id", "x1=customer_id,x2=a"},
	} {
		s, r, err := readText(t, c.text, c.o)
		if err != nil || shown(s) != c.want || r.ID != c.id || r.Otherwise != c.otherwise {
			t.Errorf("%q: %v, id %q, otherwise %s, %v; want %s, id %q, otherwise %s", c.text, s, r.ID, r.Otherwise, err, c.want, c.id, c.otherwise)
		}
	}
}

// TestGuessedIDsLonLat: points in degrees have guessed ids, too, and --columns id=NAME alone leaves their coordinates lon and lat.
func TestGuessedIDsLonLat(t *testing.T) {
	for _, o := range []Options{{Reading: Reading{LonLat: true}}, {Reading: Reading{LonLat: true}, Columns: map[string]string{"id": "mmsi"}}} {
		s, r, err := readText(t, "mmsi,lat,lon\n7,1,2\n8,3,4\n", o)
		if err != nil || s.Dimensions() != 3 || s.IDs().ID(1) != "8" || strings.Join(r.Columns, " ") != "lon lat" || r.Otherwise != "x1=lon,x2=lat" {
			t.Errorf("%v, %+v, %v", s, r, err)
		}
	}
}

// TestNotIDs: a column that is named as ids are, and further down has a value twice or one that is no integer, is an error with both
// commands, also where bad rows are left out.
func TestNotIDs(t *testing.T) {
	const (
		leftOut = "; --columns x1=a,x2=b "
		taken   = ": the number of the row is the id then; --columns x1=customer_id,x2=a,x3=b takes it for a coordinate"
		guess   = ": column customer_id was taken for the ids by its name" + leftOut + "leaves it out" + taken
	)
	for text, want := range map[string]string{
		"customer_id,a,b\n7,1,2\n8,1,2\n7,3,4\n": `:4: column customer_id: "7": the id of line 2 too, and ids are there once` + leftOut + "reads points that share theirs, as pings do" + taken,
		"customer_id,a,b\n7,1,2\n8.5,3,4\n":      `:3: column customer_id: "8.5": no integer` + guess,
		"customer_id,a,b\n7,1,2\n\"c\",3,4\n":    `:3: column customer_id: "c": no integer` + guess,
		"customer_id,a,b\n7,1,2\n,3,4\n":         `:3: column customer_id: "": no integer` + guess,
	} {
		for _, skip := range []bool{false, true} {
			if s, _, err := readText(t, text, Options{Reading: Reading{SkipBadRows: skip}}); err == nil || err.Error() != want {
				t.Errorf("%q: %v, %v\nwant %s", text, s, err, want)
			}
		}
	}
	if _, _, err := readText(t, "key,key,a\n1,2,3\n", Options{}); err == nil || err.Error() != ":1: two columns key" {
		t.Error(err)
	}
}

// TestGuessedIDsParquet: in Parquet the type of a column says whether it holds integers, and lists are coordinates beside ids.
func TestGuessedIDsParquet(t *testing.T) {
	type numbers struct {
		ID *int32  `parquet:"customer_id,optional"`
		A  float64 `parquet:"a"`
	}
	type listForm struct {
		V   []float64 `parquet:"v,list"`
		Key uint16    `parquet:"key"`
	}
	type floats struct {
		ID float64 `parquet:"customer_id"`
		A  float64 `parquet:"a"`
	}
	one, two := int32(1), int32(2)
	if s, r, err := readLists(t, []numbers{{&two, 5}, {&one, 6}}, Options{}); err != nil || shown(s) != "2=[5] 1=[6]" || r.ID != "customer_id" || r.Otherwise != "x1=customer_id,x2=a" {
		t.Errorf("%v, %+v, %v", s, r, err)
	}
	if s, r, err := readLists(t, []listForm{{[]float64{1, 2}, 9}, {[]float64{3, 4}, 8}}, Options{}); err != nil || shown(s) != "9=[1 2] 8=[3 4]" || r.ID != "key" || r.Otherwise != "" {
		t.Errorf("%v, %+v, %v", s, r, err)
	}
	if s, r, err := readLists(t, []floats{{1, 2}}, Options{}); err != nil || shown(s) != "0=[1 2]" || r.ID != "" || r.Otherwise != "x1=a" {
		t.Errorf("%v, %+v, %v", s, r, err)
	}
	for want, rows := range map[string][]numbers{"the id of row 0 too": {{&one, 1}, {&one, 2}}, "missing: column customer_id was taken": {{&one, 1}, {nil, 2}}} {
		_, _, err := readLists(t, rows, Options{Reading: Reading{SkipBadRows: true}})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--columns x1=a ") || !strings.Contains(err.Error(), "--columns x1=customer_id,x2=a takes") {
			t.Errorf("%v, want %s and both commands", err, want)
		}
	}
}

// TestParquetIDTypes: UUIDs and unsigned integers are ids, written as in text; floats are none, and the error says what to cast them to.
func TestParquetIDTypes(t *testing.T) {
	type uuids struct {
		ID [16]byte `parquet:"id,uuid"`
		A  float64  `parquet:"a"`
	}
	type hashes struct {
		Key uint64  `parquet:"key"`
		A   float64 `parquet:"a"`
	}
	type floats struct {
		ID float64 `parquet:"id"`
		A  float64 `parquet:"a"`
	}
	if s, _, err := readLists(t, []uuids{{[16]byte{0: 0xAB, 15: 1}, 5}}, Options{}); err != nil || shown(s) != "ab000000-0000-0000-0000-000000000001=[5]" {
		t.Errorf("%v, %v", s, err)
	}
	for _, last := range []uint64{8, math.MaxUint64} {
		s, r, err := readLists(t, []hashes{{7, 5}, {last, 6}}, Options{})
		if want := fmt.Sprintf("7=[5] %d=[6]", last); err != nil || shown(s) != want || s.IDs().IntIDs() != (last == 8) || r.ID != "key" {
			t.Errorf("%v, %+v, %v, want %s", s, r, err, want)
		}
	}
	for want, rows := range map[string][]floats{
		`row 1 (row group 0): column id: "2.5": no integer, and type DOUBLE is not one that flyby reads here: ids are integers or text: cast them to BIGINT or VARCHAR`: {{1, 2}, {2.5, 3}},
		"column id: type DOUBLE is not one that flyby reads here, though all values are integers: ids are integers or text: cast them to BIGINT or VARCHAR":             {{1, 2}},
	} {
		if _, _, err := readLists(t, rows, Options{}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
