"""The lock file, the SBOM and the list of licences fit what pyproject.toml asks for."""

import importlib.util
import json
import re
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("dependencies", ROOT / "deploy" / "dependencies.py")
dependencies = importlib.util.module_from_spec(spec)
spec.loader.exec_module(dependencies)


def locked() -> dict[str, str]:
    lines = (ROOT / "deploy" / "requirements.lock").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def test_every_package_the_project_needs_is_locked_within_its_bounds():
    versions = locked()
    wanted = [
        *dependencies.PROJECT["dependencies"],
        *dependencies.PROJECT["optional-dependencies"]["test"],
    ]
    for requirement in map(Requirement, wanted):
        name = dependencies.canonical(requirement.name)
        assert requirement.specifier.contains(versions[name], prereleases=True), requirement


def test_the_lock_names_what_is_installed_and_nothing_else():
    run, test = dependencies.needed()
    assert {*run, *test} == set(locked()), "run: python deploy/dependencies.py"


def test_the_sbom_and_the_licences_list_the_packages_of_the_service():
    run, _ = dependencies.needed()
    sbom = json.loads((ROOT / "deploy" / "sbom.json").read_text(encoding="utf-8"))
    assert [c["name"] for c in sbom["components"]] == sorted(run)
    assert {c["name"]: c["version"] for c in sbom["components"]}.items() <= locked().items()
    table = (ROOT / "deploy" / "licences.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([a-z0-9-]+) \| [^|]+ \| ([^|]+) \|$", table, re.MULTILINE)
    assert [name for name, licence in listed if licence.strip() != "licence" and name != "---"] == sorted(run)
    assert "not named" not in table
