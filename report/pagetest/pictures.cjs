// Compares the pictures of flyby report --svg with the pictures of its page: node pictures.cjs CHROMIUM PAGE.html FOLDER [PAGE.html FOLDER ...]
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { inBrowser, urlOf, watched, whole } = require("./chromium.cjs");

// plotted returns the parts of a plot: its scales, its curves as pixels, and its marks.
function plotted(plot) {
  const numbers = (element, ...names) => names.map((name) => Number(element.getAttribute(name)));
  const points = (curve) => curve.getAttribute("d").slice(1).split("L").map((point) => point.split(" ").map(Number));
  return {
    from: Number(plot.dataset.from), until: Number(plot.dataset.until), most: Number(plot.dataset.most), box: plot.dataset.box.split(" ").map(Number),
    curves: [...plot.querySelectorAll(".curve")].map(points),
    dashed: [...plot.querySelectorAll(".curve")].map((curve) => getComputedStyle(curve).strokeDasharray !== "none"),
    thresholds: [...plot.querySelectorAll(".threshold")].map((line) => [0, ...numbers(line, "y1")]),
    moments: [...plot.querySelectorAll(".moment")].map((line) => [...numbers(line, "x1"), 0]),
    closest: [...plot.querySelectorAll(".closest")].map((mark) => mark.getAttribute("d").slice(1).split("l")[0].split(" ").map(Number)).map(([x, y]) => [x, y + 5]),
  };
}

// valuesOf turns pixels of a plot into time and distance.
function valuesOf({ from, until, most, box: [left, top, right, bottom] }) {
  return ([x, y]) => [from + (x - left) / (right - left) * (until - from), (bottom - y) / (bottom - top) * most];
}

// pixelOf returns the time and the distance of a pixel of a plot.
function pixelOf({ from, until, most, box: [left, top, right, bottom] }) {
  return [(until - from) / (right - left), most / (bottom - top)];
}

// checkAlike compares two plots: they have the same scales, and points that are a pixel apart at most.
function checkAlike(one, other, name) {
  for (const key of ["from", "until", "most"]) assert.ok(Math.abs(one[key] - other[key]) <= 1e-9 * Math.abs(one[key]), `${name}: ${key} is ${other[key]}, on the page ${one[key]}`);
  assert.deepEqual(other.dashed, one.dashed, `${name}: dashed curves`);
  const pixel = [0, 1].map((axis) => Math.min(pixelOf(one)[axis], pixelOf(other)[axis])), here = valuesOf(one), there = valuesOf(other);
  const lists = (plot) => [...plot.curves, plot.thresholds, plot.moments, plot.closest];
  assert.equal(lists(other).length, lists(one).length, `${name}: curves`);
  let points = 0;
  lists(one).forEach((list, n) => {
    const against = lists(other)[n];
    assert.equal(against.length, list.length, `${name}: points of ${n}`);
    list.forEach((point, k) => {
      const axes = list === one.thresholds ? [1] : list === one.moments ? [0] : [0, 1], a = here(point), b = there(against[k]);
      for (const axis of axes) assert.ok(Math.abs(a[axis] - b[axis]) <= pixel[axis], `${name}: point ${k} of ${n} is at ${b}, on the page at ${a}`);
      points++;
    });
  });
  return points;
}

// check compares all pictures of a folder with a page.
async function check(browser, file, folder) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  const { page: alone, wrong } = await watched(browser, (url) => url.endsWith(".svg"));
  await page.goto(urlOf(file));
  await whole(page);
  const rows = await page.$$eval("#table tbody tr", (all) => all.map(({ cells }) => [cells[1].textContent, cells[2].textContent]));
  const names = fs.readdirSync(folder).sort();
  assert.equal(names.length, rows.length);
  let points = 0;
  for (const [n, name] of names.entries()) {
    assert.equal(Number(path.basename(name, ".svg")), n + 1);
    await page.click(`#e${n + 1}`);
    await alone.goto(urlOf(folder, name));
    assert.equal(await alone.evaluate(() => document.querySelector("title").textContent), `Distance against time: ${rows[n].join(" and ")}`);
    assert.equal(await alone.evaluate(() => document.querySelectorAll("parsererror, script, style, image").length), 0, `${name} is not a picture alone`);
    points += checkAlike(await page.$eval("#distance svg", plotted), await alone.$eval(".plot", plotted), `${path.basename(folder)}/${name}`);
  }
  assert.deepEqual(wrong, []);
  await page.close();
  await alone.close();
  console.log(`report: ${path.basename(folder)}: ${names.length} pictures as on the page, ${points} points`);
}

inBrowser(async (browser, files) => {
  for (let n = 0; n < files.length; n += 2) await check(browser, files[n], files[n + 1]);
});
