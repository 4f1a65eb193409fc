// The picture of the points.

const mostLabels = 60, closest = 200, quick = 40000;

class Picture {
  // chosen is called with the number of a point that was clicked on, -1 where there is none.
  constructor(figure, data, chosen) {
    Object.assign(this, { figure, data, canvas: figure.querySelector("canvas"), cluster: null, hidden: new Set(), axes: [0, Math.min(1, data.axes.length - 1)], every: 1 });
    this.columns = data.at.map((steps, axis) => valuesOf(steps, data.axes[axis]));
    this.parts = partsOf(data.bunches);
    this.of = byCluster(this.parts);
    this.inSpace = data.axes.length === 3 && !data.degrees;
    this.turn = fromSide;
    this.listen(chosen);
    this.fit();
  }

  // shownParts are the parts that are not hidden.
  shownParts() {
    return this.parts.filter(({ kind }) => !this.hidden.has(kind));
  }

  partsOfCluster(cluster) {
    return (this.of.get(cluster) ?? []).filter(({ kind }) => !this.hidden.has(kind));
  }

  // flat are the columns of places on the picture, in the unit of the axes, before they are scaled.
  flat() {
    if (!this.inSpace) {
      const up = this.columns.length === 1 ? new Float64Array(this.columns[0].length) : this.columns[this.axes[1]];
      return [this.columns[this.axes[0]], up];
    }
    const [xs, ys, zs] = this.columns, right = new Float64Array(xs.length), up = new Float64Array(xs.length);
    for (let n = 0; n < xs.length; n++) [right[n], up[n]] = turned([xs[n] - this.middle[0], ys[n] - this.middle[1], zs[n] - this.middle[2]], this.turn);
    return [right, up];
  }

  // fit has the picture show all points whole, or parts of them.
  fit(some) {
    const parts = some ?? this.parts;
    if (this.inSpace) this.middle = this.columns.map((column) => boundsOf(column, parts).reduce((a, b) => a / 2 + b / 2, 0));
    const [xs, ys] = this.flat(), across = boundsOf(xs, parts), up = boundsOf(ys, parts), ratio = this.data.degrees ? ratioOf(up) : 0;
    if (!some) this.size(across, up);
    const view = fittedView(across, up, this.box.right - this.box.left, this.box.bottom - this.box.top, ratio);
    if (!some) this.whole = view;
    this.view = some ? atMost(view, this.whole, across[0] === across[1] && up[0] === up[1] ? closest / 10 : closest) : view;
    this.draw();
  }

  // size gives the picture the height that its extent needs, at the width that there is.
  size([left, right], [low, high]) {
    const width = Math.max(this.figure.clientWidth, 240), ratio = this.data.degrees ? ratioOf([low, high]) : 1;
    const tall = this.inSpace ? width * 0.7 : (width - 120) * (high - low) * ratio / ((right - left) || 1);
    this.width = width;
    this.height ??= Math.round(Math.min(Math.max(tall + 90, this.columns.length === 1 ? 150 : 300), 640, Math.max(width, 300)));
    this.box = this.inSpace ? { left: 0, right: width, top: 0, bottom: this.height } : boxOf(width, this.height);
  }

  resize() {
    this.height = undefined;
    this.fit();
  }

  zoom(factor) {
    const next = zoomed(this.view, factor), share = next.scaleX / this.whole.scaleX;
    if (share > closest || share < 0.2) return;
    this.view = next;
    this.draw();
  }

  // project is where all points are on the canvas.
  project() {
    const { view, box } = this, [across, up] = this.flat(), xs = new Float32Array(across.length), ys = new Float32Array(across.length);
    const middleX = (box.right - box.left) / 2, middleY = (box.bottom - box.top) / 2;
    for (let n = 0; n < xs.length; n++) {
      xs[n] = middleX + (across[n] - view.x) * view.scaleX;
      ys[n] = middleY - (up[n] - view.y) * view.scaleY;
    }
    Object.assign(this, { xs, ys });
  }

