// The row of moving objects that is chosen, and its pictures.

const inSpace = data.dim === 3 && !data.degrees;

// A Chosen is extended by a kind of page: its draw draws all pictures and loads the player, and its drawPaths draws the pictures that can be turned.
class Chosen {
  constructor() {
    this.player = new Player(find("slider"), find("play"), find("moment"));
    this.view = inSpace ? fromSide : fromAbove;
    if (inSpace) turnable(find("paths"), (angle, tilt) => this.turn(angle, tilt));
  }

  // choose chooses row n, and has the address name its element, once the page is open.
  choose(n) {
    this.n = n;
    if (this.opened) writeAddress(`#${rowAt(n).id}`);
    this.draw();
  }

  // drawWhere shows on the map, where the page has one, the place of what is chosen among all places.
  drawWhere(places) {
    if (!data.land) return;
    drawWhere(find("where"), data.land, places)(places[this.n]);
    find("place").textContent = placeText(places[this.n]);
  }

  turn(angle, tilt) {
    this.view = turnedBy(this.view, angle, tilt);
    this.drawPaths();
    this.player.show();
  }
}

// rowAt is the element of row n, as the page was written.
const rowAt = (n) => document.querySelector(`#table tr[data-row="${n}"]`);

// beginRows lets rows of the table be chosen, the row in the address or the first one to begin with, and draws figures of all rows.
function beginRows(chosen, drawFigures) {
  const table = new Table(find("table"), (n) => chosen.choose(n));
  followAddress(find("chosen"), (fragment) => /^#[egv]\d+$/.test(fragment) && table.choose(find(fragment.slice(1)))) || table.choose(rowAt(0));
  chosen.opened = true;
  drawFigures();
  followWidth(() => {
    chosen.draw();
    drawFigures();
  });
}
