// A browser does not let a page read another one from disk: from there, search shows titles only.
DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = location.protocol !== "file:";

// Pictures of minigraph are light or dark as JupyterLab says it is; here, as the page is.
const page = document.documentElement;
function followTheme() {
  page.dataset.jpThemeLight = page.dataset.theme !== "dark";
}
new MutationObserver(followTheme).observe(page, { attributeFilter: ["data-theme"] });
followTheme();
