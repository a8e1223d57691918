"""Know what stands in a text to be typed as it is: shortcuts, date formats, marks of a syntax.

Pure: patterns and norms for `language.tokens`. `Ctrl+T`, `HH:mm` and `---` are values, and another
one is another fact. Letters of a format keep their case, for `MM` is no `mm`.
"""

import re
from typing import Final

_CALLED: Final = {
    "ctrl": "ctrl control strg \u2303",
    "cmd": "cmd command \u2318",
    "alt": "alt opt option \u2325",
    "shift": "shift umschalt maj \u21e7",
    "super": "super win meta",
    "altgr": "altgr",
    "mod": "mod",
    "fn": "fn",
}
_MODIFIERS: Final = {name: key for key, names in _CALLED.items() for name in names.split()}
_MODIFIER: Final = "(?i:" + "|".join(sorted(_MODIFIERS, key=len, reverse=True)) + ")"
_NAMED_KEY: Final = (
    "(?i:enter|return|esc(?:ape)?|tab|space|backspace|del(?:ete)?|ins(?:ert)?|home|end|up|down|left"
    r"|right|page\s?up|page\s?down|f1[0-2]|f[1-9])"
)
_KEY: Final = rf"(?:{_NAMED_KEY}(?!\w)|[A-Za-z0-9](?!\w)|[\[\],.;/\\=`'-](?=[\s,.;:)]|$))"
SHORTCUT: Final = (
    rf"(?<![\w+])(?:{_MODIFIER}\s?\+\s?){{1,4}}{_KEY}"
    rf"|(?<![\w-])(?:{_MODIFIER}-){{1,4}}(?:{_NAMED_KEY}|[A-Z0-9])(?![\w-])"
    rf"|[\u2318\u2303\u2325\u21e7]{{1,4}}\s?{_KEY}"
)
"""`Ctrl+T`, `Cmd-Shift-P`, `\u2318P`; `Alt-right` and `Command-line` are words."""

_PART: Final = "(?:Y{2,4}|M{1,4}|D{1,4}|d{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2})"
FORMAT: Final = (
    r"(?<![\w/.-])(?=\S{0,12}(?:YY|MM|DD|HH|hh|mm))(?:Y{2,4}|M{1,4}|D{1,4}|d{1,4}|H{1,2}|h{1,2})"
    rf"(?:(?:[-./:]|(?<=Y)(?=M)|(?<=M)(?=D)){_PART}){{1,6}}(?:\sA|\sa)?(?![\w/])"
    r"|(?<!\w)%[A-Za-z](?:[-./:\x20]?%[A-Za-z]){1,6}(?!\w)"
)
"""`YYYY-MM-DD`, `h:mm A`, `%d.%m.%Y`."""

MARKS: Final = (
    r"(?<![^\s\"'\u201c\u2018(\[\u00ab])(?P<mark>[*=%~^$#:|_+<>@&/\\]|-(?=--))(?P=mark){1,7}"
    r"(?![^\s\"'\u201d\u2019)\]\u00bb,.;!?])"
)
"""`---`, `==`, `%%`, standing alone; `--` is a dash."""

MAY_HOLD: Final = re.compile(
    rf"[+%\u2318\u2303\u2325\u21e7]|{_MODIFIER}-|YY|MM|DD|HH|(?<![a-z])(?:hh|mm)(?![a-z])"
    r"|([*=~^$#:|_<>@&/\\-])\1"
)
"""What a text holds that holds one of them: most hold none."""


def shortcut(text: str) -> str:
    """Return a shortcut with its modifiers by one name each and in one order, then its key."""
    *held, key = (
        part
        for part in re.split(r"\s?\+\s?|-(?=.)|(?<=[\u2318\u2303\u2325\u21e7])\s?", text)
        if part
    )
    named = sorted({_MODIFIERS[part.lower()] for part in held})
    return "+".join([*named, re.sub(r"\s", "", key.lower())])
