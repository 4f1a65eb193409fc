// Package kerneltest is the test suite of drivers.
//
// An Oracle decides one interaction in rational arithmetic, straight from the
// definition (docs/architecture.md §2) and independently of interaction.Window.Exact. Pairs generates
// adversarial interactions, Scenes adversarial stores. Run is the suite that
// every driver passes: it compares both methods on every scene, whole and cut into
// random works, with brute force.
//
// Random tests print their seed; the flag -seed replays them.
package kerneltest
