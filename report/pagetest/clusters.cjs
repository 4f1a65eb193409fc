// Opens pages of clusters in a browser, from disk, and uses them: node clusters.cjs CHROMIUM PAGE.html LABELS.csv [PAGE.html LABELS.csv ...]
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { checkOpening } = require("./checks.cjs");
const { checkNarrow, inBrowser, urlOf, watched, whole } = require("./chromium.cjs");

// sizesOf returns the number of points of each label by their kinds, and the ids, of CSV whose ids may be quoted.
function sizesOf(file) {
  const sizes = new Map(), ids = new Set();
  for (const line of fs.readFileSync(file, "utf8").trimEnd().split("\n").slice(1)) {
    const [, id, label, kind] = /^([^]*),(-?\d+),(\w+)$/.exec(line);
    const size = sizes.get(label) ?? { core: 0, border: 0, noise: 0 };
    size[kind]++;
    sizes.set(label, size);
    ids.add(id.replace(/^"(.*)"$/, "$1").replaceAll('""', '"'));
  }
  return { sizes, ids };
}

const chosen = (page) => page.$$eval("#table tr[aria-selected=true]", (rows) => rows.map((row) => row.id).join());
const pixels = (page) => page.$eval("#points", (canvas) => canvas.toDataURL());
const drawn = (page) => page.$eval("#picture", (figure) => Number(figure.dataset.drawn));

// checkRows compares the table with the file.
async function checkRows(page, sizes) {
  const rows = await page.$$eval("#table tbody tr", (all) => all.map(({ dataset: d }) => [d.cluster, d.points, d.core, d.border].join(" ")));
  const wanted = [...sizes].filter(([label]) => label !== "-1").map(([label, { core, border }]) => [label, core + border, core, border].join(" "));
  assert.deepEqual([...rows].sort(), wanted.sort());
  const points = rows.map((row) => Number(row.split(" ")[1]));
  assert.ok(points.every((n, at) => at === 0 || points[at - 1] >= n), "the largest cluster is not the first");
  return rows.length;
}

async function checkChoices(page) {
  assert.equal(await chosen(page), "");
  const before = await pixels(page), [first, second] = await page.$$eval("#table tbody tr", (rows) => rows.map((row) => row.id));
  await page.click(`#${first}`);
  assert.equal(await chosen(page), first);
  assert.equal(new URL(page.url()).hash, `#${first}`);
  assert.notEqual(await page.$eval("#picture", (figure) => figure.querySelector(".around")), null, "no frame around the cluster");
  if (second) {
    assert.notEqual(await pixels(page), before, "a choice marks nothing");
    await page.keyboard.press("ArrowDown");
    assert.equal(await chosen(page), second);
    assert.match(await page.textContent("#chosen-title"), new RegExp(`^Cluster ${second.slice(1)}, `));
  }
  await page.click("#clear");
  assert.equal(await chosen(page), "");
  assert.equal(new URL(page.url()).hash, "");
  assert.equal(await pixels(page), before, "the picture is another once nothing is chosen");
  await page.click("#table th:nth-child(1) button");
  const numbers = await page.$$eval("#table tbody tr", (rows) => rows.map(({ dataset }) => Number(dataset.cluster)));
  assert.ok(numbers.every((n, at) => at === 0 || numbers[at - 1] < n), "rows are not sorted by their number");
}

// checkClick clicks on a point of a cluster, and reads the point's description.
async function checkClick(page, ids) {
  const row = await page.$eval("#table tbody tr", ({ id }) => id);
  await page.click(`#${row}`);
  await page.click("#to-cluster");
  await page.click("#clear");
  const at = await page.$eval("#points", (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const colored = (n) => data[4 * n + 3] > 250 && Math.max(data[4 * n], data[4 * n + 1], data[4 * n + 2]) - Math.min(data[4 * n], data[4 * n + 1], data[4 * n + 2]) > 60;
    for (let n = 0; n < canvas.width * canvas.height; n++) if (colored(n)) return [n % canvas.width, Math.floor(n / canvas.width)];
    return null;
  });
  await page.click("#points", { position: { x: at[0], y: at[1] } });
  const text = await page.textContent("#point"), [, whose] = /: cluster (\d+), (?:core|border), at /.exec(text) ?? assert.fail(`a click at ${at} tells: ${text}`);
  assert.ok([...ids].some((id) => text.startsWith(`${id}: `)), `${text}: no id of the file`);
  assert.equal(await chosen(page), `c${whose}`);
  await page.click("#clear");
  await page.click("#whole");
}

async function checkView(page) {
  await page.locator("#picture").scrollIntoViewIfNeeded();
  const { x, y } = await page.locator("#points").boundingBox(), before = await pixels(page);
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + 140, y + 90, { steps: 4 });
  await page.mouse.up();
  const dragged = await pixels(page);
  assert.notEqual(dragged, before, "a drag turns or moves nothing");
  await page.focus("#picture");
  await page.keyboard.press("ArrowLeft");
  const pressed = await pixels(page);
  assert.notEqual(pressed, dragged, "an arrow key turns or moves nothing");
  await page.keyboard.press("+");
  assert.notEqual(await pixels(page), pressed, "+ comes no closer");
  await page.click("#whole");
}

// checkAxes chooses another axis, if there are more than a picture has.
async function checkAxes(page) {
  if (!(await page.$("#axis-up"))) return;
  const before = await pixels(page);
  await page.selectOption("#axis-up", "3");
  assert.notEqual(await pixels(page), before, "another axis is the same picture");
}

async function checkKinds(page, sizes) {
  const all = await drawn(page), noise = sizes.get("-1")?.noise ?? 0, core = [...sizes.values()].reduce((sum, size) => sum + size.core, 0);
  assert.equal(all, [...sizes.values()].reduce((sum, size) => sum + size.core + size.border + size.noise, 0));
  for (const [kind, points] of [["noise", noise], ["core", core]]) {
    if (points === 0) continue;
    await page.uncheck(`#show-${kind}`);
    assert.equal(await drawn(page), all - points);
    await page.check(`#show-${kind}`);
  }
}

async function check(browser, file, labels) {
  const { page, wrong } = await watched(browser, () => true), { sizes, ids } = sizesOf(labels);
  await page.goto(urlOf(file));
  await whole(page);
  if (ids.size === 0) {
    assert.match(await page.textContent("main"), /There are no points/);
  } else {
    const clusters = sizes.size > (sizes.has("-1") ? 1 : 0);
    if (clusters) {
      await checkRows(page, sizes);
      await checkChoices(page);
      await checkClick(page, ids);
    } else {
      assert.match(await page.textContent("main"), /There are no clusters/);
    }
    await checkView(page);
    await checkAxes(page);
    await checkKinds(page, sizes);
    await checkNarrow(page);
    if (clusters) {
      await page.goto(`${urlOf(file)}#c0`);
      await page.reload();
    await whole(page);
      assert.equal(await chosen(page), "c0");
      await checkOpening(browser, urlOf(file), "c0");
    }
  }
  assert.deepEqual(wrong, []);
  await page.close();
  console.log(`report: ${path.basename(file)}: ${ids.size} points, ${sizes.size} labels`);
}

inBrowser(async (browser, files) => {
  for (let n = 0; n < files.length; n += 2) await check(browser, files[n], files[n + 1]);
});
