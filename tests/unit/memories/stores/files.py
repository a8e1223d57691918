"""Files of a store as tests write them."""

from collections.abc import Mapping

from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import FORMATS
from vaultwatch.memories.stores.records import StoreFile, StoreReading, StoreRecord


def store_files(files: Mapping[str, str]) -> list[StoreFile]:
    return [StoreFile(path, text, len(text.encode())) for path, text in files.items()]


def read_as(form: StoreFormat, files: Mapping[str, str]) -> StoreReading:
    return FORMATS[form].read(store_files(files))


def the_one(form: StoreFormat, files: Mapping[str, str]) -> StoreRecord:
    (record,) = read_as(form, files).records
    return record


def places(reading: StoreReading) -> list[tuple[str, int, int, str]]:
    """Return where each record stands and its text."""
    return [(one.path, one.first_line, one.last_line, one.text) for one in reading.records]
