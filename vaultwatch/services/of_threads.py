"""What threads that share a workspace have for themselves, and what is opened once for all."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultwatch.services.workspace import Workspace

T = TypeVar("T")


class OfThread(Generic[T]):
    """What each thread that uses a workspace has for itself."""

    def __init__(self, first: "Callable[[Workspace], T]") -> None:
        """Take what makes it of the workspace, when a thread first asks."""
        self._first = first

    def __get__(self, ws: "Workspace", owner: "type[Workspace]") -> T:
        """Return what this thread has."""
        mine: dict[OfThread[Any], Any] = ws.of_thread.__dict__.setdefault("held", {})
        if self not in mine:
            mine[self] = self._first(ws)
        held: T = mine[self]
        return held

    def __set__(self, ws: "Workspace", value: T) -> None:
        """Give this thread another."""
        ws.of_thread.__dict__.setdefault("held", {})[self] = value


class opened_once(cached_property[T]):  # noqa: N801 -- a decorator
    """A part that is opened when it is first asked for, by whichever thread."""

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Self | T:
        """Return the part; opened once however many threads ask at the same time."""
        if instance is None:
            return self
        with instance.opening:
            part: T = super().__get__(instance, owner)
        return part
