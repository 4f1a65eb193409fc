// The browser in which pages are opened.
"use strict";
const assert = require("node:assert/strict");
const path = require("node:path");
const { chromium } = require("playwright-core");

// inBrowser runs work in the browser of the command line, and ends the process with its error.
async function inBrowser(work) {
  const [, , executablePath, ...words] = process.argv;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    await work(browser, words);
  } catch (error) {
    console.error(`report: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

// urlOf returns the address of a file on the disk.
const urlOf = (...file) => `file://${path.resolve(...file)}`;

// watched returns a page without a document and the list of its faults: errors of the console and of the page, dialogs, and requests for other files.
async function watched(browser, isMeant) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } }), wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("dialog", (dialog) => wrong.push(`a dialog: ${dialog.message()}`));
  page.on("request", (request) => (request.url().startsWith("file:") && isMeant(request.url())) || wrong.push(request.url()));
  return { page, wrong };
}

// whole waits until a page is drawn and has all of its rows.
const whole = (page) => page.waitForSelector("html[data-whole]", { state: "attached" });

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

module.exports = { checkNarrow, inBrowser, urlOf, watched, whole };
