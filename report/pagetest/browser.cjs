// Opens pages of flyby report in a browser, from disk, and uses them: node browser.cjs CHROMIUM PAGE.html RESULT.csv [PAGE.html RESULT.csv ...]; many in place of RESULT.csv is for a page of 2,000 rows
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { checkNarrow, inBrowser, urlOf, watched, whole } = require("./chromium.cjs");
const { checkOpening, checkTurns, chosen, rowsOf } = require("./checks.cjs");

async function checkRows(page, result) {
  const texts = (await page.$$eval("#table tbody tr", (rows) => rows.map(({ dataset: d }) => [d.query, d.entry, d.tEnter, d.tExit, d.tClosest, d.dMin].join())));
  const wanted = new Set(rowsOf(result).map((r) => [r.query_traj, r.entry_traj, r.t_enter, r.t_exit, r.t_closest, r.d_min].join()));
  assert.equal(texts.length, wanted.size);
  for (const text of texts) assert.ok(wanted.has(text), `the file has no ${text}`);
  return texts.length;
}

// checkCurve compares the lowest point of the curve within the encounter with d_min.
async function checkCurve(page) {
  const { points, y, from, until } = await page.$eval("#distance", (figure) => ({
    points: [...figure.querySelectorAll(".curve")].flatMap((curve) => curve.getAttribute("d").slice(1).split("L").map((point) => point.split(" ").map(Number))),
    y: Number(figure.querySelector(".closest").dataset.least),
    from: figure.querySelector(".within").x.baseVal.value, until: figure.querySelector(".within").x.baseVal.value + figure.querySelector(".within").width.baseVal.value,
  }));
  const lowest = Math.max(...points.filter(([x]) => x > from - 0.02 && x < until + 0.02).map(([, at]) => at));
  assert.ok(Math.abs(lowest - y) <= 1, `the curve is lowest at ${lowest}, and d_min at ${y} pixels`);
}

async function checkChoices(page, rows) {
  assert.equal(await chosen(page), "e1");
  await page.click("#e3");
  assert.equal(await chosen(page), "e3");
  await page.keyboard.press("ArrowUp");
  assert.equal(await chosen(page), "e2");
  assert.equal(new URL(page.url()).hash, "#e2");
  for (let n = 1; n <= Math.min(rows, 20); n++) {
    await page.click(`#e${n}`);
    await checkCurve(page);
  }
  await page.click("#table th:nth-child(2) button");
  const names = () => page.$$eval("#table tbody tr", (all) => all.map(({ dataset }) => dataset.query));
  const rising = (all) => all.every((name, n) => n === 0 || Number.isFinite(Number(name)) || all[n - 1] <= name);
  assert.ok(rising(await names()), "rows are not sorted by their query");
  await page.keyboard.press("ArrowDown");
  assert.ok(rising((await names()).reverse()), "rows are not sorted downwards by their query");
}

// checkWords checks that the words of the distance lie outside of the box of its curve, and that its axis of time has three ticks at least.
async function checkWords(page) {
  const { inside, ticks } = await page.$eval("#distance svg", (plot) => {
    const [left, top, right, bottom] = plot.dataset.box.split(" ").map(Number), at = (text) => [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
    const texts = [...plot.querySelectorAll("text")];
    return {
      inside: texts.filter((text) => at(text)[0] > left && at(text)[0] < right && at(text)[1] > top && at(text)[1] < bottom).map(({ textContent }) => textContent),
      ticks: texts.filter((text) => text.matches(".tick") && at(text)[1] > bottom).length,
    };
  });
  assert.deepEqual(inside, [], "words lie in the box of the curve");
  assert.ok(ticks >= 3, `${ticks} ticks of time`);
}

// checkWhere checks that pages of places on the earth have a map, with land and a ring in it, and other pages none.
async function checkWhere(page) {
  const degrees = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).degrees), map = await page.$("#where svg");
  assert.equal(map !== null, degrees, "a map");
  if (!map) return;
  assert.ok(await map.$eval(".land", (land) => land.getBBox().width > 0), "no land");
  const { x, y, width, height } = await map.boundingBox(), ring = await (await map.$(".here")).boundingBox();
  assert.ok(ring.x >= x && ring.y >= y && ring.x + ring.width <= x + width && ring.y + ring.height <= y + height, "the ring is outside of the map");
  assert.match(await page.textContent("#place"), /^[\d.]{1,9}° [NS], [\d.]{1,9}° [EW]$/);
}

