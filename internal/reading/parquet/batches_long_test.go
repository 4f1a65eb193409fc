//go:build long

package parquet

import "testing"

// TestParquetBatchesOfEveryMixAgree: every codec, version and encoding.
func TestParquetBatchesOfEveryMixAgree(t *testing.T) { parquetBatchesAgree(t, 1) }
