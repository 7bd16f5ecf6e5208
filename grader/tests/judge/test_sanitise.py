"""Nothing that a submission shows runs, loads or hides."""

from html.parser import HTMLParser

import pytest

from coursegrader.judge import sanitise

NOT_SHOWN = {"text/plain": "(an output of a kind that is not shown)"}
LIVE = (
    "<script",
    "onerror",
    "javascript:",
    "<iframe",
    "<object",
    "<style",
    "srcdoc",
    "<form",
    "<svg",
)


@pytest.mark.parametrize(
    "text",
    [
        "<script>x</script>",
        "<img src=x onerror='x'>",
        "<a href='javascript:x'>y</a>",
        "<a href=' jaVa\tscript:x'>y</a>",
        "<a href='data:text/html,<script>x</script>'>y</a>",
        "<iframe srcdoc='<script>x</script>'></iframe>",
        "<svg><script>x</script><animate onbegin='x'/></svg>",
        "<math><mtext><style><img src=x onerror=x></style></mtext></math>",
        "<object data='x'></object><embed src=x><form action=x><input autofocus onfocus=x></form>",
        "<div style='background:url(javascript:x);position:fixed'>y</div>",
        "<img src='http://example.org/a.png'>",
        "<img src='//example.org/a.png'>",
        "<base href='http://example.org/'><meta http-equiv=refresh content=0><link rel=x href=y>",
    ],
)
@pytest.mark.parametrize("clean", [sanitise.html, sanitise.markdown])
def test_html_has_nothing_that_runs_or_loads(text: str, clean):
    found = clean(text).lower()
    for live in (*LIVE, "example.org", "position", "url(", "data:text", "http-equiv", "<base"):
        assert live not in found


def test_harmless_html_stays():
    text = '<div style="color:red"><b>x</b><table><tbody><tr><td>1</td></tr></tbody></table></div>'
    assert sanitise.html(text) == text
    assert 'src="data:image/png;base64,AA"' in sanitise.html('<img src="data:image/png;base64,AA">')


@pytest.mark.parametrize(
    "text", ["a < b and c > d", "`x`, **y**, $a < b$", "if x<3: y", "# T\n\n* a"]
)
def test_markdown_without_html_stays_as_it_is(text: str):
    assert sanitise.markdown(text) == text


def test_control_characters_are_visible_and_colours_stay():
    assert sanitise.plain("a\x00\x08\x7f") == "a\\x00\\x08\\x7f"
    assert sanitise.plain("\x1b[31mred\x1b[0m") == "\x1b[31mred\x1b[0m"
    assert sanitise.plain("\x1b]0;title\x07") == "\\x1b]0;title\\x07"
    assert sanitise.plain("\u202eevil") == "\\u202eevil"
    assert sanitise.plain("tab\tline\nend") == "tab\tline\nend"


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        ({"application/javascript": "x", "text/plain": "t"}, {"text/plain": "t"}),
        (
            {"application/javascript": "x"},
            NOT_SHOWN,
        ),
        ({"image/png": "QUJD"}, {"image/png": "QUJD"}),
        ({"image/png": "'><script>"}, NOT_SHOWN),
        ({"text/markdown": "**a**"}, {"text/markdown": "**a**"}),
        ({"text/html": "<script>x</script><b>y</b>"}, {"text/html": "<b>y</b>"}),
    ],
)
def test_of_an_output_only_what_can_be_shown_is_kept(data, kept):
    found = sanitise.output({"output_type": "display_data", "data": data, "metadata": {"x": 1}})
    assert found == {"output_type": "display_data", "data": kept, "metadata": {}}


@pytest.mark.parametrize(
    "text",
    [
        "[x](javascript:y)",
        "[x](&#106;avascript:y)",
        "[x](<javascript:y>)",
        "<javascript:y>",
        "[x][1]\n\n[1]: javascript:y",
        "<script>x</script>[x](javascript:y)",
        "<div>\n\n[x](javascript:y)\n\n</div>",
        "<p>\n\n<img src=x onerror=y>",
    ],
)
def test_markdown_that_is_rendered_again_has_no_link_to_code(text: str):
    from nbconvert.filters import markdown2html

    parser = Links()
    parser.feed(markdown2html(sanitise.markdown(text)))
    assert not any(
        name.startswith("on") or "script" in (value or "") for name, value in parser.found
    )


class Links(HTMLParser):
    """Collects the attributes of all elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "iframe")
        self.found += attrs


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("![b](attachment:b.png)", 'src="data:image/png;base64,QUJD"'),
        ("![b](attachment:none.png)", 'src=""'),
        ("![b](plot.png)", 'src="plot.png"'),
        ("![b](https://example.org/b.png)", "<img alt"),
        ("![b](//example.org/b.png)", "<img alt"),
        ("![b][1]\n\n[1]: https://example.org/b.png", "<img alt"),
    ],
)
def test_only_pasted_images_and_those_beside_the_notebook_are_shown(text: str, source: str):
    found = sanitise.markdown(text, {"b.png": {"image/png": "QUJD"}})
    assert source in found
    assert "example.org" not in found


def test_a_text_of_extreme_length_is_shown_as_it_is_written():
    assert sanitise.markdown("<b>" * 30_000).startswith("<div>\n<pre>&lt;b&gt;")


def test_a_drawing_is_shown_and_its_text_is_not_left_on_the_page() -> None:
    drawing = "<svg><title>x</title><text>y</text></svg>"
    data = {"text/html": f"<p>before</p>{drawing}", "image/svg+xml": drawing}
    shown = sanitise.output({"output_type": "display_data", "data": data})["data"]
    assert shown["text/html"].startswith("<img")
    assert sanitise.html(data["text/html"]) == "<p>before</p>"


def test_a_drawing_becomes_an_image_in_which_nothing_runs():
    record = {"output_type": "display_data", "data": {"image/svg+xml": "<svg><script/></svg>"}}
    html = sanitise.output(record)["data"]["text/html"]
    assert html.startswith('<img alt="drawing" src="data:image/svg+xml;base64,')
    assert "script" not in html


FORMATTING = "".join(f"<b title={n}>" for n in range(1_000))


@pytest.mark.parametrize(
    "bomb", [f"<p>{FORMATTING}</p>{'<p>x</p>' * 5_000}", "<div>" * 80_000, "<font><div>" * 20_000]
)
def test_html_that_would_grow_or_take_long_is_shown_as_it_is_written(bomb: str):
    assert sanitise.html(bomb).startswith("<pre>&lt;")
    assert len(sanitise.html(bomb)) < 10 * len(bomb)


def test_markdown_that_would_take_long_is_shown_as_it_is_written():
    assert sanitise.markdown("\\begin{a}" * 5_000).startswith("<div>\n<pre>")


def test_a_large_table_is_shown():
    table = f"<table><tbody>{'<tr><td>1</td><td><b>2</b></td></tr>' * 500}</tbody></table>"
    assert sanitise.html(table) == table


def test_the_texts_of_a_notebook_share_what_they_may_cost():
    effort = sanitise.Effort()
    shown = [sanitise.markdown("a <b>c</b> " * 2_000, effort=effort) for _ in range(40)]
    assert "<b>c</b>" in shown[0]
    assert shown[-1].startswith("<div>\n<pre>")
