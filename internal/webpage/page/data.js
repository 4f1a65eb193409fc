// The data of the page, its elements by their ids, and the width that pictures follow.

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);

// followWidth calls draw whenever the window has another width.
function followWidth(draw) {
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    draw();
  });
}
