// The pass as the query sees it: itself in the middle, the path of the entry, the threshold around.

// planeOf are two directions that show a pass: east and north, or x and y, or in space the direction of flight and the direction of the closest approach.
function planeOf(pass, data) {
  if (data.dim === 2 || data.degrees) return [[1, 0, 0], [0, 1, 0]];
  const closest = relativeAt(pass, 0) ?? [0, 0, 0], along = directionAt(pass);
  const across = without(closest, along);
  return [along, norm(across) > 1e-9 * norm(closest) && norm(across) > 0 ? unitOf(across) : unitOf(anyAcross(along))];
}

// directionAt is the direction of relative motion about the closest approach.
function directionAt(pass) {
  const [from, until] = windowOf(pass), step = (until - from) / 1000;
  const before = relativeAt(pass, Math.max(-step, from)) ?? relativeAt(pass, 0), after = relativeAt(pass, Math.min(step, until)) ?? relativeAt(pass, 0);
  return unitOf(before && after ? after.map((value, axis) => value - before[axis]) : [1, 0, 0]);
}

function drawRelative(figure, data, pass, row) {
  const least = Number(row.distance), reach = (reachOf(pass, data) ?? (least > 0 ? least * 4 : 1)) * 1.25 || 1;
  return drawSeen(figure, data, pass, `The pass as ${row.query} sees it: ${row.entry} at ${row.shown} when closest`, planeOf(pass, data), reach);
}

// drawSeen draws a pass in two directions, to the right and up, as far as a reach from the query.
function drawSeen(figure, data, pass, label, [u, v], reach) {
  const { picture, width, height } = drawing(figure, (w) => Math.min(w, 340), label);
  const within = reachOf(pass, data), scale = Math.min(width, height) / 2 / reach, middle = [width / 2, height / 2];
  const seen = (relative) => [middle[0] + dot(relative, u) * scale, middle[1] - dot(relative, v) * scale];
  const group = clipped(picture, 0, 0, width, height);
  if (within !== undefined) group.append(svg("circle", { class: "threshold round", cx: middle[0], cy: middle[1], r: within * scale }));
  const event = pass.query.event || pass.entry.event;
  for (const span of common(pass).filter(([from, until]) => Number.isFinite(until - from))) {
    group.append(svg("path", { class: event ? "entry path absent" : "entry path", d: pathData(knots(pass, span).map((t) => seen(relativeAt(pass, t)))) }));
  }
  drawMiss(group, pass, seen, middle);
  drawScaleBar(picture, width, height, scale, data.length);
  return marker(picture, "entry", (t) => {
    const relative = relativeAt(pass, t);
    return relative && seen(relative);
  });
}

// drawMiss draws the query, and the line from it to the entry when that is closest.
function drawMiss(group, pass, seen, middle) {
  const relative = relativeAt(pass, 0);
  if (relative) {
    const [x, y] = seen(relative);
    group.append(svg("line", { class: "miss", x1: middle[0], y1: middle[1], x2: x, y2: y }),
      svg("path", { class: "closest", d: `M${x} ${y - 5}l5 5l-5 5l-5 -5z` }));
  }
  group.append(svg("circle", { class: "query mark", cx: middle[0], cy: middle[1], r: 4 }));
}

// marker is a mark of an object that moves: what places it at a time.
function marker(picture, name, placed) {
  const mark = name === "query" ? svg("circle", { class: "query mark", r: 5 }) : svg("rect", { class: "entry mark", x: -5, y: -5, width: 10, height: 10 });
  picture.append(mark);
  return (t) => putAt(mark, placed(t));
}
