// The marks of points: eight colours and seven shapes, so that fifty-six clusters have marks of their own, and nobody has to tell colours apart.

const colors = 8;

// star are the corners of a star with some tips.
function star(tips, inner) {
  return Array.from({ length: 2 * tips }, (_, n) => {
    const radius = n % 2 === 0 ? 1.15 : inner, angle = Math.PI * (n / tips - 0.5);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function regular(corners, radius) {
  return Array.from({ length: corners }, (_, n) => [radius * Math.cos(2 * Math.PI * n / corners), radius * Math.sin(2 * Math.PI * n / corners)]);
}

// shapes are the corners of marks about 0, of radius 1, y downwards: a circle, a square, a triangle, a diamond, a triangle upside down, a cross and a star.
const shapes = [
  regular(16, 1),
  [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  [[0, -1.15], [1.05, 0.8], [-1.05, 0.8]],
  [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
  [[0, 1.15], [1.05, -0.8], [-1.05, -0.8]],
  [[-0.4, -1.1], [0.4, -1.1], [0.4, -0.4], [1.1, -0.4], [1.1, 0.4], [0.4, 0.4], [0.4, 1.1], [-0.4, 1.1], [-0.4, 0.4], [-1.1, 0.4], [-1.1, -0.4], [-0.4, -0.4]],
  star(5, 0.5),
];

// markOf is the colour and the shape of a cluster, by their numbers.
function markOf(cluster) {
  return { color: cluster % colors, shape: cluster % shapes.length };
}

// outlineOf are the commands of a mark of a radius.
function outlineOf(shape, radius) {
  return `${pathData(shapes[shape].map(([x, y]) => [x * radius, y * radius]))}Z`;
}

// noiseMark are the commands of the mark of noise: a small cross on its side.
function noiseMark(radius) {
  const r = (radius * 0.7).toFixed(2);
  return `M-${r} -${r}L${r} ${r}M-${r} ${r}L${r} -${r}`;
}

// drawSign draws the mark of a cluster, or of a kind of points, beside text.
function drawSign(span) {
  const { cluster, sign } = span.dataset, { color, shape } = markOf(Number(cluster ?? 0));
  const kind = cluster === undefined ? sign : "core", of = cluster === undefined ? "any" : `color${color}`;
  const picture = svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" },
    svg("path", { class: `${kind} ${of}`, d: kind === "noise" ? noiseMark(4.5) : outlineOf(shape, 4.5) }));
  span.replaceChildren(picture);
}

// Sprites are marks as pictures, which a canvas draws fast: made when they are first used.
class Sprites {
  constructor(ratio) {
    Object.assign(this, { ratio, made: new Map() });
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(name).trim();
    Object.assign(this, { colors: Array.from({ length: colors }, (_, n) => value(`--color${n}`)), pale: value("--pale"), paper: value("--paper") });
  }

  colorOf(cluster) {
    return cluster < 0 ? this.pale : this.colors[markOf(cluster).color];
  }

  // of is the mark of a kind of points of a cluster.
  of(cluster, kind, radius) {
    const { color, shape } = markOf(Math.max(cluster, 0)), key = `${cluster < 0 ? "noise" : `${color} ${shape}`} ${kind} ${radius}`;
    if (!this.made.has(key)) this.made.set(key, this.make(cluster, kind, shape, radius));
    return this.made.get(key);
  }

  make(cluster, kind, shape, radius) {
    const side = Math.ceil((radius * 1.3 + 1.5) * this.ratio) * 2, canvas = html("canvas", { width: side, height: side }), c = canvas.getContext("2d");
    c.translate(side / 2, side / 2);
    c.scale(this.ratio, this.ratio);
    const path = new Path2D(cluster < 0 ? noiseMark(radius) : outlineOf(shape, radius));
    c.lineWidth = cluster < 0 ? 1 : Math.min(1.4, radius / 2.5);
    c.strokeStyle = c.fillStyle = this.colorOf(cluster);
    if (kind === "border") c.fillStyle = this.paper;
    if (cluster >= 0) c.fill(path);
    if (kind === "core") c.strokeStyle = this.paper;
    if (kind === "core") c.lineWidth = Math.min(0.8, radius / 6);
    c.stroke(path);
    return canvas;
  }
}
