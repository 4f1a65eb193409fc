// Prints how fast a page is drawn, and how fast it answers a click: node bench.cjs CHROMIUM PAGE.html
"use strict";
const fs = require("node:fs");
const { inBrowser, urlOf, whole } = require("./chromium.cjs");

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

// busy returns the milliseconds that a page's process has taken of processors, on all of its threads.
async function busy(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "ProcessTime").value;
}

// ready returns the milliseconds from asking for a page until its pictures are seen, and until it has all of its rows, and the processors' until then, which other programs do not lengthen.
async function ready(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await page.addInitScript(() => new MutationObserver((_, observer) => {
    if (!document.querySelector("#distance svg")) return;
    observer.disconnect();
    requestAnimationFrame(() => { window.seen = performance.now(); });
  }).observe(document, { childList: true, subtree: true }));
  const begun = await busy(page);
  await page.goto(urlOf(file));
  await whole(page);
  const times = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done([window.seen, performance.now()]))));
  return { page, times: [...times, await busy(page) - begun] };
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
  const seen = [], all = [], work = [], clicks = [];
  for (let run = 0; run < 5; run++) {
    const { page, times } = await ready(browser, file);
    seen.push(times[0]);
    all.push(times[1]);
    work.push(times[2]);
    const rows = await page.$$eval("#table tbody tr", (all) => all.length);
    for (let n = 0; n < 20; n++) clicks.push(await click(page, `e${1 + Math.floor(n * (rows - 1) / 19)}`));
    if (run === 0) console.log(`${rows} encounters, ${fs.statSync(file).size} bytes`);
    await page.close();
  }
  console.log(`seen in ${median(seen).toFixed(0)} ms, whole in ${median(all).toFixed(0)} ms (${median(work).toFixed(0)} ms of processors), a click answered in ${median(clicks).toFixed(0)} ms: medians of 5 pages and 100 clicks`);
});
