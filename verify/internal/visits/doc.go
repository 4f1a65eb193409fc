// Package visits works out the visits of an object to a zone from their definition (docs/answers.md), in rational numbers and with none of the code that searches, for package verify. The sides of zones and
// their heights are those of internal/zone, with which searches find them, too.
package visits
