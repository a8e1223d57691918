"""Draw reports as Obsidian does and measure them: `report_pictures.py OUT REPORT.md...`.

Needs a `chromium` on the PATH. Of each report four pictures come to lie in OUT, 700 and 380 pixels
wide, light and dark, and a line tells its lines and how many screens of 900 pixels it takes, 700
wide, what is folded folded. Sizes are those of Obsidian's default theme.
"""

import html
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from markdown_it import MarkdownIt

SCREEN_PX = 900
WIDTHS = (700, 380)
THEMES = {"light": ("#fff", "#222", "#7a5ae0"), "dark": ("#1e1e1e", "#dadada", "#a68af9")}
CSS = """
*{box-sizing:border-box} body{margin:0;background:%s;color:%s;font:16px/1.5 Inter,sans-serif}
main{padding:0 8px} a{color:%s} p,ul,table{margin:0 0 16px} li>p{margin:0}
ul{padding-left:36px} li{padding:1px 0} li ul{margin:0} .task{list-style:none;margin-left:-22px}
h1{font-size:1.8em;line-height:1.2;margin:0 0 16px}
h2{font-size:1.6em;line-height:1.2;margin:40px 0 16px}
h3{font-size:1.42em;line-height:1.3;margin:36px 0 16px}
td,th{border:1px solid #8884;padding:4px 8px} table{border-collapse:collapse}
mark{background:#ffd00066;color:inherit} input{width:16px;height:16px;margin:0 6px 0 0}
code{font-size:14px;background:#8882;padding:2px 4px}
details{background:#448aff22;border-radius:4px;margin:16px 0;padding:12px 12px 12px 24px}
summary{font-weight:600;line-height:1.3}
blockquote{margin:0;padding-left:16px}
.props{font-size:14px;color:#888;margin:0 0 20px;line-height:28px}
"""
_CALLOUT = re.compile(
    r"<blockquote>\s*<p>\[!(\w+)\](-?) ?(.*?)(</p>|\n)(.*?)</blockquote>", re.DOTALL
)


def page(report: str, theme: str) -> str:
    """Return a report as a page of Obsidian's reading view."""
    _, properties, body = report.split("---\n", 2)
    shown = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(body)
    shown = re.sub(r" \^[A-Za-z0-9-]{1,64}(?=\s*(?:<|\n))", "", shown)
    shown = re.sub(r"\[\[[^\]|]*\|([^\]]*)\]\]", r'<a href="#">\1</a>', shown)
    shown = re.sub(r"==(.+?)==", r"<mark>\1</mark>", shown)
    shown = re.sub(r"<li>(\s*<p>)?\[ \]", r'<li class="task">\1<input type="checkbox">', shown)
    while _CALLOUT.search(shown):
        shown = _CALLOUT.sub(_callout, shown, count=1)
    css = CSS % THEMES[theme]
    props = html.escape(properties).replace("\n", "<br>")
    return (
        f'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<style>{css}</style><main><div class="props">{props}</div>{shown}</main>'
    )


def _callout(found: re.Match[str]) -> str:
    inner = found[5] if found[4] == "</p>" else f"<p>{found[5]}"
    is_open = "" if found[2] else " open"
    return f"<details{is_open}><summary>{found[3]}</summary>{inner}</details>"


def _browser(*arguments: str) -> str:
    command = ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def height_px(file: Path, width: int) -> int:
    """Return how high a page is, so wide."""
    measured = file.with_name(f"measured-{width}.html")
    text = file.read_text(encoding="utf-8")
    # A frame of its own: a window may not be as narrow as a phone.
    measured.write_text(
        f'<iframe id=f style="border:0;width:{width}px;height:900px" srcdoc="{html.escape(text)}">'
        f"</iframe><script>f.onload=()=>{{document.title=f.contentDocument.querySelector('main')"
        ".scrollHeight}</script>",
        encoding="utf-8",
    )
    dom = _browser("--virtual-time-budget=5000", "--dump-dom", measured.as_uri())
    found = re.search(r"<title>(\d+)</title>", dom)
    if found is None:
        raise SystemExit("The browser measured nothing.")
    return int(found[1])


def main() -> None:
    """Draw and measure what is named."""
    out = Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:]:
        report = Path(name).read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for theme in THEMES:
                file = Path(folder, f"{theme}.html")
                file.write_text(page(report, theme), encoding="utf-8")
                for width in WIDTHS:
                    high = height_px(file, width)
                    if theme == "light":
                        lines = len(report.splitlines())
                        print(f"{name}: {lines} lines, {high / SCREEN_PX:.1f} screens at {width}")
                    picture = out / f"{Path(name).stem}-{width}-{theme}.png"
                    frame = Path(folder, "frame.html")
                    frame.write_text(
                        f'<body style="margin:0"><iframe style="border:0;width:{width}px;'
                        f'height:{high}px" src="{file.as_uri()}"></iframe>',
                        encoding="utf-8",
                    )
                    size = f"--window-size={max(width, 500)},{min(high, 16_000)}"
                    _browser(size, f"--screenshot={picture}", frame.as_uri())


if __name__ == "__main__":
    main()
