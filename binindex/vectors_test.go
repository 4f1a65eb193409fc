package binindex

import (
	"os"
	"testing"
)

// TestRequiredVectors wants boxes made with vectors if FLYBY_REQUIRE_VECTORS is
// AVX-512, and without vectors if it has another value.
func TestRequiredVectors(t *testing.T) {
	want := os.Getenv("FLYBY_REQUIRE_VECTORS")
	if want == "" {
		t.Skip("FLYBY_REQUIRE_VECTORS is not set")
	}
	if got := hasVectors(); got != (want == "AVX-512") {
		t.Errorf("vectors are used: %v, with %s", got, want)
	}
}
