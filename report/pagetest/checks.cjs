// Checks of pages of every kind.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");

// rowsOf returns the rows of CSV whose names have neither commas nor quotes.
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

module.exports = { checkTurns, chosen, rowsOf };
