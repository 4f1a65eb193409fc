// The address of the page: its fragment names a row, as #e3 does, and the page chooses the row.

// writeAddress has the address name what a reader chose. What the page chooses as it opens is not written: a browser scrolls a page that loads to the element that its fragment names, and the page opens
// at its top unless its reader asked for a row. A frame whose page is in its markup, as in a notebook, has no address.
function writeAddress(fragment) {
  if (location.protocol !== "about:") history.replaceState(null, "", fragment);
}

// followAddress chooses what the fragment names, now and whenever it changes, and then scrolls to the pictures, where the browser
// scrolls to the row. choose is called with the fragment, and returns whether it names a row; so does followAddress.
function followAddress(pictures, choose) {
  const follow = () => {
    if (location.hash) addRows();
    return choose(location.hash);
  };
  const named = follow(), show = () => requestAnimationFrame(() => pictures.scrollIntoView());
  if (named && document.readyState === "complete") show(); // the data of a large page are unpacked by then
  else if (named) addEventListener("load", show);
  addEventListener("hashchange", () => follow() && pictures.scrollIntoView());
  return named;
}
