// Package pointjointest is the suite that every driver of points passes, with each of its methods and
// each of their settings: scenes with an oracle in rational numbers, and laws.
package pointjointest
