// Package zone holds the zones of a search for visits: points, lines and polygons, checked, as sides in the frame of the objects, under a tree of boxes.
// What a zone is, and which are wrong, is in docs/answers.md.
//
// In the plane a position is (x, y, 1), on the Earth an earth-centred vector. So in both frames a side between g and h lies in the plane through the
// origin with the normal g × h, and the sign of a determinant says on which side of it a position is.
package zone
