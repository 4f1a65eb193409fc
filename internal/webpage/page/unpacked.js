// Numbers that numerals of tools/land wrote, and sums of them.

const packedDigits = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map((letter, digit) => [letter, digit]));

// unpacked are the numbers of a text.
function unpacked(text) {
  const all = [];
  let rest = 0, place = 1;
  for (const letter of text) {
    const digit = packedDigits.get(letter);
    rest += (digit % 32) * place;
    place *= 32;
    if (digit >= 32) continue;
    all.push(rest % 2 ? -(rest + 1) / 2 : rest / 2);
    [rest, place] = [0, 1];
  }
  return all;
}

// summed are the sums of the first numbers, one by one.
function summed(numbers) {
  let sum = 0;
  return numbers.map((value) => (sum += value));
}
