// Who was in the group when: a row a member.

// drawBars draws the rows; what it returns shows a time.
function drawBars(figure, data, group, start) {
  const high = group.members.length > 40 ? 12 : rowHeight, tall = group.members.length * high;
  const { picture, width, height } = drawing(figure, tall + 58, "Who was in the group when");
  const longest = Math.max(...group.members.map(({ name }) => [...data.names[name]].length));
  const left = Math.min(width / 3, 56 + 7.5 * Math.min(longest, 20)), right = width - 14, [from, until] = group.window[0] < group.window[1] ? group.window : [-1, 1];
  const x = linear(from, until, left, right), [unit, seconds] = offsetUnit(data, until - from), box = { left, right, top: 14, bottom: tall + 16 };
  for (const value of ticksAcross(from / seconds, until / seconds, (right - left) / 90)) {
    picture.append(svg("line", { class: "grid", x1: x(value * seconds), x2: x(value * seconds), y1: box.top, y2: box.bottom }),
      svg("text", { class: "tick", x: x(value * seconds), y: box.bottom + 16, "text-anchor": "middle" }, signed(value)));
  }
  group.members.forEach((member, n) => drawBar(picture, data.names[member.name], member, group, n, box.top + n * high, high, left, x));
  for (const [t, name] of group.until > 0 ? [[0, "start"], [group.until, "end"]] : [[0, "at once"]]) {
    const last = t > 0 && x(t) > right - 30;
    picture.append(svg("line", { class: "moment", x1: x(t), x2: x(t), y1: 4, y2: box.bottom }),
      svg("text", { class: "note", x: x(t) + (last ? -3 : 3), y: 10, "text-anchor": last ? "end" : "start" }, name));
  }
  picture.append(svg("text", { class: "tick", x: right, y: height - 6, "text-anchor": "end" }, named(`time from ${start}`, unit)));
  const cursor = svg("line", { class: "now", y1: box.top, y2: box.bottom });
  picture.append(cursor);
  return (t) => {
    cursor.setAttribute("x1", x(t));
    cursor.setAttribute("x2", x(t));
  };
}

// drawBar draws the row of a member: its look and name, its samples as a thin line, and a bar for each time that it was in the group.
function drawBar(picture, name, member, group, n, y, high, left, x) {
  const { colour, dash } = lookOf(n), middle = y + high / 2, bar = high - 6, drawn = member.lines?.length > 0;
  const row = svg("g", { class: `member ${colour}`, "data-member": n }, svg("title", {}, name));
  if (drawn) row.append(svg("path", { class: "path", "stroke-dasharray": dash, d: `M2 ${middle}h26` }));
  row.append(svg("text", { class: high < rowHeight ? "tick small" : "tick", x: drawn ? 34 : 2, y: middle + 4 }, shortened(name, Math.floor((left - 40) / 7.5))));
  for (const { t } of member.lines ?? []) {
    const first = Math.max(t[0], group.window[0]), last = Math.min(t[t.length - 1], group.window[1]);
    if (first <= last) row.append(svg("line", { class: "there", x1: x(first), x2: x(last), y1: middle, y2: middle }));
  }
  for (const [first, last] of timesIn(member, group)) {
    const wide = Math.max(x(last) - x(first), 2);
    row.append(svg("rect", { class: "bar-in", x: x(first) - (first === last ? 1 : 0), width: wide, y: y + 3, height: bar, rx: Math.min(2, wide / 2) }));
  }
  picture.append(row);
}

// drawWhen draws how many groups there were at once.
function drawWhen(figure, data) {
  const { picture, width, height } = drawing(figure, 130, "Groups at once"), { from, until, columns } = data.span;
  const most = Math.max(...data.all.map(([, number]) => number), 1), box = { left: 44, right: width - 14, top: 12, bottom: height - 24 };
  const x = linear(0, columns, box.left, box.right), y = linear(0, most, box.bottom, box.top);
  ticksUp(picture, box, y, ticks(0, most, 3).filter(Number.isInteger), String);
  picture.append(svg("path", { class: "sum", d: `${pathData(outline(data.all, columns, x, y))}Z` }),
    svg("text", { class: "tick", x: box.left, y: height - 8 }, from), svg("text", { class: "tick", x: box.right, y: height - 8, "text-anchor": "end" }, width < 500 ? "" : until));
  figure.querySelector("figcaption").textContent = width < 500 ? `Groups at once, until ${until}` : "Groups at once";
}
