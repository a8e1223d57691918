"""Commands on embedding models: pull, list."""

from typing import Annotated

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption
from vaultwatch.doors.cli.printing import print_json, print_rows, say, say_step

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Get and list models.")


@app.command()
def pull(
    name: Annotated[
        str, typer.Argument(help="minilm, reader (an NLI model), or a fastembed model by its name.")
    ] = "minilm",
    *,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Fetch a model; a second call finds it in place.

    Example: vaultwatch models pull
    """
    from vaultwatch.services.operations.set_up import place_of, pull_model

    if dry_run and json_:
        print_json({"model": name, "folder": place_of()})
        return
    if dry_run:
        say(f"Would fetch {name} into {place_of()}, unless it is in place already.")
        return
    pulled = pull_model(name, say_step)
    if json_:
        print_json(pulled)
    else:
        say(f"{pulled.name} is in place: {pulled.folder}")


@app.command("list")
def list_(*, json_: JsonOption = False) -> None:
    """List the models that are in place, best first.

    Example: vaultwatch models list
    """
    from vaultwatch.services.operations.set_up import list_models

    models = list_models()
    if json_:
        print_rows(models, none="No model is in place.")
        return
    for model in models:
        say(f"{model.name:30} {model.folder}")
