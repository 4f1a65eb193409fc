// What is checked of pages of every kind.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");

// rowsOf are the rows of CSV whose names have neither commas nor quotes.
function rowsOf(file) {
  const [head, ...lines] = fs.readFileSync(file, "utf8").trimEnd().split("\n").map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(head.map((name, n) => [name, cells[n]])));
}

const chosen = (page) => page.$eval("#table tr[aria-selected=true]", (row) => row.id);

async function checkTurns(page) {
  const figure = await page.$("#paths.turns");
  if (!figure) return "flat";
  const paths = () => page.$$eval("#paths .path", (all) => all.map((one) => one.getAttribute("d")).join());
  const before = await paths();
  await figure.scrollIntoViewIfNeeded();
  const { x, y } = await figure.boundingBox();
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + 140, y + 90, { steps: 4 });
  await page.mouse.up();
  const dragged = await paths();
  assert.notEqual(dragged, before, "a drag turns nothing");
  await figure.focus();
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await paths(), dragged, "an arrow key turns nothing");
  return "turned";
}

// checkNarrow lays the page out on a narrow screen, in the fonts of this machine and in a wider one: machines have different fonts.
async function checkNarrow(page) {
  await page.setViewportSize({ width: 360, height: 700 });
  for (const font of ["", "monospace"]) {
    const width = await page.evaluate((family) => {
      for (const element of document.querySelectorAll("body, body :not(svg *)")) element.style.fontFamily = family;
      return document.documentElement.scrollWidth;
    }, font);
    assert.ok(width <= 360, `the page is ${width} pixels wide on a screen of 360, in the font ${font || "of its style"}`);
  }
}

module.exports = { checkNarrow, checkTurns, chosen, rowsOf };
