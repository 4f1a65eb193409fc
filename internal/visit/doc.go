// Package visit finds when moving objects are within a distance of zones, and when in them: the definition of docs/answers.md, decided by real arithmetic.
//
// An object is followed segment by segment, and polygons that hold it are known as it goes: where no side of a zone is near a segment, nothing changes. Sides that are near come
// from the tree of the zones. To each vertex and each side the squared distance is a quadratic of s, the part of the segment that has passed, over a constant, on the s that a few linear
// functions allow: a feature. It is within the threshold in one interval or nowhere, with ends that are rational or roots of a quadratic with integer coefficients (surds). The union of
// these intervals and of the intervals inside of polygons are the times of the visits.
package visit
