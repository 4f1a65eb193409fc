// A table whose rows are things of the page: sorted by any column, chosen from by mouse and by keys.

// compared is the order of two values of a column: numbers as such, before texts, what is missing last.
function compared(a, b) {
  if (a === "" || b === "") return (a === "") - (b === "");
  const left = Number(a), right = Number(b);
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  return Number.isNaN(left) - Number.isNaN(right) || (a < b ? -1 : a > b ? 1 : 0);
}

// sorted are the indices of values in order, equal ones as they stood.
function sorted(values, descending) {
  const order = values.map((_, n) => n);
  return order.sort((a, b) => (values[a] === "" || values[b] === "" || !descending ? 1 : -1) * compared(values[a], values[b]) || a - b);
}

class Table {
  // chosen is called with the number of a row from 0, as the page was written.
  constructor(table, chosen) {
    Object.assign(this, { body: table.tBodies[0], chosen, row: null });
    for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
      head.addEventListener("click", () => this.sort(table, head, column, head.getAttribute("aria-sort") === "ascending"));
      head.addEventListener("keydown", (event) => this.press(event, table, head, column));
    }
    this.body.addEventListener("click", (event) => this.choose(event.target.closest("tr")));
    this.body.addEventListener("keydown", (event) => this.move(event));
  }

  // press sorts by the column of a heading with the arrow keys up and down, and goes to the next heading with the others.
  press(event, table, head, column) {
    const next = { ArrowLeft: head.previousElementSibling, ArrowRight: head.nextElementSibling }[event.key];
    if (next) next.firstElementChild.focus();
    if (event.key === "ArrowUp" || event.key === "ArrowDown") this.sort(table, head, column, event.key === "ArrowDown");
    if (event.key.startsWith("Arrow")) event.preventDefault();
  }

  sort(table, head, column, descending) {
    addRows();
    const rows = [...this.body.rows];
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const values = rows.map(({ cells }) => cells[column].dataset.sort ?? cells[column].textContent.trim());
    this.body.append(...sorted(values, descending).map((n) => rows[n]));
  }

  // clear has no row chosen; the one that was stays where the key Tab leads.
  clear() {
    this.row?.setAttribute("aria-selected", "false");
  }

  // choose chooses a row, and returns whether there is one.
  choose(row, focus) {
    if (!row) return false;
    this.clear();
    if (this.row) this.row.tabIndex = -1;
    this.row = row;
    row.setAttribute("aria-selected", "true");
    row.tabIndex = 0;
    if (focus) row.focus();
    this.chosen(Number(row.dataset.row));
    return true;
  }

  move(event) {
    addRows();
    const rows = [...this.body.rows], at = rows.indexOf(this.row);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1, PageDown: Math.min(at + 10, rows.length - 1), PageUp: Math.max(at - 10, 0) }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(rows[to], true);
  }
}
