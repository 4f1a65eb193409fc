// Opens pages of groups in a browser, from disk, and uses them: node groups.cjs CHROMIUM PAGE.html RESULT.csv [PAGE.html RESULT.csv ...]
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { checkNarrow, inBrowser, urlOf, watched, whole } = require("./chromium.cjs");
const { checkOpening, checkTurns, chosen, rowsOf } = require("./checks.cjs");

// groupsOf returns the groups of a file, by their numbers: the texts of the file, and the number of rows of members.
function groupsOf(file) {
  const all = new Map();
  for (const row of rowsOf(file)) {
    const start = row.t_start ?? row.t, end = row.t_end ?? row.t, group = all.get(row.group) ?? { start, sizes: [], members: new Set() };
    group.end = end;
    group.sizes.push(Number(row.size));
    group.members.add(row.traj_id);
    all.set(row.group, group);
  }
  return all;
}

// checkRows compares the attributes of all rows with the file, and the number of members of the first few.
async function checkRows(page, file) {
  const groups = groupsOf(file), rows = await page.$$eval("#table tbody tr", (all) => all.map(({ id, dataset: d }) => ({ id, ...d })));
  assert.equal(rows.length, Math.min(groups.size, 200));
  for (const row of rows) {
    const group = groups.get(row.group), texts = [row.id, row.tStart, row.tEnd, Number(row.size), Number(row.leastSize ?? row.size)];
    assert.deepEqual(texts, [`g${row.group}`, group.start, group.end, Math.max(...group.sizes), Math.min(...group.sizes)]);
  }
  for (const row of rows.slice(0, 12)) {
    await page.click(`#${row.id}`);
    const members = groups.get(row.group).members.size;
    assert.match(await page.textContent("#chosen-title"), new RegExp(`^Group ${row.group}: ${members} member`));
    assert.equal((await page.$$("#paths .member")).length, Math.min(members, 40), "paths");
    assert.equal((await page.$$("#paths .who")).length, Math.min(members, 40), "names");
    assert.equal((await page.$$("#together .member")).length, Math.min(members, 100), "bars");
  }
  return rows;
}

// checkBars compares the bars with the times of the group: none begins before the start or ends behind the end.
async function checkBars(page) {
  const { bars, moments } = await page.$eval("#together", (figure) => ({
    bars: [...figure.querySelectorAll(".bar-in")].map(({ x, width }) => [x.baseVal.value, x.baseVal.value + width.baseVal.value]),
    moments: [...figure.querySelectorAll(".moment")].map(({ x1 }) => x1.baseVal.value),
  }));
  assert.ok(bars.length > 0 && bars.every(([from, until]) => from >= moments[0] - 1.1 && until <= moments.at(-1) + 2.1), `bars ${bars} and moments ${moments}`);
}

async function checkChoices(page, rows) {
  await page.click(`#${rows[0].id}`);
  if (rows.length > 2) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await chosen(page), rows[2].id);
    await page.keyboard.press("ArrowUp");
    assert.equal(new URL(page.url()).hash, `#${rows[1].id}`);
  }
  const sizes = () => page.$$eval("#table tbody tr", (all) => all.map(({ dataset }) => Number(dataset.size)));
  const rising = (all) => all.every((size, n) => n === 0 || all[n - 1] <= size);
  await page.click("#table th:nth-child(2) button");
  assert.ok(rising(await sizes()), "rows are not sorted by their size");
  await page.keyboard.press("ArrowDown");
  assert.ok(rising((await sizes()).reverse()), "rows are not sorted downwards by their size");
}

// checkMotion moves the slider and plays: marks of both pictures move with it, and the page lists the members of the group.
async function checkMotion(page) {
  const marks = (figure) => page.$$eval(`${figure} .mark, ${figure} .inside`, (all) => all.map((mark) => `${mark.getAttribute("transform")} ${mark.getAttribute("visibility")}`).join());
  const slide = (value) => page.$eval("#slider", (slider, to) => {
    slider.value = to;
    slider.dispatchEvent(new Event("input"));
  }, value);
  await slide(200);
  const before = [await marks("#paths"), await marks("#inside")], moment = await page.textContent("#moment");
  await slide(700);
  assert.notEqual(await page.textContent("#moment"), moment);
  assert.notDeepEqual([await marks("#paths"), await marks("#inside")], before, "the slider moves nothing");
  await page.focus("#slider");
  const value = await page.inputValue("#slider");
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await page.inputValue("#slider"), value, "an arrow key moves the slider nowhere");
  await page.click("#play");
  assert.equal(await page.textContent("#play"), "Pause");
  await page.click("#play");
  assert.equal(await page.textContent("#play"), "Play");
}

// check opens a page and uses all of it. A page without groups has nothing to use.
async function check(browser, file, result) {
  const { page, wrong } = await watched(browser, () => true);
  await page.goto(urlOf(file));
  await whole(page);
  assert.ok(fs.statSync(file).size <= 20_000_000, "the page is too large");
  if (rowsOf(result).length === 0) {
    assert.match(await page.textContent("main"), /There are no groups/);
  } else {
    const rows = await checkRows(page, result);
    await checkChoices(page, rows);
    await page.click(`#${rows[0].id}`);
    await checkBars(page);
    await checkMotion(page);
    const turned = await checkTurns(page);
    await checkNarrow(page);
    const last = rows.at(-1).id;
    await page.goto(`${urlOf(file)}#${last}`);
    await page.reload();
    await whole(page);
    assert.equal(await chosen(page), last);
    await checkOpening(browser, urlOf(file), last);
    console.log(`report: ${path.basename(file)}: ${rows.length} groups, ${turned}`);
  }
  assert.deepEqual(wrong, []);
  await page.close();
}

inBrowser(async (browser, files) => {
  for (let n = 0; n < files.length; n += 2) await check(browser, files[n], files[n + 1]);
});
