// What tells the scale of a picture of places: degrees, and a bar.

const metresADegree = 111195;

// drawGraticule draws meridians and parallels about a place, which is at the origin.
function drawGraticule(group, [lon, lat], at, scale, width, height) {
  const [x0, y0] = at([0, 0, 0]);
  const wide = Math.max(Math.cos(lat * Math.PI / 180), 1e-6) * metresADegree * scale, tall = metresADegree * scale;
  for (const value of ticks(lon - x0 / wide, lon + (width - x0) / wide, 4)) {
    const x = x0 + (value - lon) * wide;
    group.append(svg("line", { class: "grid", x1: x, x2: x, y1: 0, y2: height }));
    if (x > 0 && x < width - 44) group.append(svg("text", { class: "tick", x: x + 3, y: 11 }, `${rounded(value - 360 * Math.round(value / 360), 8)}°`));
  }
  for (const value of ticks(lat - (height - y0) / tall, lat + y0 / tall, 4)) {
    if (Math.abs(value) > 90) continue;
    const y = y0 - (value - lat) * tall;
    group.append(svg("line", { class: "grid", x1: 0, x2: width, y1: y, y2: y }));
    if (y > 4 && y < height - 14) group.append(svg("text", { class: "tick", x: 3, y: y < 26 ? y + 13 : y - 3 }, `${rounded(value, 8)}°`)); // below the meridians' texts, above the bar
  }
}

function drawScaleBar(picture, width, height, scale, unit) {
  const length = barLength(width / scale), long = length * scale;
  picture.append(svg("path", { class: "bar", d: `M10 ${height - 16}v6h${long.toFixed(2)}v-6` }),
    svg("text", { class: "note", x: 14 + long, y: height - 8 }, withUnit(length, unit)));
}
