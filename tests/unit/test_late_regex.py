"""A pattern that is compiled late is the pattern all the same, and none of ours is wrong."""

import gc
import importlib
import pkgutil
import re
from unittest.mock import patch

import pytest

import vaultwatch
from vaultwatch.late_regex import LateRegex, Patterns, data_of, late_regex


def test_it_finds_what_the_compiled_pattern_finds() -> None:
    late, compiled = late_regex(r"(?P<word>b+)|x", re.IGNORECASE), re.compile(r"(?P<word>b+)|x", 2)
    text = "aBBa xb"
    assert [found.span() for found in late.finditer(text)] == [(1, 3), (5, 6), (6, 7)]
    assert late.sub("-", text) == compiled.sub("-", text)
    assert late.split(text) == compiled.split(text)
    assert late.fullmatch("bb") is not None
    assert late.match("c") is None
    assert (late.pattern, late.flags) == (compiled.pattern, compiled.flags)
    assert (late.groups, late.groupindex) == (1, {"word": 1})


def test_it_is_compiled_once_and_not_before_it_is_used() -> None:
    with patch("vaultwatch.late_regex.re.compile", side_effect=re.compile) as compiling:
        late = late_regex("a+")
        assert late.pattern == "a+"
        assert compiling.call_count == 0
        assert late.match("aa")
        assert late.sub("b", "caa") == "cb"
        assert compiling.call_count == 1


def test_a_wrong_one_raises_when_it_is_used() -> None:
    late = late_regex("(")
    with pytest.raises(re.error):
        late.search("a")


def test_what_no_pattern_has_it_has_not() -> None:
    with pytest.raises(AttributeError):
        _ = late_regex("a").colour  # type: ignore[attr-defined]


def test_every_one_of_ours_compiles() -> None:
    for module in pkgutil.walk_packages(vaultwatch.__path__, "vaultwatch."):
        if "migrations" not in module.name:
            importlib.import_module(module.name)
    gc.unfreeze()  # an agent's server in this process has frozen what stood then
    ours = [one for one in gc.get_objects() if isinstance(one, LateRegex)]
    assert len(ours) > 50
    for one in ours:
        re.compile(one.pattern, one._flags)  # noqa: SLF001 -- before it is used


@pytest.mark.parametrize("file", ["disguise", "impact_rules", "secrets"])
def test_every_pattern_of_a_data_file_compiles_and_names_only_known_ones(file: str) -> None:
    for name, pattern in data_of(file)["patterns"].items():
        whole = Patterns(file).filled(pattern)
        assert "{{" not in whole.replace(r"\{\{", ""), name
        re.compile(whole)


def test_a_pattern_of_a_data_file_is_found_by_its_name_alone() -> None:
    patterns = Patterns("secrets")
    assert patterns.data_line.fullmatch("A" * 60)
    assert patterns.data_line is patterns.data_line
    with pytest.raises(AttributeError):
        _ = patterns.no_such_one
