"""Pieces of hostile text, for hypothesis to put together."""

from hypothesis import strategies as st

from tests.unit.report.views import HOSTILE

FRAGMENTS = [
    *HOSTILE.split(),
    *["[[", "]]", "![[", "|", "\\", "`", "```", "~~~", "<", ">", "<!--", "-->", "<script>", "%%"],
    *["%", "=", "==", "~~", "**", "__", "::", "\n", "\r\n", "\u2028", "\x00", "# ", "- ", "> "],
    *["---", "$$", "^id", "#tag", "&amp;", "{{", "<%", "%>", "https://", "word", "1.", " ", "é"],
    *["(", ")", "!", "[x](y)", "](y)", "| a | b |", "\u202e", "\ud800", "案", "*a*", "_a_", "~a~"],
]
hostile = st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join)
