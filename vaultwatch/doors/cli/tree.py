"""The commands, made of the table of verbs, and what all of them do alike."""

import gc
import inspect
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultArgument, VaultOption
from vaultwatch.doors.cli.printing import print_json, print_rows, progress_shown, say, say_notice
from vaultwatch.doors.verbs import GROUPS, TOP, VERBS, Asked, Verb

if TYPE_CHECKING:
    from vaultwatch.wiring import OpenMode

_SHORT = frozenset({"status"})
"""As what only reads: it ends before there is rubbish to look for among what was imported."""
_FILLED_IN = ("ws", "vault", "given", "dry_run", "json_")
"""Parameters that no option of the verb's own fills."""


class TopGroup(TyperGroup):
    """Lists the commands by what they are for."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002 -- typer's
        """Write a section a kind."""
        for title, names in TOP.items():
            with formatter.section(title):
                width = formatter.width - 14
                told = [(one, self.commands[one].get_short_help_str(width)) for one in names]
                formatter.write_dl(told)


class VaultGroup(TyperGroup):
    """Takes the vault as a word too, as other commands do: `vaultwatch mcp ~/Notes`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 -- typer's own
        """Read a first word that is no command as `--vault`."""
        valued = {
            name for one in self.params if not getattr(one, "is_flag", False) for name in one.opts
        }
        place = 0
        while place < len(args) and args[place].startswith("-"):
            place += 2 if args[place] in valued else 1
        if place < len(args) and args[place] not in self.commands:
            args = [*args[:place], "--vault", *args[place:]]
        return super().parse_args(ctx, args)


def add_verbs(root: typer.Typer) -> None:
    """Add every verb of the table, each below the groups that its name tells."""
    apps = {"": root}
    for name in sorted(dict.fromkeys([*VERBS, *GROUPS]), key=lambda name: name.count(" ")):
        above, _, own = name.rpartition(" ")
        one = VERBS.get(name)
        if one is not None and not any(other.startswith(f"{name} ") for other in VERBS):
            apps[above].command(own)(_command(one))
            continue
        takes_word = one is not None and one.vault == "word"
        apps[name] = typer.Typer(
            cls=VaultGroup if takes_word else None,
            help=GROUPS.get(name),
            no_args_is_help=one is None,
            invoke_without_command=one is not None,
            rich_markup_mode=None,
            subcommand_metavar="[VAULT] | COMMAND [ARGS]..." if takes_word else None,
        )
        if one is not None:  # with no further word it is done itself
            apps[name].callback(help=one.act.__doc__)(_command(one, is_group=True))
        apps[above].add_typer(apps[name], name=own)


def _command(one: Verb, *, is_group: bool = False) -> Callable[..., None]:
    """Return the function that typer makes a command of: the verb's own arguments, and all's."""
    own = inspect.signature(one.act).parameters
    kinds = inspect.Parameter
    added = [("context", typer.Context, kinds.empty)] if is_group else []
    params = [kinds(name, kinds.POSITIONAL_OR_KEYWORD, annotation=kind) for name, kind, _ in added]
    if one.vault == "word" and not is_group:
        params.append(
            kinds("vault", kinds.POSITIONAL_OR_KEYWORD, default=None, annotation=VaultArgument)
        )
    params += [param for name, param in own.items() if name not in _FILLED_IN]
    shared: list[tuple[str, Any, object]] = []
    if one.vault:
        shared.append(("vault_option", VaultOption, None))
    if one.opens in {"write", "deed"} or "dry_run" in own:
        shared.append(("dry_run", DryRunOption, False))
    shared.append(("json_", JsonOption, False))
    params += [
        kinds(name, kinds.KEYWORD_ONLY, default=default, annotation=kind)
        for name, kind, default in shared
    ]

    def run(context: typer.Context | None = None, **given: Any) -> None:  # noqa: ANN401 -- by name
        if context is None or context.invoked_subcommand is None:
            _run(one, given)

    run.__doc__ = one.act.__doc__
    run.__annotations__ = {param.name: param.annotation for param in params}
    run.__signature__ = inspect.Signature(params)  # type: ignore[attr-defined]
    return run


def _run(one: Verb, given: dict[str, Any]) -> None:
    """Do what was asked and tell the result."""
    if one.opens != "read" and one.name not in _SHORT:
        gc.enable()
    own = inspect.signature(one.act).parameters
    named = given.pop("vault", None) or given.pop("vault_option", None)
    given.pop("vault_option", None)
    dry_run, json_ = given.pop("dry_run", False), given.pop("json_", False)
    asked = Asked(dry_run, dict(given))
    filled = {"dry_run": dry_run, "json_": json_, "given": named}
    given |= {name: value for name, value in filled.items() if name in own}
    if "vault" in own:
        from vaultwatch.wiring import find_vault

        given["vault"] = find_vault(named)
    done = _done(one, named, given, asked) if one.opens else one.act(**given)
    if json_ and one.none:
        print_rows(map(one.row, done) if one.row else done, none=one.none)
    elif one.tell is not None and json_:
        print_json(one.row(done) if one.row else done)
    elif one.none and not done:
        say(one.none)
    elif one.tell is not None:
        one.tell(done, asked)
    if one.exits is not None and (status := one.exits(done)):
        raise typer.Exit(status)


def _done(one: Verb, named: Any, given: dict[str, Any], asked: Asked) -> Any:  # noqa: ANN401
    """Open the vault and do it."""
    from vaultwatch.wiring import find_vault, open_workspace

    is_rehearsal = asked.dry_run or bool(asked.given.get(one.rehearsed_by))
    mode: OpenMode = "rehearse" if is_rehearsal else "write"
    if one.opens in {"read", "rehearse"}:
        mode = one.opens
    more: dict[str, Any] = {"allow_empty": True} if asked.given.get("allow_empty") else {}
    with ExitStack() as open_ones:
        if one.shows_progress:
            more["progress"] = open_ones.enter_context(progress_shown())
        ws = open_ones.enter_context(open_workspace(find_vault(named), mode, **more))
        if one.opens == "deed":
            from vaultwatch.services.look import carry_out

            return carry_out(ws, lambda ws: one.act(ws, **given))
        done = one.act(ws, **given)
        say_notice(ws.disk_notice)
        return done
