// When objects had encounters: a row an object, and all of them summed in the last.

function drawIntervals(figure, data) {
  const rows = data.intervals ?? [], high = 60, tall = rows.length * rowHeight;
  const { picture, width, height } = drawing(figure, tall + high + 40, "When objects had encounters");
  const names = Math.min(width / 4, 160), x = linear(0, data.span.columns, names, width - 48);
  rows.forEach(({ object, encounters, columns }, n) => {
    const y = n * rowHeight;
    picture.append(svg("text", { class: "tick", x: names - 6, y: y + 13, "text-anchor": "end" }, svg("title", {}, object), shortened(object, Math.floor(names / 9))),
      svg("line", { class: "grid", x1: names, x2: width - 48, y1: y + 9, y2: y + 9 }),
      svg("text", { class: "tick", x: width - 42, y: y + 13 }, String(encounters)));
    for (const [first, last] of columns) picture.append(svg("rect", { class: "interval", x: x(first), width: Math.max(x(last + 1) - x(first), 1.5), y: y + 3, height: 12 }));
  });
  const steps = data.all ?? [], most = Math.max(...steps.map(([, number]) => number), 1), y = linear(0, most, tall + high, tall + 14);
  picture.append(svg("path", { class: "sum", d: `${pathData(outline(steps, data.span.columns, x, y))}Z` }),
    svg("text", { class: "tick", x: names - 6, y: tall + high - 4, "text-anchor": "end" }, "all"),
    svg("text", { class: "tick", x: width - 42, y: tall + 22 }, `≤ ${most}`),
    svg("text", { class: "tick", x: names, y: height - 18 }, data.span.from),
    svg("text", { class: "tick", x: width - 48, y: height - 4, "text-anchor": "end" }, data.span.until));
}
