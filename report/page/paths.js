// Both paths, from above or, in space, from a side that is turned by dragging and by arrow keys.

function placesOf(pass) {
  return [pass.query, pass.entry].flatMap(({ lines }) => lines.flatMap((line) => line.t.map((_, n) => place(line, n))));
}

// fitted is how places are seen in a box, whatever the view, at one scale for all axes.
function fitted(pass, view, width, height) {
  const seen = placesOf(pass).map((at) => turned(at, view));
  const [left, right] = bounds(seen.map(([x]) => x)), [low, high] = bounds(seen.map(([, y]) => y));
  const scale = Math.min((width - 48) / (right - left || 1e-300), (height - 64) / (high - low || 1e-300));
  const used = Number.isFinite(scale) && scale < 1e290 ? scale : 1;
  const at = (p) => {
    const [x, y] = turned(p, view);
    return [width / 2 + (x - (left + right) / 2) * used, (height - 16) / 2 - (y - (low + high) / 2) * used];
  };
  return { at, scale: used };
}

function drawPaths(figure, data, pass, row, view) {
  const { picture, width, height } = drawing(figure, (w) => Math.min(w, 340), `The paths of ${row.query} and ${row.entry}`);
  const { at, scale } = fitted(pass, view, width, height);
  if (data.degrees && view === fromAbove) drawGraticule(clipped(picture, 0, 0, width, height), pass, at, scale, width, height);
  const group = clipped(picture, 0, 0, width, height);
  for (const name of ["query", "entry"]) drawTrack(group, pass[name], name, at, row[name], width);
  drawScaleBar(picture, width, height, scale, data.length);
  const marks = ["query", "entry"].map((name) => marker(picture, name, (t) => {
    const p = placeAt(pass[name], t);
    return p && at(p);
  }));
  return (t) => marks.forEach((mark) => mark(t));
}

// drawTrack draws the lines of an object, and its name at the end that has room for it.
function drawTrack(group, track, name, at, text, width) {
  for (const line of track.lines) {
    const points = line.t.map((_, n) => at(place(line, n)));
    group.append(svg("path", { class: `${name} path`, d: pathData(points) }));
    if (track.event) group.append(svg("path", { class: `${name} event`, d: `M${points[0][0] - 5} ${points[0][1]}h10m-5 -5v10` }));
  }
  const last = track.lines[track.lines.length - 1], [x, y] = at(place(last, last.t.length - 1)), ends = x > width / 2;
  group.append(svg("text", { class: `${name} label`, x: x + (ends ? -8 : 8), y: y + (name === "query" ? -8 : 16), "text-anchor": ends ? "end" : "start" }, shortened(text, 24)));
}

const metresADegree = 111195;

// drawGraticule draws meridians and parallels about the place of the encounter.
function drawGraticule(group, pass, at, scale, width, height) {
  const [lon, lat] = pass.place, [x0, y0] = at([0, 0, 0]);
  const wide = Math.max(Math.cos(lat * Math.PI / 180), 1e-6) * metresADegree * scale, tall = metresADegree * scale;
  for (const value of ticks(lon - x0 / wide, lon + (width - x0) / wide, 4)) {
    const x = x0 + (value - lon) * wide;
    group.append(svg("line", { class: "grid", x1: x, x2: x, y1: 0, y2: height }), svg("text", { class: "tick", x: x + 3, y: 11 }, `${rounded(value, 8)}°`));
  }
  for (const value of ticks(lat - (height - y0) / tall, lat + y0 / tall, 4)) {
    const y = y0 - (value - lat) * tall;
    group.append(svg("line", { class: "grid", x1: 0, x2: width, y1: y, y2: y }), svg("text", { class: "tick", x: 3, y: y - 3 }, `${rounded(value, 8)}°`));
  }
}
