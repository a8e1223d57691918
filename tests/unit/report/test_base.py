"""The base beside the report: YAML that Obsidian reads, of properties that we write."""

import json

import pytest
import yaml

from vaultwatch.report.flags import FLAG_KEYS, render_base


@pytest.mark.parametrize("folder", ["Memories", 'Mind/"odd" : # it\'s', "記憶"])
def test_it_is_yaml_that_asks_for_the_memories_folder_whatever_its_name(folder: str) -> None:
    (said,) = yaml.safe_load(render_base(folder))["filters"]["and"]
    assert said == f"file.inFolder({json.dumps(folder, ensure_ascii=False)})"


def test_its_views_show_only_properties_that_we_write() -> None:
    base = yaml.safe_load(render_base("Memories"))
    assert [view["name"] for view in base["views"]] == ["Open", "All", "By note"]
    for view in base["views"]:
        assert view["type"] == "table"
        assert set(view["order"]) == {"file.name", *FLAG_KEYS}
    assert set(base["properties"]) == set(FLAG_KEYS)
