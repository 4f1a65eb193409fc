// The address of the page: its fragment names a row, as #e3 does, and the page chooses the row.

// writeAddress has the address name what was chosen, once the page has loaded: a browser scrolls a page that loads to the element that
// its fragment names by then, and the page opens at its top unless its reader asked for a row.
// A frame whose page is in its markup, as in a notebook, has no address.
function writeAddress(fragment) {
  if (location.protocol === "about:") return;
  if (document.readyState === "complete") history.replaceState(null, "", fragment);
}

// followAddress chooses what the fragment names, now and whenever it changes, and then scrolls to the pictures, where the browser
// scrolls to the row. choose is called with the fragment, and returns whether it names a row; so does followAddress.
function followAddress(pictures, choose) {
  const named = choose(location.hash);
  addEventListener("load", () => requestAnimationFrame(() => named && pictures.scrollIntoView()));
  addEventListener("hashchange", () => choose(location.hash) && pictures.scrollIntoView());
  return named;
}
