import pytest

from knowledge.stats import calculate, load_rulebook, read_request


@pytest.fixture(scope="session")
def rulebook():
    return load_rulebook()


@pytest.fixture(scope="session")
def values_after(rulebook):
    """The pairs ATK/DEF from step 0 on, of a monster written "3000/2500" and its steps."""

    def compute(monster, *steps, name="怪兽", **more):
        atk, defence = (value if value == "?" else int(value) for value in monster.split("/"))
        request = read_request({"monster": {"name": name, "atk": atk, "def": defence, **more}, "steps": list(steps)})
        return [f"{values.atk}/{values.defence}" for values in calculate(request, rulebook.last_order).values]

    return compute
