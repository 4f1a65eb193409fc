// The page: what is chosen, and figures of all encounters.

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const inSpace = data.dim === 3 && !data.degrees;

// rowOf are the texts of a row of the table.
function rowOf(n) {
  const { dataset } = find(`e${n + 1}`);
  return { query: dataset.query, entry: dataset.entry, closest: dataset.tClosest, distance: dataset.dMin, shown: dataset.shown };
}

function momentText(pass) {
  const [from, until] = windowOf(pass), [unit, seconds] = offsetUnit(data, until - from);
  return (t) => {
    const d = distanceAt(pass, t), when = signed(t / seconds);
    return `${unit ? `${when} ${unit}` : when}: ${d === null ? "one of the two is absent" : withUnit(d, data.length)}`;
  };
}

// Chosen is the encounter that is chosen, and its pictures.
class Chosen {
  constructor() {
    this.player = new Player(find("slider"), find("play"), find("moment"));
    this.view = inSpace ? { angle: 0.6, tilt: 0.6 } : fromAbove;
    if (inSpace) turnable(find("paths"), (angle, tilt) => this.turn(angle, tilt));
  }

  choose(n) {
    this.n = n;
    writeAddress(`#e${n + 1}`);
    this.draw();
  }

  draw() {
    const pass = data.passes[this.n], row = rowOf(this.n);
    find("chosen-title").replaceChildren(`${this.n + 1}: `, html("bdi", {}, row.query), " and ", html("bdi", {}, row.entry), `, ${row.shown}`);
    find("chosen-cut").hidden = !pass.cut;
    this.drawPaths();
    const shown = [drawDistance(find("distance"), data, pass, row), drawRelative(find("relative"), data, pass, row), (t) => this.showPaths(t)];
    this.player.load(windowOf(pass), shown, momentText(pass));
  }

  drawPaths() {
    this.showPaths = drawPaths(find("paths"), data, data.passes[this.n], rowOf(this.n), this.view);
  }

  turn(angle, tilt) {
    this.view = { angle: this.view.angle + angle, tilt: Math.min(Math.max(this.view.tilt + tilt, 0), Math.PI / 2) };
    this.drawPaths();
    this.player.show();
  }
}

// drawFigures draws what is as wide as the page, of all encounters.
function drawFigures() {
  drawIntervals(find("intervals"), data);
  if (data.meetings.objects) drawMatrix(find("meetings"), data.meetings.objects, data.meetings.counts ?? []);
  drawHistogram(find("distances"), data.distances, data.vertical ? "horizontal d_min" : "d_min", data.length);
  drawHistogram(find("durations"), data.durations, "duration", data.stamps ? "s" : data.time);
}

function begin() {
  const chosen = new Chosen(), table = new Table(find("table"), (n) => chosen.choose(n));
  followAddress(find("chosen"), (fragment) => /^#e\d+$/.test(fragment) && table.choose(find(fragment.slice(1)))) || table.choose(find("e1"));
  if (!data.meetings.objects) drawComponents(find("meetings"), data.meetings.components ?? [], data.meetings.more ?? 0);
  drawFigures();
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    chosen.draw();
    drawFigures();
  });
}

if (find("table")) begin();
