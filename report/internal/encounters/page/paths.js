// Both paths, from above or, in space, from a side.

function placesOf(pass) {
  return [pass.query, pass.entry].flatMap(({ lines }) => lines.flatMap((line) => line.t.map((_, n) => place(line, n))));
}

function drawPaths(figure, data, pass, row, view) {
  const { picture, width, height } = drawing(figure, (w) => Math.min(w, 340), `The paths of ${row.query} and ${row.entry}`);
  const { at, scale } = fitted(placesOf(pass), view, width, height);
  if (data.degrees && view === fromAbove) drawGraticule(clipped(picture, 0, 0, width, height), pass.place, at, scale, width, height);
  const group = clipped(picture, 0, 0, width, height);
  for (const name of ["query", "entry"]) drawTrack(group, pass[name], name, at, row, width);
  drawScaleBar(picture, width, height, scale, data.length);
  const marks = ["query", "entry"].map((name) => marker(picture, name, (t) => {
    const p = placeAt(pass[name], t);
    return p && at(p);
  }));
  return (t) => marks.forEach((mark) => mark(t));
}

// drawTrack draws the lines of an object, and its name where they end: beyond the end, if there is room.
function drawTrack(group, track, name, at, row, width) {
  for (const line of track.lines) {
    const points = line.t.map((_, n) => at(place(line, n)));
    group.append(svg("path", { class: `${name} path`, d: pathData(points) }));
    if (track.event) group.append(svg("path", { class: `${name} event`, d: `M${points[0][0] - 5} ${points[0][1]}h10m-5 -5v10` }));
  }
  const last = track.lines[track.lines.length - 1], [x, y] = at(place(last, last.t.length - 1)), [before] = at(place(last, Math.max(last.t.length - 2, 0)));
  const room = 12 + 7.5 * [...shortened(row[name], 24)].length, ends = x >= before ? x + room > width : x > room;
  group.append(svg("text", { class: `${name} label`, x: x + (ends ? -8 : 8), y: Math.max(y + (name === "query" ? -4 : 14), 12), "text-anchor": ends ? "end" : "start" }, svg("title", {}, row.about[name]), shortened(row[name], 24)));
}
