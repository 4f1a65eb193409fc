// Checks of pages of every kind.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { whole } = require("./chromium.cjs");

// rowsOf returns the rows of CSV whose names have neither commas nor quotes.
function rowsOf(file) {
  const [head, ...lines] = fs.readFileSync(file, "utf8").trimEnd().split("\n").map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(head.map((name, n) => [name, cells[n]])));
}

const chosen = (page) => page.$eval("#table tr[aria-selected=true]", (row) => row.id);

// settled waits until a page has loaded, has all of its rows and has been drawn twice, after which nothing scrolls by itself.
async function settled(page) {
  await whole(page);
  await page.evaluate(() => new Promise((done) => {
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(done));
    if (document.readyState === "complete") drawn();
    else addEventListener("load", drawn);
  }));
}

// checkFrame shows a page in the frame of a notebook, which has neither an origin nor an address, and chooses a row.
async function checkFrame(browser, url, row) {
  const page = await browser.newPage(), wrong = [], text = fs.readFileSync(new URL(url), "utf8");
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.setContent(`<iframe sandbox="allow-scripts" srcdoc="${text.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"></iframe>`);
  const frame = page.frames()[1];
  await frame.waitForSelector("#table tbody tr");
  await frame.evaluate((id) => document.getElementById(id).click(), row);
  assert.equal(await chosen(frame), row, "a row is chosen in a frame");
  assert.deepEqual(wrong, []);
  await page.close();
}

// checkOpening opens a page afresh: at its top, with an address that names no row; and, with a row in the address, as the page opens and
// as the address changes, with the row chosen and the pictures in view.
async function checkOpening(browser, url, row) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.goto(url);
  await settled(page);
  assert.equal(await page.evaluate(() => scrollY), 0, "the page opens below its top");
  assert.equal(new URL(page.url()).hash, "", "the page writes an address that nobody chose");
  const checkRow = async (how) => {
    await settled(page);
    assert.equal(await chosen(page), row, how);
    const { top, bottom } = await page.$eval("#chosen figure, #chosen canvas", (figure) => figure.getBoundingClientRect());
    assert.ok(top >= 0 && top < 900 && bottom > 0, `${how}: the pictures are at ${top} to ${bottom} of a screen of 900 pixels`);
  };
  await page.evaluate((id) => void (location.hash = `#${id}`), row);
  await checkRow("the address changes");
  await page.goto("about:blank");
  await page.goto(`${url}#${row}`);
  await checkRow("the address has it");
  await page.close();
  await checkFrame(browser, url, row);
}

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

module.exports = { checkOpening, checkTurns, chosen, rowsOf, settled };
