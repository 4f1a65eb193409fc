"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const script = require("./load.cjs")("report/internal/clusters", ["mark", "places", "view"], [
  "markOf", "shapes", "colors", "outlineOf", "noiseMark", "partsOf", "byCluster", "valuesOf", "boundsOf", "meanOf", "partAt", "nearestTo",
  "fittedView", "zoomed", "moved", "atMost", "ratioOf", "radiusOf", "degreesText", "apart",
]);

const parts = script.partsOf([[-1, 2, 0], [3, 2, 1], [0, 0, 1]]);

test("points of one kind of one cluster are parts, noise first", () => {
  assert.deepEqual(parts.map(({ cluster, kind, first, end }) => `${cluster} ${kind} ${first} ${end}`), ["-1 noise 0 2", "3 core 2 4", "3 border 4 5", "0 border 5 6"]);
  assert.deepEqual([...script.byCluster(parts)].map(([cluster, of]) => [cluster, of.length]), [[-1, 1], [3, 2], [0, 1]]);
  assert.equal(script.partAt(parts, 4), parts[2]);
});

test("fifty-six clusters have marks of their own, and no two of one color have one shape", () => {
  const marks = Array.from({ length: 56 }, (_, n) => JSON.stringify(script.markOf(n)));
  assert.equal(new Set(marks).size, 56);
  assert.equal(script.shapes.length, 7);
  for (const [n, shape] of script.shapes.entries()) {
    assert.ok(shape.length >= 3 && shape.every(([x, y]) => Math.hypot(x, y) < 1.4), `shape ${n}`);
    assert.match(script.outlineOf(n, 5), /^M[-\d. L]+Z$/);
  }
});

test("places are from where their axis begins, by its steps", () => {
  assert.deepEqual([...script.valuesOf([0, 5, -1], { from: 10, step: 0.5 })], [10, 12.5, 9.5]);
  assert.deepEqual(script.boundsOf([9, 1, 4, 7, 2, 0], parts.slice(1, 3)), [2, 7]);
  assert.equal(script.meanOf([9, 1, 4, 7, 1, 0], parts.slice(1, 3)), 4);
});

test("a click finds the nearest point shown, and none from afar", () => {
  const xs = [0, 1, 5, 6, 7, 5.2], ys = [0, 0, 5, 5, 5, 5];
  assert.equal(script.nearestTo(xs, ys, parts, 5.18, 5, 3), 5);
  assert.equal(script.nearestTo(xs, ys, parts.slice(0, 3), 5.18, 5, 3), 2);
  assert.equal(script.nearestTo(xs, ys, parts, 50, 50, 8), -1);
});

test("axes share a scale, but for extents that would be a line, and all points fit", () => {
  const equal = script.fittedView([0, 10], [0, 5], 148, 248, 0);
  assert.deepEqual([equal.scaleX, equal.scaleY, equal.own], [10, 10, false]);
  const own = script.fittedView([0, 1000], [0, 1], 148, 248, 0);
  assert.deepEqual([own.scaleX, own.scaleY, own.own], [0.1, 200, true]);
  const degrees = script.fittedView([10, 11], [60, 60], 148, 248, script.ratioOf([60, 60]));
  assert.ok(Math.abs(degrees.scaleY / degrees.scaleX - 2) < 1e-9 && !degrees.own);
  for (const [across, up] of [[[3, 3], [4, 4]], [[0, 1e300], [0, 1e-300]], [[-1e300, 1e300], [5, 5]]]) {
    const view = script.fittedView(across, up, 148, 248, 0);
    assert.ok([view.x, view.y, view.scaleX, view.scaleY].every(Number.isFinite) && view.scaleX > 0 && view.scaleY > 0, JSON.stringify(view));
  }
});

test("views come closer by factors, and move by pixels", () => {
  const view = { x: 5, y: 5, scaleX: 10, scaleY: 20 };
  assert.deepEqual(script.zoomed(view, 2), { x: 5, y: 5, scaleX: 20, scaleY: 40 });
  assert.deepEqual(script.moved(view, 10, 10), { x: 4, y: 5.5, scaleX: 10, scaleY: 20 });
  assert.deepEqual(script.atMost({ ...view, scaleX: 1000, scaleY: 2000 }, view, 50), { x: 5, y: 5, scaleX: 500, scaleY: 1000 });
  assert.deepEqual(script.atMost(view, view, 50), view);
});

test("marks are smaller the more points there are, and where they crowd", () => {
  const radii = [1, 200, 2000, 10_000, 30_000, 100_000, 200_000].map((n) => script.radiusOf(n, 1));
  assert.ok(radii.every((radius, n) => n === 0 || radius < radii[n - 1]), radii.join());
  assert.ok(script.radiusOf(10, 20) < script.radiusOf(10, 4) && script.radiusOf(10, 4) < script.radiusOf(10, 1));
  assert.equal(script.radiusOf(200_000, 100), script.radiusOf(200_000, 1));
});

test("longitudes beyond 180 are a turn less", () => {
  assert.deepEqual([10, 180, 181.5, -90].map(script.degreesText), ["10°", "180°", "-178.5°", "-90°"]);
});

test("labels that lie over one before are left out", () => {
  assert.deepEqual(script.apart([{ x: 0, y: 0 }, { x: 5, y: 5 }, { x: 30, y: 0 }], 20, 10), [{ x: 0, y: 0 }, { x: 30, y: 0 }]);
});
