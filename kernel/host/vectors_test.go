package host

import (
	"os"
	"testing"
)

// TestRequiredVectors wants the vector instructions that FLYBY_REQUIRE_VECTORS
// names: AVX-512, AVX2 or Go. By it .ci/vectors checks that it switched the others off.
func TestRequiredVectors(t *testing.T) {
	want := os.Getenv("FLYBY_REQUIRE_VECTORS")
	if want == "" {
		t.Skip("FLYBY_REQUIRE_VECTORS is not set")
	}
	if got := bestVectors().name; got != want {
		t.Errorf("%s is used here, want %s", got, want)
	}
}
