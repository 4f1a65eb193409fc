//go:build long

package parquet

import "testing"

// TestManyParquetMutations: TestParquetMutations with ten times the changes.
func TestManyParquetMutations(t *testing.T) { parquetMutations(t, 400) }
