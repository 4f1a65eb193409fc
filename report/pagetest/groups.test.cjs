"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const script = require("./groupscript.cjs");

const line = (t, x, y, z) => ({ t, x, y, ...(z && { z }) });
const group = {
  until: 10, window: [-2, 12], members: [
    { name: 0, lines: [line([-2, 0, 12], [-2, 0, 12], [0, 0, 0])] },
    { name: 1, spans: [[0, 4], [8, 8]], lines: [line([-3, 5], [-3, 5], [1, 1]), line([7, 12], [7, 12], [1, 1])] },
  ],
};

test("a member without spans is in its group all the time, another in its spans", () => {
  const [always, sometimes] = group.members;
  assert.deepEqual(script.timesIn(always, group), [[0, 10]]);
  assert.deepEqual([-1, 0, 10, 11].map((t) => script.isIn(always, group, t)), [false, true, true, false]);
  assert.deepEqual([0, 4, 5, 8, 8.1].map((t) => script.isIn(sometimes, group, t)), [true, true, false, true, false]);
});

test("the part of a line in a time begins and ends at that time, between samples too", () => {
  const one = line([0, 2, 4], [0, 2, 2], [0, 0, 8]);
  assert.deepEqual(script.within(one, 1, 3), [[1, 0, 0], [2, 0, 0], [2, 4, 0]]);
  assert.deepEqual(script.within(one, -5, 9), [[0, 0, 0], [2, 0, 0], [2, 8, 0]]);
  assert.deepEqual(script.within(one, 3, 3), [[2, 4, 0]]);
  assert.deepEqual(script.within(one, 5, 9), []);
});

test("the parts of a path while a member is in its group leave gaps and breaks open, and an instant is a place", () => {
  assert.deepEqual(script.partsOf(group.members[0], group), [[[0, 0, 0], [10, 0, 0]]]);
  assert.deepEqual(script.partsOf(group.members[1], group), [[[0, 1, 0], [4, 1, 0]], [[8, 1, 0]]]);
  assert.deepEqual(script.endOf(group.members[1], group), [8, 1, 0]);
  assert.deepEqual(script.endOf({ spans: [[5.5, 6]], lines: group.members[1].lines }, group), [12, 1, 0], "who has no path in the group has a name at its end");
});

test("no two of forty members look alike", () => {
  const looks = new Set(Array.from({ length: 40 }, (_, n) => `${script.lookOf(n).colour} ${script.lookOf(n).dash}`));
  assert.equal(looks.size, 40);
  for (let n = 0; n < 40; n++) {
    assert.notEqual(script.lookOf(n).colour, script.lookOf(n + 1).colour);
    assert.notEqual(script.lookOf(n).dash, script.lookOf(n + 1).dash);
  }
});

test("names are spread out in the order of their paths, within bounds", () => {
  assert.deepEqual(script.spreadOut([50, 50, 50], 10, 0, 100), [50, 60, 70]);
  assert.deepEqual(script.spreadOut([95, 90, 10], 10, 0, 100), [100, 90, 10]);
  assert.deepEqual(script.spreadOut([-20, 300], 10, 0, 100), [0, 100]);
  const many = script.spreadOut(Array.from({ length: 40 }, () => 7), 14, 0, 390);
  assert.ok(many.every((y) => y >= -1e-9 && y <= 390 + 1e-9) && many.every((y, n) => n === 0 || y - many[n - 1] > 9.99));
  assert.deepEqual(script.spreadOut([5], 10, 0, 100), [5]);
});

test("the centre is the mean of who is there, and links join who is within the threshold and the radii", () => {
  const places = [[0, 0, 0], null, [3, 4, 0], [3, 4, 12]], members = [{}, {}, {}, { radius: 2 }];
  assert.deepEqual(script.centreOf(places), [2, 8 / 3, 4]);
  assert.deepEqual(script.linksOf(places, members, 5), [[0, 2]]);
  assert.deepEqual(script.linksOf(places, members, 10), [[0, 2], [2, 3]]);
  assert.deepEqual(script.linksOf(places, members, 4.999), []);
  assert.equal(script.reachOf(group, group.members, 10), 0.5);
});

test("links are drawn where the threshold is known and no sample is left out", () => {
  assert.equal(script.linksKnown({ threshold: 0 }, group), true);
  assert.equal(script.linksKnown({}, group), false);
  assert.equal(script.linksKnown({ threshold: 1 }, { ...group, thinned: true }), false);
});
