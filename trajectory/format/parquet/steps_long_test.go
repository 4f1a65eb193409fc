//go:build long

package parquet

import "testing"

// TestParquetStepsOfEveryMixAgree: every codec, version and encoding.
func TestParquetStepsOfEveryMixAgree(t *testing.T) { parquetStepsAgree(t, 1) }
