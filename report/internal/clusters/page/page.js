// The page: what is shown, which cluster is chosen, and how large clusters are.

// titleOf is what a cluster is called, with its figures where the table has it.
function titleOf(cluster) {
  if (cluster < 0) return "Noise";
  const row = find(`c${cluster}`);
  if (!row) return `Cluster ${cluster}`;
  const { points, core, border } = row.dataset, count = (text) => Number(text).toLocaleString("en-US");
  const counts = core === undefined ? "" : `: ${count(core)} core, ${count(border)} on the border`;
  return `Cluster ${cluster}, ${count(points)} ${points === "1" ? "point" : "points"}${counts}`;
}

class ClusterPage {
  constructor() {
    this.picture = new Picture(find("picture"), data, (n) => this.click(n));
    this.table = find("table") && new Table(find("table"), (n) => this.mark(Number(find("table").tBodies[0].querySelector(`[data-row="${n}"]`).dataset.cluster)));
    for (const span of document.querySelectorAll(".sign")) drawSign(span);
    for (const kind of ["core", "border", "noise"]) find(`show-${kind}`)?.addEventListener("change", ({ target }) => this.show(kind, target.checked));
    ["across", "up"].forEach((id, n) => find(`axis-${id}`)?.addEventListener("change", ({ target }) => this.axis(n, Number(target.value))));
    const press = (id, work) => find(id).addEventListener("click", work);
    press("closer", () => this.picture.zoom(1.5));
    press("farther", () => this.picture.zoom(1 / 1.5));
    press("whole", () => this.picture.fit());
    press("to-cluster", () => this.picture.fit(this.picture.partsOfCluster(this.picture.cluster)));
    press("clear", () => this.clear());
    find("picture").addEventListener("keydown", (event) => { if (event.key === "Escape") this.clear(); });
  }

  show(kind, shown) {
    if (shown) this.picture.hidden.delete(kind); else this.picture.hidden.add(kind);
    this.picture.draw();
  }

  axis(n, axis) {
    this.picture.axes[n] = axis;
    this.picture.resize();
  }

  // choose marks a cluster in the picture, and its row where the table has one.
  choose(cluster, focus) {
    const row = find(`c${cluster}`);
    if (row && this.table) {
      this.table.choose(row, focus);
      row.scrollIntoView({ block: "nearest" });
      return;
    }
    this.table?.clear();
    this.mark(cluster);
  }

  // mark marks a cluster in the picture, and has the address say which.
  mark(cluster) {
    this.picture.cluster = cluster;
    this.picture.draw();
    drawClusters(this.picture);
    if (cluster >= 0) writeAddress(`#c${cluster}`);
    find("chosen-title").textContent = titleOf(cluster);
    find("clear").hidden = false;
    find("to-cluster").hidden = this.picture.partsOfCluster(cluster).length === 0;
  }

  clear() {
    this.table?.clear();
    this.picture.cluster = null;
    this.picture.draw();
    drawClusters(this.picture);
    writeAddress(location.href.split("#")[0]);
    find("chosen-title").textContent = "All clusters";
    find("clear").hidden = find("to-cluster").hidden = true;
    find("point").replaceChildren();
  }

  // click tells of a point, and chooses its cluster.
  click(n) {
    if (n < 0) return;
    const { cluster, kind } = partAt(this.picture.parts, n), text = data.degrees ? degreesText : (value) => rounded(value, 6);
    const at = data.axes.map(({ name }, axis) => `${name} ${text(this.picture.columns[axis][n])}`).join(", ");
    const id = data.ids ? [html("bdi", {}, data.ids[n]), ": "] : [], whose = cluster < 0 ? "noise" : data.kinds ? `cluster ${cluster}, ${kind}` : `cluster ${cluster}`;
    if (cluster >= 0) this.choose(cluster);
    find("point").replaceChildren(...id, `${whose}, at ${at}${data.unit && !data.degrees ? ` ${data.unit}` : ""}`);
  }

  // name chooses the cluster that a fragment of the address names, and returns whether there is one.
  name(fragment) {
    const [, cluster] = /^#c(\d+)$/.exec(fragment) ?? [], named = cluster !== undefined && this.picture.of.has(Number(cluster));
    if (named) this.choose(Number(cluster));
    return named;
  }

  recolor() {
    this.picture.recolored();
  }
}

// drawClusters draws the map of all clusters, where they have places on the earth; one of them is in a ring.
function drawClusters({ of, columns, cluster }) {
  if (!data.land) return;
  const placeOf = (parts) => columns.map((column) => meanOf(column, parts)), all = [...of].filter(([number]) => number >= 0);
  const show = drawWhere(find("where"), data.land, all.map(([, parts]) => placeOf(parts)));
  if (cluster >= 0 && cluster !== null) show(placeOf(of.get(cluster)));
}

function drawSizes() {
  if (!find("sizes")) return;
  const from = data.sizes.findIndex((count) => count > 0);
  drawHistogram(find("sizes"), { from, width: 1, counts: data.sizes.slice(from) }, "points of a cluster", "", { things: "clusters", text: (value) => String(2 ** value), spanText: (low, high) => sizesText(2 ** low, 2 ** high - 1), whole: true });
}

function begin() {
  addRows(); // their signs are drawn with the others
  const page = new ClusterPage();
  followAddress(find("chosen"), (fragment) => page.name(fragment));
  drawSizes();
  drawClusters(page.picture);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.recolor());
  for (const [event, printing] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(event, () => {
      document.documentElement.classList.toggle("printing", printing);
      page.recolor();
    });
  }
  followWidth(() => {
    page.picture.resize();
    drawSizes();
    drawClusters(page.picture);
  });
}

if (find("picture")) begin();
