package reading_test

import (
	"fmt"

	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
)

// Programs look extensions up in the table of formats.
func ExampleFormats() {
	for _, path := range []string{"ships.csv.gz", "hits.ndjson", "photo.png"} {
		f, ok := fileset.Formats().Choose(path, "")
		fmt.Printf("%s %q %v\n", path, f.Name, ok)
	}
	fmt.Println(output.Written(reading.StoreOutput).Known())
	// Output:
	// ships.csv.gz "CSV" true
	// hits.ndjson "JSON" true
	// photo.png "" false
	// .csv, .parquet, .arrows; all but .parquet and .arrows also with .gz or .zst; - for CSV
}
