// Opens pages of visits in a browser, from disk, and uses them: node visits.cjs CHROMIUM PAGE.html RESULT.csv [PAGE.html RESULT.csv ...]
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { checkNarrow, inBrowser, urlOf, watched, whole } = require("./chromium.cjs");
const { checkOpening, chosen, rowsOf } = require("./checks.cjs");

// checkRows compares the attributes of all rows with the file, in any order, and looks at the pictures of the first few.
async function checkRows(page, file) {
  const rows = await page.$$eval("#table tbody tr", (all) => all.map(({ id, dataset: d }) => ({ id, ...d })));
  const texts = (traj, zone, enter, exit, inside, distance) => [traj, zone, enter, exit, inside, distance].join();
  const inFile = rowsOf(file).map((row) => texts(row.traj_id, row.zone_id, row.t_enter, row.t_exit, row.inside, row.d_min)).sort();
  assert.deepEqual(rows.map((row) => texts(row.traj, row.zone, row.tEnter, row.tExit, row.inside, row.dMin)).sort(), inFile);
  for (const row of rows.slice(0, 12)) {
    await page.click(`#${row.id}`);
    assert.equal(await page.textContent("#chosen-title"), `${row.id.slice(1)}: ${row.traj} in ${row.zone}`);
    const drawn = await page.$$eval("#paths .zone, #paths .entry.path, #paths .entry.mark", (all) => all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0).length);
    assert.ok((await page.$$("#paths .zone")).length > 0 && drawn > 1, `${row.id}: a zone and a path`);
  }
  return rows;
}

// checkEnds moves the slider to both ends of a visit of an area that an object enters and leaves: the object is on the outline then.
async function checkEnds(page) {
  const off = await page.$$eval("#table tbody tr", (rows) => rows.filter(({ cells }) => !cells[8]?.textContent).map(({ id }) => id));
  for (const id of off.slice(0, 4)) {
    await page.click(`#${id}`);
    const away = await page.evaluate(() => {
      const [x, y] = document.querySelector("#paths circle:last-of-type").getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      return Math.min(...[...document.querySelectorAll("#paths .zone")].flatMap((zone) => Array.from({ length: 4001 }, (_, n) => {
        const at = zone.getPointAtLength(zone.getTotalLength() * n / 4000);
        return Math.hypot(at.x - x, at.y - y);
      })));
    });
    assert.ok(away < 2, `${id} begins ${away} pixels from the outline of its zone`);
  }
}

async function checkMotion(page) {
  const mark = () => page.$eval("#paths circle:last-of-type", (circle) => circle.getAttribute("transform"));
  const slide = (value) => page.$eval("#slider", (slider, to) => {
    slider.value = to;
    slider.dispatchEvent(new Event("input"));
  }, value);
  await slide(200);
  const before = await mark(), moment = await page.textContent("#moment");
  await slide(900);
  assert.notEqual(await page.textContent("#moment"), moment);
  assert.notEqual(await mark(), before, "the slider moves nothing");
}

// check opens a page and uses all of it. A page without visits has nothing to use.
async function check(browser, file, result, inZone) {
  const { page, wrong } = await watched(browser, () => true);
  await page.goto(urlOf(file));
  await whole(page);
  assert.ok(fs.statSync(file).size <= 20_000_000, "the page is too large");
  if (rowsOf(result).length === 0) {
    assert.match(await page.textContent("main"), /There are no visits/);
  } else {
    const rows = await checkRows(page, result);
    if (inZone) await checkEnds(page);
    await page.click(`#${rows[0].id}`);
    await checkMotion(page);
    assert.ok((await page.$$("#intervals .interval")).length > 0 && (await page.$$("#durations .interval")).length > 0, "figures of all visits");
    await checkNarrow(page);
    await checkOpening(browser, urlOf(file), rows.at(-1).id);
    console.log(`report: ${path.basename(file)}: ${rows.length} visits`);
  }
  assert.deepEqual(wrong, []);
  await page.close();
}

inBrowser(async (browser, files) => {
  for (let n = 0; n < files.length; n += 2) await check(browser, files[n], files[n + 1], /ports|yards/.test(files[n]));
});
