// Pictures of rows below each other, and of a sum over columns of time.

const rowHeight = 18;

// outline is the line of a sum over columns: of steps of a column and a number that holds from there on.
function outline(steps, columns, x, y) {
  let points = [[x(0), y(0)]], last = 0;
  for (const [column, number] of steps) {
    points.push([x(column), y(last)], [x(column), y(number)]);
    last = number;
  }
  return [...points, [x(columns), y(last)], [x(columns), y(0)]];
}

// drawIntervals draws when objects, or zones, had rows: a row of the picture each, and all of them summed in the last.
function drawIntervals(figure, data, label) {
  const rows = data.intervals ?? [], high = 60, tall = rows.length * rowHeight;
  const { picture, width, height } = drawing(figure, tall + high + 40, label);
  const names = Math.min(width / 3, 160), x = linear(0, data.span.columns, names, width - 48);
  rows.forEach(({ name, count, columns }, n) => {
    const y = n * rowHeight;
    picture.append(svg("text", { class: "tick", x: names - 6, y: y + 13, "text-anchor": "end" }, svg("title", {}, name), shortened(name, Math.floor(names / 8))),
      svg("line", { class: "grid", x1: names, x2: width - 48, y1: y + 9, y2: y + 9 }),
      svg("text", { class: "tick", x: width - 42, y: y + 13 }, String(count)));
    for (const [first, last] of columns) picture.append(svg("rect", { class: "interval", x: x(first), width: Math.max(x(last + 1) - x(first), 1.5), y: y + 3, height: 12 }));
  });
  const steps = data.all ?? [], most = Math.max(...steps.map(([, number]) => number), 1), y = linear(0, most, tall + high, tall + 14);
  picture.append(svg("path", { class: "sum", d: `${pathData(outline(steps, data.span.columns, x, y))}Z` }),
    svg("text", { class: "tick", x: names - 6, y: tall + high - 4, "text-anchor": "end" }, "all"),
    svg("text", { class: "tick", x: width - 42, y: tall + 22 }, `≤ ${most}`),
    svg("text", { class: "tick", x: names, y: height - 18 }, data.span.from),
    svg("text", { class: "tick", x: width - 48, y: height - (width < 500 ? 4 : 18), "text-anchor": "end" }, data.span.until));
}
