// Both paths, from above or, in space, from a side.

function placesOf(pass) {
  return [pass.query, pass.entry].flatMap(({ lines }) => lines.flatMap((line) => line.t.map((_, n) => place(line, n))));
}

function drawPaths(figure, data, pass, row, view) {
  const { picture, width, height } = drawing(figure, (w) => Math.min(w, 340), `The paths of ${row.query} and ${row.entry}`);
  const { at, scale } = fitted(placesOf(pass), view, width, height);
  const taken = [pass.query, pass.entry].flatMap(({ lines }) => lines.flatMap((line) => dense(line.t.map((_, n) => at(place(line, n))))));
  if (data.degrees && view === fromAbove) drawGraticule(clipped(picture, 0, 0, width, height), pass.place, at, scale, width, height, taken);
  const group = clipped(picture, 0, 0, width, height);
  for (const name of ["query", "entry"]) drawTrack(group, pass[name], name, at, row, width, taken);
  drawScaleBar(picture, width, height, scale, data.length);
  const marks = ["query", "entry"].map((name) => marker(picture, name, (t) => {
    const p = placeAt(pass[name], t);
    return p && at(p);
  }));
  return (t) => marks.forEach((mark) => mark(t));
}

// labelAt is where a text of a length stands beside the end of a path: beyond it, if there is room.
function labelAt([x, y], before, long, first, taken, width) {
  const side = x >= before ? 8 : -8, second = 10 - first;
  const places = [[side, first], [side, second], [-side, first], [-side, second]].map(([right, down]) => ({ from: right > 0 ? x + right : x + right - long, base: Math.max(y + down, 12) }));
  const seen = places.filter(({ from }) => from >= 0 && from + long <= width);
  return freest(seen.length > 0 ? seen : places, long, taken);
}

// drawTrack draws the lines of an object, and its name where they end.
function drawTrack(group, track, name, at, row, width, taken) {
  for (const line of track.lines) {
    const points = line.t.map((_, n) => at(place(line, n)));
    group.append(svg("path", { class: `${name} path`, d: pathData(points) }));
    if (track.event) group.append(svg("path", { class: `${name} event`, d: `M${points[0][0] - 5} ${points[0][1]}h10m-5 -5v10` }));
  }
  const last = track.lines[track.lines.length - 1], [x, y] = at(place(last, last.t.length - 1)), [before] = at(place(last, Math.max(last.t.length - 2, 0)));
  const text = shortened(row[name], 24), long = 7.5 * [...text].length, { from, base } = labelAt([x, y], before, long, name === "query" ? -4 : 14, taken, width), ends = from < x;
  group.append(svg("text", { class: `${name} label`, x: ends ? from + long : from, y: base, "text-anchor": ends ? "end" : "start" }, svg("title", {}, row.about[name]), text));
}
