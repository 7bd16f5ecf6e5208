"""Makes outputs and texts of a submission harmless to look at.

A page that shows them has no script, event handler, frame or `javascript:` link that works. Bytes
that would move a cursor or hide text are shown as what they are.
"""

import base64
import re
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import unquote

import nh3

from coursegrader.judge.outputs import Output

_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_ESCAPE = re.compile(r"\x1b(?!\[[0-9;]*m)")
_MARKUP = re.compile(r"<[a-zA-Z!/?]|\]\(|\]:|\]\[|&|https?:|javascript", re.IGNORECASE)
_PASTED = "pasted:"
_IMAGE = re.compile(r'src="pasted:(?P<name>[^"]*)"')
MOST_EFFORT = 250_000  # about a second
MOST_EFFORT_A_NOTEBOOK = 2_000_000
_OPENED = re.compile("<[a-zA-Z]")
_STAYS_OPEN = r"<(?:b|big|code|em|font|i|s|small|strike|strong|tt|u)"
_FORMATTING = re.compile(_STAYS_OPEN + r"[\s/>]", re.IGNORECASE)
_PLAIN_FORMATTING = re.compile(_STAYS_OPEN + r'(?: [a-z]+="[^"<>]*")*>', re.IGNORECASE)
_IMAGES = ("image/png", "image/jpeg", "image/gif")
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
_STYLES = {
    *("background-color", "border", "border-left", "border-collapse", "color", "font-family"),
    *("font-size", "font-style", "font-weight", "margin", "max-width", "padding", "text-align"),
    *("vertical-align", "white-space", "width", "height"),
}
_ATTRIBUTES = {
    "*": {"class", "style", "title"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
}


class Effort:
    """What may still be spent on the texts of one notebook.

    A parser of HTML needs the square of the depth, and opens formatting that was not closed again
    in each paragraph, three times what is written alike; one of Markdown needs the square of the
    length, one that colours code the square of each line's.
    """

    def __init__(self) -> None:
        self._left = MOST_EFFORT_A_NOTEBOOK

    def allows_html(self, text: str) -> bool:
        """Whether HTML may be parsed, which is then spent."""
        opened, plain = len(_OPENED.findall(text)), _PLAIN_FORMATTING.findall(text)
        formatting = 3 * len(set(plain)) + len(_FORMATTING.findall(text)) - len(plain)
        return self._allows(opened * (formatting + opened // 400) + len(text) ** 2 // 1_100_000)

    def allows_markdown(self, text: str) -> bool:
        """Whether Markdown may be rendered, which is then spent."""
        return self._allows(len(text) ** 2 // 3_200)

    def allows_code(self, text: str) -> bool:
        """Whether code may be coloured, which is then spent."""
        lines = sum(len(line) ** 2 for line in text.split("\n"))
        return self._allows(len(text) + lines // 400)

    def _allows(self, cost: int) -> bool:
        if cost > min(self._left, MOST_EFFORT):
            return False
        self._left -= cost
        return True


def plain(text: str) -> str:
    """Text whose control characters are visible; colours of a terminal stay."""
    shown = _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
    return _ESCAPE.sub("\\\\x1b", shown)


def html(text: str, effort: Effort | None = None) -> str:
    """HTML without anything that runs or loads; as it is written if that were too much work."""
    if not (effort or Effort()).allows_html(text):
        return f"<pre>{escape(text)}</pre>"
    return nh3.clean(
        text,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto", "data", "pasted"},
        attribute_filter=_safe_address,
        filter_style_properties=_STYLES,
        link_rel="noopener noreferrer",
        clean_content_tags={"script", "style", "svg"},  # else their text stays
    )


def markdown(
    text: str,
    attachments: Mapping[str, Mapping[str, str]] | None = None,
    effort: Effort | None = None,
) -> str:
    """Markdown that is safe to render again; text without HTML, links and images stays as it is.

    Args:
        text: the text of a cell or an output.
        attachments: the images that are pasted into the cell, by name, as base64 by type.
        effort: what the notebook may still cost; what costs more is shown as it is written.
    """
    text, effort = plain(text), effort or Effort()
    if not effort.allows_markdown(text):
        return _block(f"<pre>{escape(text)}</pre>")
    if not _MARKUP.search(text):
        return text
    cleaned = html(_rendered(text.replace("attachment:", _PASTED)), effort)
    return _block(_IMAGE.sub(lambda image: _pasted(image, attachments or {}), cleaned))


def output(record: Output, effort: Effort | None = None) -> Output:
    """An output record that is harmless in a page; `effort` as for `markdown`."""
    kind = record["output_type"]
    if kind == "stream":
        return {**record, "text": plain(record["text"])}
    if kind == "error":
        return {
            "output_type": "error",
            "ename": plain(record["ename"]),
            "evalue": plain(record["evalue"]),
            "traceback": [plain(line) for line in record["traceback"]],
        }
    return {**record, "data": _bundle(record["data"], effort or Effort()), "metadata": {}}


def _bundle(data: Mapping[str, Any], effort: Effort) -> dict[str, str]:
    """The representations of a displayed object that can be shown safely."""
    kept: dict[str, str] = {}
    for kind, value in data.items():
        if kind == "text/html" and "image/svg+xml" in data:
            continue  # the drawing says more than the page's text
        if kind == "text/html":
            kept[kind] = html(value, effort)
        elif kind == "text/markdown":
            kept[kind] = markdown(value, effort=effort)
        elif kind == "image/svg+xml":
            kept.setdefault("text/html", _svg(value))
        elif kind in ("text/plain", "text/latex"):
            kept[kind] = plain(value)
        elif kind in _IMAGES and _BASE64.fullmatch(value):
            kept[kind] = value
    return kept or {"text/plain": "(an output of a kind that is not shown)"}


def _pasted(image: re.Match[str], attachments: Mapping[str, Mapping[str, str]]) -> str:
    """The address of a pasted image as data, an empty one if it is missing."""
    for kind, data in attachments.get(unquote(image["name"]), {}).items():
        if kind in _IMAGES and _BASE64.fullmatch(data):
            return f'src="data:{kind};base64,{"".join(data.split())}"'
    return 'src=""'


def _block(cleaned: str) -> str:
    """HTML as one block, inside of which Markdown sees nothing to render."""
    lines = cleaned.strip().split("\n")
    return "\n".join(["<div>", *(line if line.strip() else "<!-- -->" for line in lines), "</div>"])


def _svg(text: str) -> str:
    """A drawing as an image, in which no script runs and nothing is loaded."""
    encoded = base64.b64encode(text.encode("utf-8", "backslashreplace")).decode()
    return f'<img alt="drawing" src="data:image/svg+xml;base64,{encoded}">'


def _safe_address(element: str, attribute: str, value: str) -> str | None:
    """Links lead anywhere but to data; images come from the page or its folder."""
    address = value.strip().lower()
    if attribute == "href":
        return None if address.startswith("data:") else value
    if attribute == "src":
        local = element == "img" and ":" not in address and not address.startswith("//")
        return value if local or address.startswith(("data:image/", "pasted:")) else None
    return value


def _rendered(text: str) -> str:
    """Markdown as HTML, as nbconvert renders it."""
    from nbconvert.filters import markdown2html  # slow to import, and seldom needed

    rendered: str = markdown2html(text)
    return rendered
