"""What the service is made of: `python deploy/dependencies.py` writes the lock file, the SBOM and the list of licences.

Run it in the environment the tests passed in. `requirements.lock` pins every version for CI (`pip install -c`),
`sbom.json` is CycloneDX, `licences.md` is for people. A test fails where they no longer fit `pyproject.toml`.
"""

import json
import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

HERE = Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def canonical(name: str) -> str:
    """A package's name in one spelling."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(requirements: list[str]) -> dict[str, Distribution]:
    """Every installed package these requirements need, by name."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(text), "") for text in requirements]
    while waiting:
        wanted, extra = waiting.pop()
        name = canonical(wanted.name)
        if name in found or (wanted.marker and not wanted.marker.evaluate({"extra": extra})):
            continue
        try:
            found[name] = distribution(wanted.name)
        except PackageNotFoundError:
            continue
        extras = wanted.extras or {""}
        waiting += [(Requirement(text), one) for text in found[name].requires or [] for one in extras]
    return dict(sorted(found.items()))


def needed() -> tuple[dict[str, Distribution], dict[str, Distribution]]:
    """What the service needs, and what the tests need beside it."""
    run = closure(PROJECT["dependencies"])
    test = closure(PROJECT["optional-dependencies"]["test"])
    return run, {name: one for name, one in test.items() if name not in run}


def licence_of(one: Distribution) -> str:
    """The licence a package names: the expression, else the classifiers, else the first line of the text."""
    about = one.metadata
    classifiers = [c.rpartition(" :: ")[2] for c in about.get_all("Classifier") or [] if c.startswith("License ::")]
    said = about.get("License-Expression") or ", ".join(classifiers) or (about.get("License") or "").split("\n")[0]
    return said.strip()[:80] or "not named"


def written() -> dict[str, str]:
    """The content of the three files."""
    run, test = needed()
    everything = {**run, **test}
    lock = "".join(f"{name}=={everything[name].version}\n" for name in sorted(everything))
    components = [
        {
            "type": "library",
            "name": name,
            "version": one.version,
            "bom-ref": f"{name}@{one.version}",
            "licenses": [{"license": {"name": licence_of(one)}}],
        }
        for name, one in run.items()
    ]
    sbom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": PROJECT["name"], "version": PROJECT["version"]}},
        "components": components,
    }
    rows = "".join(f"| {name} | {one.version} | {licence_of(one)} |\n" for name, one in run.items())
    licences = (
        f"# Licences of what the service is made of\n\n{PROJECT['name']} itself: {PROJECT['license']}.\n\n"
        f"| package | version | licence |\n| --- | --- | --- |\n{rows}"
    )
    head = "# Versions the tests passed with; written by deploy/dependencies.py.\n"
    return {
        "requirements.lock": head + lock,
        "sbom.json": json.dumps(sbom, indent=1) + "\n",
        "licences.md": licences,
    }


def main() -> int:
    """Write the files."""
    for name, content in written().items():
        (HERE / name).write_text(content, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
