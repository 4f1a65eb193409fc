// How often there are values: bars of one width.

// drawHistogram draws numbers of things. text is how a value on the axis is shown, spanText how the values of a bar are, and whole is whether values between whole ones are none.
function drawHistogram(figure, { from, width: step, counts }, name, unit, { things = "encounters", text = rounded, spanText = (low, high) => `${rounded(low)} to ${rounded(high)}`, whole = false } = {}) {
  if (!counts?.some((count) => count > 0)) return;
  const { picture, width, height } = drawing(figure, 220, `${name}: a histogram`);
  const box = boxOf(width, height), most = Math.max(...counts), until = from + step * counts.length;
  const x = linear(from, until, box.left, box.right), y = linear(0, most, box.bottom, box.top);
  axes(picture, box, { x, y, xTicks: ticksAcross(from, until, width / 80).filter((value) => !whole || Number.isInteger(value)), yTicks: ticksAcross(0, most, 4).filter(Number.isInteger),
    xName: named(name, unit), yName: things, xText: text });
  counts.forEach((count, n) => {
    if (count === 0) return;
    const low = from + n * step, high = low + step, left = x(low), right = x(high);
    picture.append(svg("rect", { class: "interval", x: left + 0.5, width: Math.max(right - left - 1, 0.5), y: y(count), height: box.bottom - y(count) },
      svg("title", {}, `${spanText(low, high)}: ${count} ${things}`)));
  });
}

// drawDurations draws a histogram of durations in the unit that fits them.
function drawDurations(figure, data, things) {
  const { from, width, counts } = data.durations, [unit, size = 1] = offsetUnit(data, width * counts.length);
  drawHistogram(figure, { from: from / size, width: width / size, counts }, "duration", unit, { things, spanText: (low, high) => `${durationText(low * size, data)} to ${durationText(high * size, data)}` });
}

// sizesText are the whole sizes about which a bar stands, from half below the least to half above the most.
function sizesText(low, high) {
  const least = Math.ceil(low), most = Math.floor(high);
  return least === most ? String(least) : `${least} to ${most}`;
}
