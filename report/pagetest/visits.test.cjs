"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const script = require("./load.cjs")("report/internal/visits", ["outline", "paths"], ["cornersAbout", "outlineOf", "nearParts"]);

const near = (got, want) => got.forEach((value, n) => assert.ok(Math.abs(value - want[n]) < 0.01, `${got} is not ${want}`));

test("corners in degrees are metres to the east and north of a place on the ellipsoid, and none is behind the horizon", () => {
  const at = script.cornersAbout([0, 0], { degrees: true, scale: 1 }), east = script.cornersAbout([179.5, 60], { degrees: true, scale: 0.001 });
  near(at([0, 0]), [0, 0, 0]);
  near(at([1, 0]), [111313.839, 0, 0]); // 6378137 sin 1°
  near(at([0, 90]), [0, 6356752.314, 0]);
  assert.equal(at([180, 0]), null);
  near(east([-179.5, 60]), [55.797, 0.422, 0]); // across the antimeridian, in km
});

test("corners in a plane are offsets in the unit of the page", () => {
  assert.deepEqual(script.cornersAbout([10, 20], { degrees: false, scale: 2 })([11, 18]), [2, -4, 0]);
});

test("a zone keeps its holes, lines and points about a place", () => {
  const zone = { areas: [[[[0, 0], [4, 0], [4, 4]], [[1, 0.5], [2, 0.5], [2, 1]]]], lines: [[[9, 9]]] };
  assert.deepEqual(script.outlineOf(zone, [1, 1], { scale: 1 }), { areas: [[[[-1, -1, 0], [3, -1, 0], [3, 3, 0]], [[0, -0.5, 0], [1, -0.5, 0], [1, 0, 0]]]], lines: [[[8, 8, 0]]] });
  assert.deepEqual(script.outlineOf({ areas: [[[[180, 0], [179, 1], [179, 0]]]] }, [0, 0], { degrees: true, scale: 1 }), { areas: [], lines: [] });
});

test("a picture is of the parts of a zone that the path may have met, or else of all of them", () => {
  const outline = { areas: [[[[0, 0, 0], [2, 0, 0], [2, 2, 0]]], [[[50, 50, 0], [52, 50, 0], [52, 52, 0]]]], lines: [[[4, 1, 0]]] };
  assert.equal(script.nearParts(outline, [[1, 1, 0]], 0).length, 3);
  assert.equal(script.nearParts(outline, [[1, 1, 0]], 3).length, 4);
  assert.equal(script.nearParts(outline, [[20, 20, 0]], 3).length, 7);
});
