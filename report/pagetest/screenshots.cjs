// Draws the pictures of pages in docs, and all of each page at 1280 and 390 pixels and in the dark style, to be looked at: node screenshots.cjs CHROMIUM FOLDER PAGE.html PICTURE.png light|dark CHOICE [PAGE.html ...]
"use strict";
const path = require("node:path");
const { settled } = require("./checks.cjs");
const { inBrowser, urlOf } = require("./chromium.cjs");

// opened returns a page at its top, of a width and a style, with a row chosen.
async function opened(browser, file, width, colorScheme, choice) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  await page.goto(`${urlOf(file)}#${choice}`);
  await settled(page);
  await page.evaluate(() => scrollTo(0, 0));
  return page;
}

async function draw(browser, file, picture, colorScheme, choice) {
  const page = await opened(browser, file, 960, colorScheme, choice);
  const { y, height } = await (await page.$("section:nth-of-type(2) h2")).boundingBox();
  await page.screenshot({ path: picture, fullPage: true, clip: { x: 0, y: 0, width: 960, height: y + height + 200 } });
  await page.close();
}

inBrowser(async (browser, [folder, ...pages]) => {
  for (let n = 0; n < pages.length; n += 4) {
    const [file, picture, colorScheme, choice] = pages.slice(n, n + 4), name = path.basename(picture, ".png");
    await draw(browser, file, picture, colorScheme, choice);
    for (const [width, style, as] of [[1280, "light", "1280"], [390, "light", "390"], [1280, "dark", "dark"]]) {
      const page = await opened(browser, file, width, style, choice);
      await page.screenshot({ path: path.join(folder, `${name}-${as}.png`), fullPage: true });
      await page.close();
    }
  }
});
