// The distance of two objects against time.

function drawDistance(figure, data, pass, row) {
  const { picture, width, height } = drawing(figure, 300, `Distance against time: least ${row.distance} at ${row.closest}`);
  const [from, until] = windowOf(pass), lines = curves(pass), box = boxOf(width, height);
  const most = Math.max(bounds(lines.flat().map(([, d]) => d))[1], reachOf(pass, data) ?? 0);
  const [unit, seconds] = offsetUnit(data, until - from);
  const x = linear(from, until, box.left, box.right), y = linear(0, most > 0 ? most * 1.05 : 1, box.bottom, box.top);
  Object.assign(picture.dataset, { from, until, most: most > 0 ? most * 1.05 : 1, box: [box.left, box.top, box.right, box.bottom].join(" ") });
  picture.append(svg("rect", { class: "within", x: x(pass.enter), width: Math.max(x(pass.exit) - x(pass.enter), 1), y: box.top, height: box.bottom - box.top }));
  axes(picture, box, {
    x: (value) => x(value * seconds), y, xTicks: ticks(from / seconds, until / seconds, width / 90), yTicks: ticks(0, most * 1.05, 5),
    xName: named(`time from ${row.closest}`, unit), yName: named(data.vertical ? "horizontal distance" : "distance", data.length), xText: signed,
  });
  drawThreshold(picture, box, y, pass, data);
  for (const line of lines) {
    const points = line.map(([t, d]) => [x(t), y(d)]);
    picture.append(svg("path", { class: pass.query.event || pass.entry.event ? "curve absent" : "curve", d: pathData(points) }));
  }
  drawMoments(picture, box, x, y, pass, row);
  const cursor = svg("g", { class: "cursor" }, svg("line", { y1: box.top, y2: box.bottom }), svg("circle", { r: 4 }));
  picture.append(cursor);
  return (t) => {
    const d = distanceAt(pass, t);
    cursor.firstChild.setAttribute("x1", x(t));
    cursor.firstChild.setAttribute("x2", x(t));
    cursor.lastChild.setAttribute("cx", x(t));
    cursor.lastChild.setAttribute("cy", y(d ?? 0));
    cursor.lastChild.setAttribute("visibility", d === null ? "hidden" : "visible");
  };
}

function drawThreshold(picture, box, y, pass, data) {
  const within = reachOf(pass, data);
  if (within === undefined) return;
  picture.append(svg("line", { class: "threshold", x1: box.left, x2: box.right, y1: y(within), y2: y(within) }),
    svg("text", { class: "note", x: box.right - 4, y: y(within) - 4, "text-anchor": "end" }, `${pass.radii ? "threshold and radii" : "threshold"} ${withUnit(within, data.length)}`));
}

// drawMoments marks when the two came within the threshold, when they were closest and when they parted.
function drawMoments(picture, box, x, y, pass, row) {
  for (const [t, name] of [[pass.enter, "enter"], [pass.exit, "exit"]]) {
    if (pass.enter === pass.exit) break;
    picture.append(svg("line", { class: "moment", x1: x(t), x2: x(t), y1: box.top, y2: box.bottom }),
      svg("text", { class: "note", x: x(t) + (t > 0 ? 3 : -3), y: box.top + 10, "text-anchor": t > 0 ? "start" : "end" }, name));
  }
  const least = Number(row.distance), low = y(least);
  picture.append(svg("path", { class: "closest", "data-least": low.toFixed(2), d: `M${x(0)} ${low - 5}l5 5l-5 5l-5 -5z` }),
    svg("text", { class: "note", x: x(0) + 8, y: Math.max(low - 8, box.top + 22) }, row.shown));
}
