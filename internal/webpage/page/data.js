// The data of the page, its elements by their ids, and the width that pictures follow.

const find = (id) => document.getElementById(id);

// textOf is the text of a block of the page, "" if the block is absent. Large blocks are packed by gzip.
async function textOf(block) {
  if (block?.type !== "application/gzip") return block?.textContent ?? "";
  const text = atob(block.textContent), bytes = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

const data = JSON.parse(await textOf(find("data")));
let moreRows = await textOf(find("rows"));

// addRows adds the rows of a long table that are not in it yet: browsers take long for them, so that the pictures are drawn first.
function addRows() {
  if (moreRows) find("table").tBodies[0].insertAdjacentHTML("beforeend", moreRows);
  moreRows = "";
}

// opened calls addRows once the page is seen, and has its root say that it is whole.
function opened() {
  requestAnimationFrame(() => setTimeout(() => {
    addRows();
    document.documentElement.dataset.whole = "";
  }));
}

// followWidth calls draw whenever the window has another width.
function followWidth(draw) {
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    draw();
  });
}
