"""What can be set of those who read, and of services that are asked: only in the user's own file.

Pure. `vaultwatch.settings` reads and checks the files.
"""

from pathlib import PurePath
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from vaultwatch.setting_values import (
    NLI,
    absolute_path,
    reader_labels,
    short_name,
    variable_name,
    web_address,
)


class SettingsTable(BaseModel):
    """A table of a settings file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class EndpointSettings(SettingsTable):
    """An OpenAI-compatible endpoint; heeded only in the user's own file."""

    url: Annotated[str, AfterValidator(web_address)] = ""
    model: str = ""
    key_env: str = ""
    """The environment variable that holds the key; never the key itself."""
    allowed_hosts: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Hosts besides this machine that may be asked."""


class ReaderSettings(EndpointSettings):
    """Who reads what words cannot settle; heeded only in the user's own file."""

    kind: Literal["off", "command", "language_model", "cross_encoder"] = "off"
    name: Annotated[str, AfterValidator(short_name)] = ""
    """What a person knows it by; empty for one made of what is set."""
    command: Annotated[tuple[str, ...], Field(strict=False, max_length=100)] = ()
    """The program that is run and its arguments; no shell reads them."""
    env: Annotated[
        tuple[Annotated[str, AfterValidator(variable_name)], ...], Field(strict=False)
    ] = ()
    """Names of variables that it needs beside the usual ones."""
    folder: Annotated[str, AfterValidator(absolute_path)] = ""
    """Of a cross-encoder: it holds `model.onnx` and `tokenizer.json`."""
    labels: Annotated[tuple[str, ...], Field(strict=False), AfterValidator(reader_labels)] = NLI
    """What the columns of its output mean, in order."""
    limit_s: float = Field(default=90.0, gt=0, le=600, strict=False)
    """How long one answer may take in all."""
    pairs: int = Field(default=8, ge=2, le=40)
    """Memories that are read at once."""
    runs_per_day: int = Field(default=3, ge=0, le=1_000)
    budget_usd: float = Field(default=1.0, ge=0, le=1_000, strict=False)
    """A day, for programs that can be held to it or tell their cost."""
    in_session: bool = True
    """Whether agents are handed pairs that are in doubt."""
    flags: bool = False
    """Whether what it judged is flagged before it was right nine times of ten."""

    @property
    def known_as(self) -> str:
        """What a person knows it by."""
        made_of = {
            "off": "",
            "command": PurePath(*self.command[:1]).name,
            "language_model": self.model,
            "cross_encoder": PurePath(self.folder).name,
        }
        return self.name or made_of[self.kind]

    @model_validator(mode="after")
    def _can_read(self) -> Self:
        if self.kind == "command" and not (self.command and self.command[0].strip()):
            raise ValueError("command must name the program, a list of words")
        if self.kind == "cross_encoder" and not self.folder:
            raise ValueError("folder must name the folder of the cross-encoder")
        if self.kind == "language_model" and not (self.url and self.model):
            raise ValueError("url and model must name the service and its model")
        return self
