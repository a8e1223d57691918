"""The desk of one vault, for many people: who calls, what they may do, and until when."""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from vaultwatch.doors.mcp.desk import Desk

if TYPE_CHECKING:
    from vaultwatch.services.workspace import Workspace

T = TypeVar("T")
W = TypeVar("W")


@dataclass(slots=True)
class Caller:
    """Who makes a call."""

    person: str
    may_write: bool
    is_over: bool = False
    """Whether the front withdrew the call, as where its token was taken back."""

    def refusal(self) -> ToolError | None:
        """Return why they may write no more, or never might."""
        if self.is_over:
            return ToolError("This call was withdrawn; nothing was written.")
        if not self.may_write:
            return ToolError("This token may only read this vault. Ask who runs the server.")
        return None

    def hold_may_write(self) -> None:
        """Hold a deed to who may do it now.

        Raises:
            ToolError: they may not.
        """
        if (refusal := self.refusal()) is not None:
            raise refusal


_NOBODY: Final = Caller("", may_write=False)
CALLER: ContextVar[Caller] = ContextVar("caller", default=_NOBODY)
"""Of the call at hand; set for each, so that none is ever another's. Nobody where a desk tidies or
looks unasked."""


class TeamDesk(Desk):
    """Writes for nobody who may not, however long their call has waited."""

    @property
    def asker(self) -> str:
        """The person who makes the call at hand."""
        return CALLER.get().person

    @property
    def session(self) -> str:
        """Each writer has one of their own; of who may only read no use of memories is kept."""
        caller = CALLER.get()
        return f"{super().session}-{caller.person}" if caller.may_write else ""

    def write(self, act: Callable[["Workspace"], T]) -> T:
        """Carry out something that writes, as a desk does, for who may write once it is its turn.

        Raises:
            ToolError: it cannot be done, or they may not.
        """
        caller = CALLER.get()

        def held(ws: "Workspace") -> T:
            caller.hold_may_write()
            return act(ws)

        caller.hold_may_write()
        return super().write(held)

    def write_together(
        self, wish: W, grant: Callable[["Workspace", Sequence[W]], Sequence[T | Exception]]
    ) -> T:
        """Carry out what others ask for too, for those who may write once it is their turn.

        Raises:
            ToolError: it cannot be done, or they may not.
        """
        caller = CALLER.get()
        caller.hold_may_write()

        def grant_known(
            ws: "Workspace", wishes: Sequence[tuple[Caller, W]]
        ) -> Sequence[T | Exception]:
            refusals = [one.refusal() for one, _ in wishes]
            granted = [what for (_, what), no in zip(wishes, refusals, strict=True) if no is None]
            outcomes = iter(grant(ws, granted) if granted else ())
            return [next(outcomes) if no is None else no for no in refusals]

        return super().write_together((caller, wish), grant_known)
