//go:build long

package parquet

import "testing"

// TestRowsOfCorruptParquetOfEveryMix: every codec, version and encoding.
func TestRowsOfCorruptParquetOfEveryMix(t *testing.T) { rowsOfCorruptParquet(t, 1) }
