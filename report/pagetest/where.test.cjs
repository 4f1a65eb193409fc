"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const script = require("./load.cjs")("report/internal/encounters", [], ["unpacked", "summed", "ringsOf", "beside", "mapOf", "placeText"]);

const land = fs.readFileSync(path.join(__dirname, "../../internal/webpage/page/land.txt"), "utf8").trim();

// inLand is whether a place is within an odd number of rings, by whole turns of longitude.
function inLand(rings, lon, lat) {
  const crossings = rings.flatMap((ring) => ring.map(([x, y], n) => [[x, y], ring[(n + 1) % ring.length]]))
    .flatMap(([[x1, y1], [x2, y2]]) => ((y1 > lat) === (y2 > lat) ? [] : [-360, 0, 360].filter((turn) => lon + turn < x1 + (lat - y1) * (x2 - x1) / (y2 - y1))));
  return crossings.length % 2 === 1;
}

test("the land has continents, at the meridian of 180 degrees and at the pole too, and no seas", () => {
  const rings = script.ringsOf(land);
  const on = [[37.6, 55.7], [-105, 39.7], [134, -24], [0, -85], [-100, -80], [50, -89.5], [-175, 66.5], [47, -19]], off = [[-140, 0], [-30, 40], [51, 41], [-160.1, 57.2], [11.2, 57.1], [0, 89]];
  assert.deepEqual(on.filter(([lon, lat]) => !inLand(rings, lon, lat)), []);
  assert.deepEqual(off.filter(([lon, lat]) => inLand(rings, lon, lat)), []);
  assert.ok(land.length < 40_000 && /^[\w -]+$/.test(land), "letters, digits and spaces alone, which HTML and JSON have as they are");
});

test("numbers come back from their digits", () => {
  assert.deepEqual(script.unpacked("ABCDE"), [0, -1, 1, -2, 2]);
  assert.deepEqual(script.unpacked("gBnlB"), [16, -596]);
  assert.deepEqual(script.summed([3, -1, 4]), [3, 2, 6]);
});

test("a map has all places on it, across the meridian of 180 degrees too", () => {
  for (const places of [[[179.9, 10], [-179.8, 12]], [[-170, -50], [100, 60], [10, 0]], [[0, 89.9]], [[12, 55]]]) {
    const { middle, wide, tall } = script.mapOf(places, 300, 200);
    for (const [lon, lat] of places) {
      assert.ok(Math.abs(script.beside(lon, middle[0]) - middle[0]) * wide <= 150 && Math.abs(lat - middle[1]) * tall <= 100, `${lon} ${lat}: ${middle}`);
    }
    assert.ok(tall * 24 <= 200 + 1e-9, "less than 24 degrees are shown");
  }
});

test("places are told by their sides of the equator and of Greenwich", () => {
  assert.equal(script.placeText([-160.0970012, 57.2]), "57.2° N, 160.097° W");
  assert.equal(script.placeText([190, -0.5]), "0.5° S, 170° W");
});
