"""Sphinx's settings for the website. `docs/build.py` lays the pages out that these read."""

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from reference import as_restructured_text, is_skipped

project = "Graphs and sessions"
language = "en"
root_doc = "index"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["exercises/**"]

html_theme = "sphinx_book_theme"
html_title = project
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = True
html_use_index = False
html_domain_indices = False
html_show_copyright = False
html_show_sphinx = False
html_context = {"default_mode": "light"}
html_math_renderer = "mathml"
html_theme_options = {
    "use_download_button": True,
    "use_fullscreen_button": False,
    "navbar_persistent": [],
}

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
myst_heading_slug_func = "reference.anchor"
nb_execution_mode = "off"  # docs/build.py runs the lessons
suppress_warnings = ["misc.highlighting_failure"]  # Chinese hints under a traceback
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # or pages would load them from the network

autodoc_typehints = "none"
autodoc_member_order = "bysource"
default_role = "code"
add_module_names = False
toc_object_entries = False
smartquotes = False


def write_math(writer: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
    """Write a formula as MathML, which a browser shows without a script."""
    block = isinstance(node, nodes.math_block)
    writer.body.append(tex2mathml(node.astext(), as_block=block))
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Sphinx calls this with the application that it builds."""
    app.add_html_math_renderer("mathml", (write_math, None), (write_math, None))
    app.connect("autodoc-process-docstring", as_restructured_text)
    app.connect("autodoc-skip-member", is_skipped)
