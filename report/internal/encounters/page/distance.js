// The distance of two objects against time.

function drawDistance(figure, data, pass, row) {
  const { picture, width, height } = drawing(figure, 300, `Distance against time: least ${row.shown} at ${row.at}`);
  const [from, until] = windowOf(pass), lines = curves(pass), box = { ...boxOf(width, height), top: 36 };
  const most = Math.max(bounds(lines.flat().map(([, d]) => d))[1], reachOf(pass, data) ?? 0);
  const [unit, seconds] = offsetUnit(data, until - from);
  const x = linear(from, until, box.left, box.right), y = linear(0, most > 0 ? most * 1.05 : 1, box.bottom, box.top);
  Object.assign(picture.dataset, { from, until, most: most > 0 ? most * 1.05 : 1, box: [box.left, box.top, box.right, box.bottom].join(" ") });
  picture.append(svg("rect", { class: "within", x: x(pass.enter), width: Math.max(x(pass.exit) - x(pass.enter), 1), y: box.top, height: box.bottom - box.top }));
  axes(picture, box, {
    x: (value) => x(value * seconds), y, xTicks: ticksAcross(from / seconds, until / seconds, width / 90), yTicks: ticks(0, most * 1.05, 5),
    xName: named(`time from ${row.at}`, unit), yName: named(data.vertical ? "horizontal distance" : "distance", data.length), xText: signed,
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
  if (within !== undefined) picture.append(svg("line", { class: "threshold", x1: box.left, x2: box.right, y1: y(within), y2: y(within) }));
}

// legendOf says what the mark and the dotted line of the picture are: below it, where no curve runs.
function legendOf(pass, data, row) {
  const within = reachOf(pass, data), least = `: ◆ least ${row.shown}`;
  return within === undefined ? least : `${least}, ┄ ${pass.radii ? "threshold and radii" : "threshold"} ${withUnit(within, data.length)}`;
}

// drawMoments marks when the two came within the threshold, when they were closest and when they parted.
function drawMoments(picture, box, x, y, pass, row) {
  for (const [t, name] of [[pass.enter, "enter"], [pass.exit, "exit"]]) {
    if (pass.enter === pass.exit) break;
    const ends = t > 0 ? x(t) + 34 > box.right + 14 : x(t) - 34 > 0;
    picture.append(svg("line", { class: "moment", x1: x(t), x2: x(t), y1: box.top - 4, y2: box.bottom }),
      svg("text", { class: "note", x: x(t) + (ends ? -3 : 3), y: box.top - 6, "text-anchor": ends ? "end" : "start" }, name));
  }
  const least = Number(row.distance), low = y(least);
  picture.append(svg("path", { class: "closest", "data-least": low.toFixed(2), d: `M${x(0)} ${low - 5}l5 5l-5 5l-5 -5z` }));
}
