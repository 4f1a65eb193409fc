// The page of encounters: the pictures of the one that is chosen, and figures of all.

// rowOf are the texts of a row of the table.
function rowOf(n) {
  const { dataset, cells } = rowAt(n);
  const [, query, entry] = cells;
  return { query: query.textContent, entry: entry.textContent, about: { query: query.title || dataset.query, entry: entry.title || dataset.entry }, at: withoutZeros(cells[3].textContent), distance: dataset.dMin, shown: dataset.shown };
}

// momentText says of a time how far apart the two are.
function momentText(pass, row) {
  const [from, until] = windowOf(pass), unit = offsetUnit(data, until - from);
  return (t) => {
    if (t === 0) return `closest, at ${row.at}: ${row.shown} apart`;
    const d = distanceAt(pass, t);
    return `${offsetText(t, unit)} from the closest: ${d === null ? "one of the two is absent" : `${withUnit(d, data.length)} apart`}`;
  };
}

// A ChosenEncounter draws its distance, and its paths.
class ChosenEncounter extends Chosen {
  draw() {
    const pass = data.passes[this.n], row = rowOf(this.n);
    find("chosen-title").replaceChildren(`${this.n + 1}: `, html("bdi", {}, row.query), " and ", html("bdi", {}, row.entry), `, ${row.shown}`);
    find("chosen-cut").hidden = !pass.cut;
    find("legend").textContent = legendOf(pass, data, row);
    for (const name of ["query", "entry"]) find("relative").querySelector(`span.${name}`).textContent = shortened(row[name], 24);
    this.drawPaths();
    this.drawWhere(data.passes.map(({ place }) => place));
    const shown = [drawDistance(find("distance"), data, pass, row), drawRelative(find("relative"), data, pass, row), ...drawOrbit(data, pass, row, rowAt(this.n).dataset.parts?.split(" ").map(Number)), (t) => this.showPaths(t)];
    this.player.load(windowOf(pass), shown, momentText(pass, row));
  }

  drawPaths() {
    this.showPaths = drawPaths(find("paths"), data, data.passes[this.n], rowOf(this.n), this.view);
  }
}

// drawFigures draws what is as wide as the page, of all encounters.
function drawFigures() {
  drawIntervals(find("intervals"), data, "When objects had encounters");
  if (data.meetings.objects) drawMatrix(find("meetings"), data.meetings.objects, data.meetings.counts ?? []);
  drawHistogram(find("distances"), data.distances, data.vertical ? "least horizontal distance" : "least distance", data.length);
  drawDurations(find("durations"), data, "encounters");
}

if (find("table")) {
  if (!data.meetings.objects) drawComponents(find("meetings"), data.meetings.components ?? [], data.meetings.more ?? 0);
  beginRows(new ChosenEncounter(), drawFigures);
}
