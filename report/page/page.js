// The page: what is chosen, and figures of all encounters.

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const views = { flat: fromAbove, round: { angle: 0.6, tilt: 0.6 } };
const inSpace = data.dim === 3 && !data.degrees;
let view = inSpace ? views.round : views.flat, chosen = -1, showPaths = null;
const player = new Player(find("slider"), find("play"), find("moment"));

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

function redrawPaths() {
  showPaths = drawPaths(find("paths"), data, data.passes[chosen], rowOf(chosen), view);
}

function choose(n) {
  chosen = n;
  const pass = data.passes[n], row = rowOf(n);
  find("chosen-title").replaceChildren(`${n + 1}: `, html("bdi", {}, row.query), " and ", html("bdi", {}, row.entry), `, ${row.shown}`);
  find("chosen-cut").hidden = !pass.cut;
  history.replaceState(null, "", `#e${n + 1}`);
  redrawPaths();
  player.load(windowOf(pass), [drawDistance(find("distance"), data, pass, row), drawRelative(find("relative"), data, pass, row), (t) => showPaths(t)], momentText(pass));
}

function drawAll() {
  if (data.passes.length > 0) choose(chosen);
  drawIntervals(find("intervals"), data);
  if (data.meetings.objects) drawMeetings(find("meetings"), data);
  drawHistogram(find("distances"), data.distances, data.vertical ? "horizontal d_min" : "d_min", data.length);
  drawHistogram(find("durations"), data.durations, "duration", data.stamps ? "s" : data.time);
}

function begin() {
  if (data.passes.length === 0) return;
  const table = new Table(find("table"), choose);
  const asked = /^#e(\d+)$/.exec(location.hash), row = asked && find(`e${asked[1]}`);
  chosen = 0;
  if (!data.meetings.objects) drawMeetings(find("meetings"), data);
  drawAll();
  table.choose(row || find("e1"));
  addEventListener("hashchange", () => table.choose(document.getElementById(location.hash.slice(1))?.closest("tbody tr")));
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width) drawAll();
    width = innerWidth;
  });
  if (inSpace) {
    turnable(find("paths"), (angle, tilt) => {
      view = { angle: view.angle + angle, tilt: Math.min(Math.max(view.tilt + tilt, 0), Math.PI / 2) };
      redrawPaths();
      player.show();
    });
  }
}

begin();
