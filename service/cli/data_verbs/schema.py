"""`schema`: JSON Schemas of the data files, for editors."""

from typing import Any

import click
import msgspec

from knowledge.data.law import Gate
from knowledge.data.library import SHELVES
from knowledge.data.profile import Card
from service.cli.options import json_option, print_json


def data_schema(kind: str) -> dict[str, Any]:
    """The schema of one kind of file: a card, a gate, or a file of shelves."""
    if kind in ("card", "gate"):
        return msgspec.json.schema({"card": Card, "gate": Gate}[kind])
    records, components = msgspec.json.schema_components(
        [record for record, _ in SHELVES.values()], ref_template="#/$defs/{name}"
    )
    shelves = {shelf: {"type": "array", "items": one} for shelf, one in zip(SHELVES, records, strict=True)}
    return {"type": "object", "properties": shelves, "additionalProperties": False, "$defs": components}


@click.command()
@click.argument("kind", type=click.Choice(["card", "gate", "shelves"]))
@json_option
def command(kind: str, as_json: bool) -> None:
    """Print the JSON Schema of a KIND of data file, generated from the model."""
    print_json({"$schema": "https://json-schema.org/draft/2020-12/schema", **data_schema(kind)})
