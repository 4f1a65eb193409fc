// Prints how fast a page is drawn, and how fast it answers a click: node bench.cjs CHROMIUM PAGE.html
"use strict";
const fs = require("node:fs");
const { inBrowser, urlOf, whole } = require("./chromium.cjs");

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

// ready returns the milliseconds from asking for a page until its pictures are seen, and until it has all of its rows.
async function ready(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.addInitScript(() => new MutationObserver((_, observer) => {
    if (!document.querySelector("#distance svg")) return;
    observer.disconnect();
    requestAnimationFrame(() => { window.seen = performance.now(); });
  }).observe(document, { childList: true, subtree: true }));
  await page.goto(urlOf(file));
  await whole(page);
  const times = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done([window.seen, performance.now()]))));
  return { page, times };
}

// click returns the milliseconds from a click on a row until the next frame.
function click(page, row) {
  return page.evaluate((id) => new Promise((done) => {
    const begun = performance.now();
    document.getElementById(id).click();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  }), row);
}

inBrowser(async (browser, [file]) => {
  const seen = [], all = [], clicks = [];
  for (let run = 0; run < 5; run++) {
    const { page, times } = await ready(browser, file);
    seen.push(times[0]);
    all.push(times[1]);
    const rows = await page.$$eval("#table tbody tr", (all) => all.length);
    for (let n = 0; n < 20; n++) clicks.push(await click(page, `e${1 + Math.floor(n * (rows - 1) / 19)}`));
    if (run === 0) console.log(`${rows} encounters, ${fs.statSync(file).size} bytes`);
    await page.close();
  }
  console.log(`seen in ${median(seen).toFixed(0)} ms, whole in ${median(all).toFixed(0)} ms, a click answered in ${median(clicks).toFixed(0)} ms: medians of 5, 5 and 100`);
});
