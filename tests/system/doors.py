"""Deeds as every door does them: carried out, and looked at where they owe a look."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from vaultwatch.services.findings import review, settle
from vaultwatch.services.look import carry_out
from vaultwatch.services.memories import adding, proposing, updating
from vaultwatch.services.workspace import Workspace

P = ParamSpec("P")
R = TypeVar("R")


def _through(
    deed: Callable[Concatenate[Workspace, P], R],
) -> Callable[Concatenate[Workspace, P], R]:
    def act(ws: Workspace, /, *args: P.args, **more: P.kwargs) -> R:
        return carry_out(ws, lambda ws: deed(ws, *args, **more))

    return act


apply = _through(settle.apply)
change_or_propose = _through(proposing.change_or_propose)
decide_proposal = _through(review.decide_proposal)
decide_review = _through(review.decide_review)
dismiss = _through(settle.dismiss)
edit_memory = _through(updating.edit_memory)
forget_memory = _through(updating.forget_memory)
forget_or_propose = _through(proposing.forget_or_propose)
merge_or_propose = _through(proposing.merge_or_propose)
merge_memories = _through(updating.merge_memories)
resolve_errors = _through(settle.resolve_errors)
store_memory = _through(adding.store_memory)
update_memory = _through(updating.update_memory)
verify = _through(settle.verify)
