// Elements of pictures. Texts are set as text, never as markup.

const svgSpace = "http://www.w3.org/2000/svg";

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// drawing is an empty picture of a figure, as wide as there is room.
function drawing(figure, height, label) {
  const width = Math.max(figure.clientWidth, 240), tall = typeof height === "function" ? height(width) : height;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${tall}`, width, height: tall, role: "img", "aria-label": label });
  figure.querySelector("svg")?.remove();
  figure.prepend(picture);
  return { picture, width, height: tall };
}

// pathData are the commands of a line through points.
function pathData(points) {
  return points.map(([x, y], n) => `${n === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
}

// dense are points of a line that are at most 3 pixels from each other, of sides of 900 pixels or less.
function dense(points) {
  return points.flatMap(([x, y], n) => {
    const [u, v] = points[n + 1] ?? [x, y], steps = Math.min(Math.ceil(Math.hypot(u - x, v - y) / 3), 300) || 1;
    return Array.from({ length: steps }, (_, k) => [x + (u - x) * k / steps, y + (v - y) * k / steps]);
  });
}

// freest takes, of places of a text of a length, the first over the fewest points that are taken. A place is the text's left end, and its base.
function freest(places, long, taken) {
  const over = places.map(({ from, base }) => taken.filter(([x, y]) => x > from - 2 && x < from + long && y > base - 13 && y < base + 7).length);
  const chosen = places[over.indexOf(Math.min(...over))];
  taken.push(...dense([[chosen.from, chosen.base - 4], [chosen.from + long, chosen.base - 4]]));
  return chosen;
}

let clips = 0;

// clipped is a group whose children are seen in a box alone.
function clipped(picture, x, y, width, height) {
  const id = `clip${++clips}`;
  picture.append(svg("clipPath", { id }, svg("rect", { x, y, width, height })));
  const group = svg("g", { "clip-path": `url(#${id})` });
  picture.append(group);
  return group;
}

// putAt moves a mark to a place on the picture, and hides it where it has none.
function putAt(mark, at) {
  mark.setAttribute("visibility", at ? "visible" : "hidden");
  if (at) mark.setAttribute("transform", `translate(${at[0].toFixed(2)} ${at[1].toFixed(2)})`);
}

// ticksUp draws the ticks of a scale along the left edge of a box.
function ticksUp(picture, box, y, values, text) {
  for (const value of values) {
    picture.append(svg("line", { class: "grid", x1: box.left, x2: box.right, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick", x: box.left - 6, y: y(value) + 4, "text-anchor": "end" }, text(value)));
  }
}

// axes draws the ticks of two scales along the edges of a box, and their names.
function axes(picture, box, { x, y, xTicks, yTicks, xName, yName, xText = rounded, yText = rounded }) {
  for (const value of xTicks) {
    const text = xText(value), over = x(value) + 3.5 * text.length > box.right + 14; // beyond the picture, were it about the tick
    picture.append(svg("line", { class: "grid", x1: x(value), x2: x(value), y1: box.top, y2: box.bottom }),
      svg("text", { class: "tick", x: over ? box.right + 12 : x(value), y: box.bottom + 16, "text-anchor": over ? "end" : "middle" }, text));
  }
  ticksUp(picture, box, y, yTicks, yText);
  picture.append(svg("text", { class: "name", x: (box.left + box.right) / 2, y: box.bottom + 34, "text-anchor": "middle" }, xName),
    svg("text", { class: "name", x: box.left, y: 14 }, yName));
}

function boxOf(width, height) {
  return { left: 56, right: width - 14, top: 26, bottom: height - 42 };
}
