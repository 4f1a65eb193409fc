package main

const (
	testsOfZoneFiles = "./internal/zonefile"

	zoneTableFile  = "internal/zonefile/table.go"
	zoneHeightFile = "internal/zonefile/height.go"
	zoneOpenFile   = "internal/zonefile/open.go"
)

// ofZoneFiles changes how zones are read, and held against data.
var ofZoneFiles = []mutant{
	{"zone files: numbers begin anew in each file", "internal/zonefile/read.go", "	for _, name := range names {\n", "	for _, name := range names {\n		r.number = 0\n", testsOfZoneFiles},
	{"zone files: null is 0", "internal/zonefile/geojson.go", "hasNull := bytes.Contains(coordinates, []byte(\"null\"))", "hasNull := false", testsOfZoneFiles},
	{"zone files: a height that is missing is read", zoneHeightFile, "if value == \"\" || at.Cause", "if value == \"\" && has || at.Cause", testsOfZoneFiles},
	{"zone files: a height that is null is 0", zoneHeightFile, "b.value = math.Inf(2*i - 1)", "b.value = 0", testsOfZoneFiles},
	{"zone files: edges are straight", zoneTableFile, "z.Arcs = t.arcs", "z.Arcs = false", testsOfZoneFiles},
	{"zone files: the SRID of the first is that of all", zoneTableFile, "t.hasFirst && srid != t.srid", "t.hasFirst && srid > t.srid", testsOfZoneFiles},
	{"zone files: the distance does not reach", zoneOpenFile, "!box.widened(d.Distance).meets(degrees())", "!box.meets(degrees())", testsOfZoneFiles},
	{"zone files: an error names the first file", zoneOpenFile, "at -= len(f.Zones)", "at -= 0", testsOfZoneFiles},
	{"zone files: zones that are open fit any frame", zoneOpenFile, "case z.Frame() != d.Frame:", "case false:", testsOfZoneFiles},
	{"zone files: zones that are open fit any heights", zoneOpenFile, "case z.HasHeights() && !d.HasHeights:", "case false:", testsOfZoneFiles},
	{"kept zones: further columns stay as the last question had them", "serve/zones.go", `strings.Join(q.With, ",")}`, `strings.Join(nil, ",")}`, "./serve -run Zone"},
	{"kept zones: files that change are read", "serve/zones.go", "!same(k.read.stamps, now)", "!same(now, now)", "./serve -run Zone"},
	{"kept zones: each question reads them", "serve/zones.go", "v.zoneKey == key", "false", "./serve -run Zone"},
	{"kept zones: their memory is free", "serve/database.go", "bytes += v.zones.Opened().Bytes()", "bytes += 0 * v.zones.Opened().Bytes()", "./serve -run Zone"},
	{"zone files: a list on a new level is an item of the last", "internal/parquet/nest.go", "open = max(int(repeat), 1) - 1", "open = int(repeat)", testsOfZoneFiles},
}
