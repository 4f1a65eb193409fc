// Pictures of rows below each other, and of a sum over columns of time.

const rowHeight = 18;

// outline is the line of a sum over columns: of steps of a column and a number that holds from there on.
function outline(steps, columns, x, y) {
  let points = [[x(0), y(0)]], last = 0;
  for (const [column, number] of steps) {
    points.push([x(column), y(last)], [x(column), y(number)]);
    last = number;
  }
  return [...points, [x(columns), y(last)], [x(columns), y(0)]];
}
