// Package visits works out the visits of an object to a zone from their definition (docs/answers.md), in rational numbers and with none of the code that searches, for package verify. Package
// internal/zone, which searches use, too, has the sides and the heights of zones.
package visits
