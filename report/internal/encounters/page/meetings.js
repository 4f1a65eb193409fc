// Who met whom: a matrix, or where there are too many objects the components as a table.

function drawMatrix(figure, objects, counts) {
  const names = 110;
  const { picture, width } = drawing(figure, (w) => names + Math.min(w - names - 8, objects.length * 26), "Who met whom");
  const side = Math.min(26, (width - names - 8) / objects.length), most = Math.max(...counts.map(([, , number]) => number), 1);
  const middle = (n) => names + (n + 0.5) * side;
  objects.forEach((object, n) => {
    const text = () => [svg("title", {}, object), shortened(object, 14)];
    if (side < 9 && n % 2 === 1) return; // no room for each name
    picture.append(svg("text", { class: "tick", x: names - 6, y: middle(n) + 4, "text-anchor": "end" }, ...text()),
      svg("text", { class: "tick", transform: `translate(${middle(n) + 4} ${names - 6}) rotate(-90)` }, ...text()));
  });
  for (const [a, b, number] of counts) {
    for (const [row, column] of a === b ? [[a, b]] : [[a, b], [b, a]]) drawCell(picture, names, side, objects, row, column, number, most);
  }
  picture.append(svg("rect", { class: "frame", x: names, y: names, width: side * objects.length, height: side * objects.length }));
}

function drawCell(picture, names, side, objects, row, column, number, most) {
  const shade = Math.round(0.3 * 100 + 70 * number / most) / 100;
  picture.append(svg("rect", { class: "cell", x: names + column * side, y: names + row * side, width: side, height: side, "fill-opacity": shade },
    svg("title", {}, `${objects[row]} and ${objects[column]}: ${number}`)));
  if (side < 13) return;
  picture.append(svg("text", { class: shade > 0.6 ? "count strong" : "count", x: names + (column + 0.5) * side, y: names + (row + 0.5) * side + 4, "text-anchor": "middle" }, String(number)));
}

function drawComponents(figure, components, more) {
  const row = (kind, ...cells) => html("tr", {}, ...cells.map((text) => html(kind, {}, text)));
  const body = html("tbody", {}, ...components.map(({ objects, encounters, some }) =>
    row("td", String(objects), String(encounters), some.join(", ") + (objects > some.length ? ", …" : ""))));
  const caption = more > 0 ? `Objects that are connected by encounters, and ${more} smaller groups` : "Objects that are connected by encounters";
  const table = html("table", {}, html("caption", {}, caption), html("thead", {}, row("th", "objects", "encounters", "names")), body);
  figure.append(html("div", { class: "scroll", tabindex: "0" }, table));
}
