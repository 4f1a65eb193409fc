package format_test

import (
	"fmt"

	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

// Programs look extensions up in the table of formats.
func ExampleFind() {
	for _, path := range []string{"ships.csv.gz", "hits.ndjson", "photo.png"} {
		f, ok := format.Find(input.Formats(), path, format.Input)
		fmt.Printf("%s %q %v\n", path, f.Name, ok)
	}
	fmt.Println(format.Known(output.Written(), format.StoreOutput))
	// Output:
	// ships.csv.gz "CSV" true
	// hits.ndjson "" false
	// photo.png "" false
	// .csv, .parquet, .arrows; all but .parquet and .arrows also with .gz or .zst; - for CSV
}
