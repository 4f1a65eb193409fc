// Draws the pictures of pages in docs: node screenshots.cjs CHROMIUM PAGE.html PICTURE.png light|dark CHOICE [PAGE.html ...]
"use strict";
const { settled } = require("./checks.cjs");
const { inBrowser, urlOf } = require("./chromium.cjs");

async function draw(browser, file, picture, colorScheme, choice) {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 }, colorScheme });
  await page.goto(`${urlOf(file)}#${choice}`);
  await settled(page);
  await page.evaluate(() => scrollTo(0, 0));
  const { y, height } = await (await page.$("section:nth-of-type(2) h2")).boundingBox();
  await page.screenshot({ path: picture, fullPage: true, clip: { x: 0, y: 0, width: 900, height: y + height + 200 } });
  await page.close();
}

inBrowser(async (browser, pages) => {
  for (let n = 0; n < pages.length; n += 4) await draw(browser, ...pages.slice(n, n + 4));
});
