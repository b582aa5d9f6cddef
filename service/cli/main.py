"""The command `ocg-rulings`. A verb's module is imported when the verb is used, so that starting stays quick."""

import importlib
import os
import sys

import click

from knowledge.problems import BadInput, sentence
from service.cli.options import language

_SHOW_TRACES = "OCG_RULINGS_TRACE"

VERBS = {
    "can": "May this effect be activated at this moment?",
    "matter": "Any other question the rules decide: destroyed, negated, targeted, replayed …",
    "ask": "A question in plain words: Chinese, English or Japanese.",
    "card": "One card: names, effects, where each may be activated, its rulings.",
    "search": "Search cards, rulings and rules.",
    "graph": "What a change would touch; how two things hang together.",
    "where": "In which file and line a rule, fact, ruling or card is written.",
    "citations": "Every citation of a source document.",
    "check": "Lint the data and run every ruling with itself removed.",
    "serve": "The web service.",
    "schema": "JSON Schemas of the data files, for editors.",
    "new": "Write the skeleton of a ruling or a card profile.",
    "run": "Play a scenario file step by step and answer its questions.",
    "stats": "ATK/DEF calculation, step by step.",
    "read": "Read card text into effect profiles.",
    "gaps": "What the text reader cannot read yet, by the number of cards it blocks.",
    "bench": "The project's benchmark: ratios measured in one run.",
    "import-cards": "Import a card database of your own.",
}
MODULES = {  # which verbs stand together
    "question_verbs": ("can", "matter", "ask", "run", "stats"),
    "lookup_verbs": ("card", "search", "graph", "where", "citations"),
    "card_verbs": ("import-cards", "read", "gaps"),
    "upkeep_verbs": ("check", "new", "schema"),
    "machine_verbs": ("serve", "bench"),
}


class Verbs(click.Group):
    """A group whose commands are loaded on demand, each with its module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every verb, in the order of use."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the verb's module and return its command."""
        if cmd_name not in VERBS:
            return None
        module = next(module for module, verbs in MODULES.items() if cmd_name in verbs)
        command: click.Command = getattr(importlib.import_module(f"service.cli.{module}"), cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without importing them."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ocg-rulings")
def cli() -> None:
    """A ruling desk for the Yu-Gi-Oh! OCG."""


def main() -> None:
    """Run a verb; bad input is one sentence on stderr and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")  # names are Chinese even where LANG=C
    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.ClickException as wrong:
        click.echo(f"ocg-rulings: {wrong.format_message()}", err=True)
        sys.exit(2)
    except BadInput as wrong:
        click.echo(f"ocg-rulings: {wrong.says[_spoken()]}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as fault:
        if os.environ.get(_SHOW_TRACES):
            raise
        click.echo(f"ocg-rulings: {_unforeseen(fault)[_spoken()]}", err=True)
        sys.exit(1)


def _spoken() -> str:
    """The language of a refusal, also where the verb never came to read its options."""
    chosen = sys.argv[sys.argv.index("--lang") + 1] if "--lang" in sys.argv[:-1] else None
    return "zh" if language(chosen) == "zh" else "en"


def _unforeseen(fault: Exception) -> dict[str, str]:
    what = f"{type(fault).__name__}: {fault}"
    return sentence("unforeseen", what=what, variable=_SHOW_TRACES)


if __name__ == "__main__":
    main()