  draw() {
    this.project();
    const { box, canvas } = this, ratio = window.devicePixelRatio || 1, wide = box.right - box.left, tall = box.bottom - box.top;
    if (this.sprites?.ratio !== ratio) this.sprites = new Sprites(ratio);
    this.drawAxes();
    Object.assign(canvas.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${wide}px`, height: `${tall}px` });
    [canvas.width, canvas.height] = [Math.round(wide * ratio), Math.round(tall * ratio)];
    this.radius = radiusOf(...this.seen(wide, tall));
    const c = canvas.getContext("2d"), parts = this.shownParts();
    for (const part of parts) if (part.cluster !== this.cluster) this.drawPart(c, part, this.cluster === null ? 1 : 0.18, this.radius, ratio);
    for (const part of parts) if (part.cluster === this.cluster) this.drawPart(c, part, 1, Math.max(this.radius + 0.5, 2), ratio);
    this.drawLabels();
    Object.assign(this.figure.dataset, { drawn: this.count(parts), cluster: this.cluster ?? "", scale: this.view.scaleX });
  }

  count(parts) {
    return parts.reduce((sum, { first, end }) => sum + end - first, 0);
  }

  // seen is how many points lie on the canvas, and how many share a place of eight pixels in the mean.
  seen(wide, tall) {
    const across = Math.ceil(wide / 8) + 1, taken = new Uint8Array(across * (Math.ceil(tall / 8) + 1));
    let points = 0, places = 0;
    for (const { first, end } of this.shownParts()) {
      for (let n = first; n < end; n++) {
        const x = this.xs[n], y = this.ys[n];
        if (!(x >= 0 && x <= wide && y >= 0 && y <= tall)) continue;
        const at = (y >> 3) * across + (x >> 3);
        points++;
        places += 1 - taken[at];
        taken[at] = 1;
      }
    }
    return [points, places > 0 ? points / places : 0];
  }

  // drawPart draws points by their mark, or where marks would be too small to tell as squares.
  drawPart(c, { cluster, kind, first, end }, alpha, radius, ratio) {
    const { xs, ys, canvas } = this, wide = canvas.width, tall = canvas.height, small = radius < 2;
    const sprite = small ? null : this.sprites.of(cluster, kind, radius), half = small ? radius * ratio : sprite.width / 2, side = 2 * half;
    c.globalAlpha = small && kind !== "core" ? alpha * 0.6 : alpha;
    c.fillStyle = this.sprites.colorOf(cluster);
    for (let n = first; n < end; n += this.every) {
      const x = xs[n] * ratio - half, y = ys[n] * ratio - half;
      if (x < -side || y < -side || x > wide || y > tall) continue;
      if (small) c.fillRect(x, y, side, side); else c.drawImage(sprite, Math.round(x), Math.round(y));
    }
  }

  drawAxes() {
    const { data, view, box, width, height } = this, { picture } = drawing(this.figure, height, "axes");
    picture.setAttribute("aria-hidden", "true");
    if (this.inSpace) {
      this.drawTriad(picture, height);
    } else {
      const middleX = (box.left + box.right) / 2, middleY = (box.top + box.bottom) / 2, half = [(box.right - box.left) / 2 / view.scaleX, (box.bottom - box.top) / 2 / view.scaleY];
      const x = (value) => middleX + (value - view.x) * view.scaleX, y = (value) => middleY - (value - view.y) * view.scaleY;
      const line = this.columns.length === 1, name = (n) => named(data.axes[this.axes[n]].name, data.degrees ? "" : data.unit), text = data.degrees ? degreesText : (value) => rounded(value, 7);
      axes(picture, box, {
        x, y, xTicks: ticks(view.x - half[0], view.x + half[0], width / 110), yTicks: line ? [] : ticks(view.y - half[1], view.y + half[1], height / 70),
        xName: name(0), yName: line ? "" : `${name(1)}${view.own ? " (at a scale of its own)" : ""}`, xText: text, yText: text,
      });
      picture.append(svg("rect", { class: "frame", x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }));
    }
    if (!data.degrees && !view.own) drawScale(picture, box, view.scaleX, data.unit);
    if (data.degrees) drawScale(picture, box, view.scaleY / 111195, "m");
  }

  // drawTriad draws the directions of the three axes in a corner.
  drawTriad(picture, height) {
    const at = [44, height - 64];
    this.data.axes.forEach(({ name }, axis) => {
      const [right, up] = turned([0, 1, 2].map((n) => (n === axis ? 30 : 0)), this.turn);
      picture.append(svg("line", { class: "triad", x1: at[0], y1: at[1], x2: at[0] + right, y2: at[1] - up }),
        svg("text", { class: "tick", x: at[0] + right * 1.3, y: at[1] - up * 1.3 + 4, "text-anchor": "middle" }, shortened(name, 8)));
    });
  }

  // labels are the numbers of the clusters that have most points, in their middle, or above them where they would hide points.
  labels() {
    const clusters = [...this.of.keys()].filter((cluster) => cluster >= 0).slice(0, mostLabels);
    const chosen = this.cluster !== null && this.cluster >= 0 ? [this.cluster] : [];
    return [...new Set([...chosen, ...clusters])].map((cluster) => {
      const parts = this.partsOfCluster(cluster), [top, bottom] = boundsOf(this.ys, parts), small = bottom - top < 40 || this.count(parts) < 20;
      return { cluster, x: this.box.left + meanOf(this.xs, parts), y: this.box.top + (small ? top - this.radius - 9 : meanOf(this.ys, parts)) };
    }).filter(({ x, y }) => x > this.box.left && x < this.box.right && y > this.box.top && y < this.box.bottom);
  }

  // drawLabels writes the numbers of clusters over the points, and a frame around the cluster that is chosen.
  drawLabels() {
    this.over?.remove();
    const { box, width, height } = this;
    this.over = svg("svg", { class: "over", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
    const group = clipped(this.over, box.left, box.top, box.right - box.left, box.bottom - box.top), own = this.cluster === null ? [] : this.partsOfCluster(this.cluster);
    if (own.length > 0) {
      const [left, right] = boundsOf(this.xs, own), [top, bottom] = boundsOf(this.ys, own), room = this.radius + 5;
      group.append(svg("rect", { class: "around", x: box.left + left - room, y: box.top + top - room, width: right - left + 2 * room, height: bottom - top + 2 * room, rx: 3 }));
    }
    for (const { cluster, x, y } of apart(this.labels(), 26, 18)) {
      group.append(svg("text", { class: cluster === this.cluster ? "number strong" : "number", x, y: y + 4, "text-anchor": "middle" }, String(cluster)));
    }
    this.canvas.after(this.over);
  }

  // listen lets the picture be used by mouse, by touch and by keys.
  listen(chosen) {
    const { figure, canvas } = this;
    let from = null, went = 0;
    turnable(figure, (angle, tilt) => {
      this.every = from && went > 3 ? Math.max(1, Math.ceil(this.columns[0].length / quick)) : 1;
      this.drag(angle, tilt);
    });
    figure.addEventListener("pointerdown", (event) => { [from, went] = [event.target === canvas ? [event.clientX, event.clientY] : null, 0]; });
    figure.addEventListener("pointermove", (event) => { if (from) went = Math.max(went, Math.hypot(event.clientX - from[0], event.clientY - from[1])); });
    figure.addEventListener("pointerup", (event) => {
      const click = from && went <= 3, at = canvas.getBoundingClientRect();
      from = null;
      if (click) chosen(nearestTo(this.xs, this.ys, this.shownParts(), event.clientX - at.left, event.clientY - at.top, Math.max(this.radius + 3, 8)));
      if (this.every === 1) return;
      this.every = 1;
      this.draw();
    });
    figure.addEventListener("keydown", (event) => {
      const factor = { "+": 1.5, "=": 1.5, "-": 1 / 1.5 }[event.key];
      if (factor) this.zoom(factor);
      if (event.key === "0") this.fit();
    });
  }

  // drag turns space, and moves what is flat, by hundreds of pixels.
  drag(angle, tilt) {
    if (this.inSpace) this.turn = turnedBy(this.turn, angle, tilt);
    else this.view = moved(this.view, angle * 100, tilt * 100);
    this.draw();
  }

  // recolored draws in the colors that hold now.
  recolored() {
    this.sprites = null;
    this.draw();
  }
}

function drawScale(picture, box, scale, unit) {
  const length = barLength((box.right - box.left) / scale), x = box.right - 14 - length * scale, y = box.bottom - 12;
  const [shown, of] = unit === "m" && length >= 1000 ? [length / 1000, "km"] : [length, unit];
  picture.append(svg("path", { class: "bar", d: `M${x} ${y - 4}v4h${length * scale}v-4` }),
    svg("text", { class: "tick", x: x + length * scale / 2, y: y - 6, "text-anchor": "middle" }, withUnit(shown, of)));
}
