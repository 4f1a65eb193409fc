// How often there are values: bars of one width.

// drawHistogram draws numbers of things. text is how a value on the axis is shown, and whole where values between whole ones are none.
function drawHistogram(figure, { from, width: step, counts }, name, unit, { things = "encounters", text = rounded, whole = false } = {}) {
  if (!counts?.some((count) => count > 0)) return;
  const { picture, width, height } = drawing(figure, 220, `${name}: a histogram`);
  const box = boxOf(width, height), most = Math.max(...counts), until = from + step * counts.length;
  const x = linear(from, until, box.left, box.right), y = linear(0, most, box.bottom, box.top);
  axes(picture, box, { x, y, xTicks: ticks(from, until, width / 80).filter((value) => !whole || Number.isInteger(value)), yTicks: ticks(0, most, 4).filter(Number.isInteger),
    xName: named(name, unit), yName: things, xText: text });
  counts.forEach((count, n) => {
    if (count === 0) return;
    const left = x(from + n * step), right = x(from + (n + 1) * step);
    picture.append(svg("rect", { class: "interval", x: left + 0.5, width: Math.max(right - left - 1, 0.5), y: y(count), height: box.bottom - y(count) },
      svg("title", {}, `${text(from + n * step)} to ${text(from + (n + 1) * step)}: ${count}`)));
  });
}
