"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const script = require("./script.cjs");

const line = (t, x, y, z) => ({ t, x, y, ...(z && { z }) });
const crossing = {
  enter: -0.5, exit: 0.5,
  query: { lines: [line([-4, 5], [-40, 50], [0, 0])] },
  entry: { lines: [line([-3, 0, 1], [5, 5, 5], [-25, 5, 15]), line([3, 6], [5, 5], [35, 65])] },
};

test("an object is between its samples, and nowhere in gaps", () => {
  assert.deepEqual(script.placeAt(crossing.query, 0.5), [5, 0, 0]);
  assert.deepEqual(script.placeAt(crossing.entry, 1), [5, 15, 0]);
  assert.equal(script.placeAt(crossing.entry, 2), null);
  assert.equal(script.distanceAt(crossing, 2), null);
});

test("curves have knots, 24 points a segment and the least distance of each, and leave gaps open", () => {
  const [first, second] = script.curves(crossing);
  assert.equal(script.curves(crossing).length, 2);
  for (const knot of [-3, 0, 1]) assert.ok(first.some(([t]) => t === knot), `no knot at ${knot}`);
  assert.equal(first.length, 1 + 2 * 25);
  assert.equal(second[0][0], 3);
  const least = Math.min(...first.map(([, d]) => d));
  const dense = Math.min(...Array.from({ length: 4001 }, (_, n) => script.distanceAt(crossing, -3 + n / 1000)));
  assert.ok(least <= dense + 1e-9 && dense - least < 1e-3, `${least} against ${dense}`);
});

test("a point event has distances at all times of the other", () => {
  const event = { enter: 0, exit: 0, query: { event: true, lines: [line([0], [0], [0])] }, entry: crossing.entry };
  assert.deepEqual(script.common(event), [[-3, 1], [3, 6]]);
  assert.equal(script.distanceAt(event, 0), Math.hypot(5, 5));
  const both = { ...event, entry: { event: true, lines: [line([0], [3], [4])] } };
  assert.equal(script.distanceAt(both, 0), 5);
  assert.deepEqual(script.curves(both), []);
  assert.deepEqual(script.windowOf(both), [-1, 1]);
});

test("distances are of all axes, and radii add to the threshold", () => {
  const high = { enter: 0, exit: 0, radii: 2, query: { event: true, lines: [line([0], [0], [0], [0])] }, entry: { event: true, lines: [line([0], [3], [4], [12])] } };
  assert.equal(script.distanceAt(high, 0), 13);
  assert.equal(script.reachOf(high, { threshold: 5 }), 7);
  assert.equal(script.reachOf(crossing, { threshold: 5 }), 5);
  assert.equal(script.reachOf(high, {}), undefined);
});

test("a pass in space is seen along two directions at right angles, on which its least distance is whole", () => {
  const pass = {
    enter: -1, exit: 1, query: { lines: [line([-5, 5], [0, 0], [0, 0], [-5, 5])] },
    entry: { lines: [line([-5, 5], [-9, 11], [2, 2], [3, 3])] },
  };
  const [u, v] = script.planeOf(pass, { dim: 3, degrees: false });
  assert.ok(Math.abs(script.norm(u) - 1) < 1e-12 && Math.abs(script.norm(v) - 1) < 1e-12 && Math.abs(script.dot(u, v)) < 1e-12);
  const relative = [1, 2, 3];
  assert.ok(Math.abs(Math.hypot(script.dot(relative, u), script.dot(relative, v)) - script.norm(relative)) < 1e-9);
});

test("the frame of an orbit is radial, along and cross, at right angles and right-handed", () => {
  assert.deepEqual(script.orbitAxes({ place: [0, 7000, 0], cross: [0, 0, 1] }), { radial: [0, 1, 0], along: [-1, 0, 0], cross: [0, 0, 1] });
  assert.deepEqual(script.orbitAxes({ place: [0, 0, -2], cross: [0, 1, 0] }), { radial: [0, 0, -1], along: [-1, 0, 0], cross: [0, 1, 0] });
});

test("the picture of an orbit's frame shows the miss, and the threshold where that is near", () => {
  assert.deepEqual([[5, 2], [5, 0.5], [5, 0], [undefined, 2], [undefined, 0], [0, 0]].map(([threshold, least]) => script.orbitReach({ radii: 0 }, { threshold }, least) / 1.25), [5, 2, 0.025, 8, 1, 1]);
});

test("objects that stand still, or meet in one place, have a plane too", () => {
  const still = { enter: 0, exit: 0, query: { lines: [line([-1, 1], [0, 0], [0, 0], [0, 0])] }, entry: { lines: [line([-1, 1], [0, 0], [0, 0], [0, 0])] } };
  for (const direction of script.planeOf(still, { dim: 3, degrees: false })) assert.ok(Math.abs(script.norm(direction) - 1) < 1e-12);
});

