"""Register tools whose answer is one block of text, and nothing beside it.

Clients of today disagree on a result that holds both a text and a structure: some hand the model
the structure alone, others the text alone. What both must learn stood twice then. One block of
text, compact JSON where an answer has fields, is read by all of them, once.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations
from pydantic import BaseModel

READS = ToolAnnotations(read_only_hint=True)
ADDS = ToolAnnotations(destructive_hint=False, open_world_hint=False)
CHANGES = ToolAnnotations(open_world_hint=False)
"""The protocol takes for granted that a tool destroys where nothing is said."""


def tool(
    server: MCPServer, annotations: ToolAnnotations
) -> Callable[[Callable[..., BaseModel | str]], Callable[..., str]]:
    """Return a decorator that adds a tool; its docstring is what an agent reads of it."""

    def add(function: Callable[..., BaseModel | str]) -> Callable[..., str]:
        @functools.wraps(function)
        def told(**arguments: Any) -> str:  # noqa: ANN401 - whatever the tool takes
            answer = function(**arguments)
            return answer if isinstance(answer, str) else lean_json(answer)

        server.add_tool(
            told,
            description=inspect.cleandoc(function.__doc__ or "").replace("\n", " "),
            annotations=annotations,
            structured_output=False,
        )
        return told

    return add


def lean_json(answer: BaseModel) -> str:
    """Return an answer as compact JSON: what is null or as it always is says nothing."""
    return answer.model_dump_json(exclude_none=True, exclude_defaults=True)