// checkOrbits checks that rows with parts of the distance have two pictures, whose mark is where the parts are, and that pages without such rows have none.
async function checkOrbits(page) {
  const rows = await page.$$eval("#table tbody tr[data-parts]", (all) => all.map(({ id, dataset }) => ({ id, parts: dataset.parts.split(" ").map(Number), least: Number(dataset.dMin) })));
  assert.equal(await page.$("#radial") !== null, rows.length > 0, "pictures of orbits");
  const threshold = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).threshold);
  for (const { id, parts, least } of rows.slice(0, 20)) {
    await page.click(`#${id}`);
    assert.ok(Math.abs(Math.hypot(...parts) - least) <= 1e-6 * least, `${id}: parts ${parts} of ${least}`);
    const scale = 340 / 2 / (Math.min(threshold, Math.max(4 * least, threshold / 200)) * 1.25);
    for (const [name, up] of [["radial", parts[0]], ["cross", parts[2]]]) {
      const marked = await page.$eval(`#${name} svg`, (picture) => [picture.viewBox.baseVal.width, picture.viewBox.baseVal.height, ...picture.querySelector(".closest").getAttribute("d").match(/-?[\d.]+/g).slice(0, 2).map(Number)]);
      const [width, height, x, y] = marked;
      assert.ok(height === 340 && Math.hypot(x - width / 2 - parts[1] * scale, y + 5 - height / 2 + up * scale) < 0.5, `${id}: ${marked}, where parts are ${parts}`);
    }
    assert.match(await page.textContent("#parts"), /^radial [+-]?[\d.]{1,10}, along [+-]?[\d.]{1,10}, cross [+-]?[\d.]{1,10} km$/);
  }
}

async function checkMotion(page) {
  const marks = () => page.$$eval(".mark", (all) => all.map((mark) => mark.getAttribute("transform")).join());
  const before = await marks(), moment = await page.textContent("#moment");
  await page.focus("#slider");
  await page.keyboard.press("ArrowRight");
  await page.evaluate(() => {
    const slider = document.getElementById("slider");
    slider.value = 900;
    slider.dispatchEvent(new Event("input"));
  });
  assert.notEqual(await marks(), before, "the slider moves nothing");
  assert.notEqual(await page.textContent("#moment"), moment);
}

// check opens a page and uses all of it. A page without encounters has nothing to use.
async function check(browser, file, result) {
  const { page, wrong } = await watched(browser, () => true);
  await page.goto(urlOf(file));
  await whole(page);
  if (rowsOf(result).length === 0) {
    assert.match(await page.textContent("main"), /There are no encounters/);
    assert.deepEqual(wrong, []);
    console.log(`report: ${path.basename(file)}: empty`);
    return;
  }
  const rows = await checkRows(page, result);
  await checkChoices(page, rows);
  await checkMotion(page);
  await checkWords(page);
  await checkWhere(page);
  await checkOrbits(page);
  const turned = await checkTurns(page);
  const most = 80_000 + 3000 * rows, { size } = fs.statSync(file);
  assert.ok(size <= most, `${size} bytes, where ${rows} encounters may take ${most}`);
  await checkNarrow(page);
  await checkWords(page);
  await page.goto(`${urlOf(file)}#e2`);
  await page.reload();
    await whole(page);
  assert.equal(await chosen(page), "e2");
  assert.deepEqual(wrong, []);
  await page.close();
  await checkOpening(browser, urlOf(file), `e${Math.min(rows, 3)}`);
  console.log(`report: ${path.basename(file)}: ${rows} rows, ${turned}`);
}

// checkMany opens a page of 2,000 rows, of which the table has the first ones as the page opens.
async function checkMany(browser, file) {
  const { page, wrong } = await watched(browser, () => true), { size } = fs.statSync(file);
  assert.ok(size <= 1_000_000, `${size} bytes`);
  for (const [fragment, row] of [["", "e1"], ["#e1999", "e1999"]]) {
    await page.goto("about:blank");
    await page.goto(urlOf(file) + fragment);
    await whole(page);
    assert.equal((await page.$$("#table tbody tr")).length, 2000);
    assert.equal(await chosen(page), row);
    await checkCurve(page);
  }
  await page.click("#table th:nth-child(5) button");
  const distances = await page.$$eval("#table tbody tr", (all) => all.map(({ dataset }) => Number(dataset.dMin)));
  assert.ok(distances.every((d, n) => n === 0 || distances[n - 1] <= d), "rows are not sorted by d_min");
  assert.deepEqual(wrong, []);
  await page.close();
  await checkOpening(browser, urlOf(file), "e1500");
  console.log(`report: ${path.basename(file)}: 2,000 rows in ${size} bytes`);
}

inBrowser(async (browser, files) => {
  for (let n = 0; n < files.length; n += 2) await (files[n + 1] === "many" ? checkMany(browser, files[n]) : check(browser, files[n], files[n + 1]));
});