test("seen from above, x is to the right and y is up, and heights do not matter", () => {
  const [right, up] = script.turned([3, 4, 5], script.fromAbove);
  assert.ok(Math.abs(right - 3) < 1e-12 && Math.abs(up - 4) < 1e-12);
});

test("ticks are nice and within their range", () => {
  assert.deepEqual(script.ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(script.ticks(-0.35, 0.35, 7), [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  assert.deepEqual(script.ticks(0, 0, 5), [0]);
  assert.equal(script.niceStep(0, 5), 1);
  for (const range of [1, 3.7, 9.99, 1e-9, 4e12]) assert.ok(script.barLength(range) > range / 20 && script.barLength(range) <= range / 2, `${range}: ${script.barLength(range)}`);
});

test("columns are sorted as numbers where they are, else as text, and what is missing comes last", () => {
  assert.deepEqual(script.sorted(["10", "9", "", "1e1", "Infinity"], false), [1, 0, 3, 4, 2]);
  assert.deepEqual(script.sorted(["10", "9", "", "1e1", "Infinity"], true), [4, 0, 3, 1, 2]);
  assert.deepEqual(script.sorted(["b", "a", "7"], false), [2, 1, 0]);
});

test("offsets from timestamps are in the unit that fits, others in their own", () => {
  const unit = (stamps, range) => script.offsetUnit({ stamps, time: "Myr" }, range)[0];
  assert.deepEqual([unit(true, 100), unit(true, 1000), unit(true, 1e5), unit(true, 1e7), unit(false, 1e7), script.offsetUnit({ time: "s" }, 1000)[0]], ["s", "min", "h", "d", "Myr", "min"]);
});

test("durations in seconds are told in the two largest units, others in their own", () => {
  const texts = [0.2, 59, 60, 725, 3600, 19626, 86399, 90000, 273600].map((value) => script.durationText(value, { stamps: true }));
  assert.deepEqual(texts, ["0.2 s", "59 s", "1 min", "12 min 5 s", "1 h", "5 h 27 min", "24 h", "1 d 1 h", "3 d 4 h"]);
  assert.deepEqual([script.durationText(19626, { time: "s" }), script.durationText(19626, { time: "Myr" }), script.durationText(7, {})], ["5 h 27 min", "19630 Myr", "7"]);
});

test("an axis has three ticks at least, on a phone too", () => {
  for (const [from, to] of [[-1, 1], [0, 1], [3.7, 9], [-300, 1700], [0, 59]]) assert.ok(script.ticksAcross(from, to, 1.5).length >= 3, `${from} to ${to}`);
  assert.deepEqual(script.ticksAcross(5, 5, 3), [5]);
});

test("a bar of sizes is called by whole numbers, and times have no zeros at their ends", () => {
  assert.deepEqual([[3.5, 4.5], [3.5, 5.5], [1, 1], [4, 7]].map((ends) => script.sizesText(...ends)), ["4", "4 to 5", "1", "4 to 7"]);
  assert.deepEqual(["10.2500", "3.000", "100", "2024-05-01 00:10:00.5000"].map(script.withoutZeros), ["10.25", "3", "100", "2024-05-01 00:10:00.5"]);
});

test("numbers are rounded, and what is no number is said", () => {
  assert.equal(script.rounded(7.0710678), "7.071");
  assert.equal(script.rounded(null), "");
  assert.equal(script.withUnit(0.000012345, "kpc"), "0.00001234 kpc");
  assert.equal(script.signed(2), "+2");
  assert.equal(script.shortened("𝒜𝒜𝒜𝒜", 3), "𝒜𝒜…");
});

test("a sum over columns is an outline that starts and ends at nothing", () => {
  const same = (value) => value;
  assert.deepEqual(script.outline([[2, 1], [5, 3], [7, 0]], 10, same, same), [[0, 0], [2, 0], [2, 1], [5, 1], [5, 3], [7, 3], [7, 0], [10, 0], [10, 0]]);
});

test("a name stands off paths, and off the names before it", () => {
  const path = script.dense([[0, 100], [200, 100]]), taken = [...path, ...script.dense([[100, 76], [160, 70]])];
  assert.ok(path.every(([x], n) => n === 0 || x - path[n - 1][0] <= 3), "points of a path are sparse");
  assert.deepEqual(script.labelAt([100, 85], 90, 50, -4, taken, 200), { from: 42, base: 81 });
  assert.deepEqual(script.labelAt([100, 120], 90, 50, -4, path, 200), { from: 108, base: 116 });
  assert.deepEqual(script.labelAt([180, 120], 90, 50, 14, path, 200), { from: 122, base: 134 }); // beyond the picture otherwise
  const name = [], places = [{ from: 0, base: 20 }, { from: 60, base: 20 }];
  assert.deepEqual([script.freest(places, 40, name), script.freest(places, 40, name)], places);
});
