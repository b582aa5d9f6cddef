"""Documents that cannot rot: the README's questions are asked, its verbs exist, the data guide names what is there."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from command_line import typed

from service.cli.machine_verbs import serve
from service.cli.main import VERBS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"^\| `ocg-rulings (.+?)` \| (.+?) \|$", README, re.MULTILINE)


def test_there_are_five_questions_in_each_language():
    assert len(QUESTIONS) == 10


@pytest.mark.parametrize(("command", "answer"), QUESTIONS, ids=[c for c, _ in QUESTIONS])
def test_the_answer_in_the_readme_is_the_answer(command, answer):
    args = shlex.split(command)
    if "--lang" not in args:
        args += ["--lang", "en"]
    run = typed(*args)
    assert run.stdout.splitlines()[0] == answer


def test_every_verb_of_the_command_line_exists_and_is_documented():
    for verb in VERBS:
        run = typed(verb, "--help")
        assert run.returncode == 0, run.stderr
        assert verb in README, f"{verb} is not in the README"


def test_every_file_of_the_data_is_in_its_guide():
    guide = (ROOT / "rulings" / "README.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "rulings").iterdir()):
        if path.name != "README.md":
            assert f"`{path.name}" in guide or f"`{path.name}/" in guide, path.name


def test_the_module_maps_name_every_module():
    for package in ("knowledge", "service"):
        text = (ROOT / package / "__init__.py").read_text(encoding="utf-8")
        for path in sorted((ROOT / package).iterdir()):
            if (path.suffix == ".py" and path.name != "__init__.py") or (path / "__init__.py").exists():
                assert re.search(rf"^{path.stem} ", text, re.MULTILINE), f"{package} does not name {path.stem}"


def test_every_variable_and_option_of_the_service_is_documented_in_both_languages():
    english, _, chinese = README.partition("# 中文")
    sources = [*(ROOT / "service").rglob("*.py"), *(ROOT / "knowledge").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    variables = {v for p in sources for v in re.findall(r'"(OCG_RULINGS_[A-Z_]+)"', p.read_text(encoding="utf-8"))}
    options = {f"--{o.name.replace('_', '-')}" for o in serve.params} - {"--log"} | {"--no-log"}
    for word in sorted({*variables, *options, "tests/browser/shots.py", "tests/tools/fuzz_api.py"}):
        assert f"`{word}" in english or f" {word} " in english, word
        assert f"`{word}" in chinese, word
    assert variables >= {"OCG_RULINGS_DATA", "OCG_RULINGS_REPORTS", "OCG_RULINGS_POSTS_PER_MINUTE"}


def test_the_documents_a_reader_is_sent_to_are_there():
    for target in re.findall(r"\]\(([\w./-]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_container_file_copies_all_that_the_package_is_built_from():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", project["project"]["readme"], *project["project"]["license-files"]}
    needed |= {*wheel["packages"], *wheel["force-include"]}
    lines = re.findall(
        r"^COPY (?!--)(.+) \S+$", (ROOT / "deploy/Containerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert needed - {path for line in lines for path in line.split()} == set()


@pytest.mark.parametrize("name", ["Containerfile", "ocg-rulings.service"])
def test_what_deploy_starts_is_a_service_with_options_it_has(name):
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    told = re.findall(r"^CMD (\[.+\])$|^ExecStart=\S+ (.+)$", text, re.MULTILINE)
    [(as_json, as_line)] = told
    words = json.loads(as_json) if as_json else shlex.split(as_line)
    assert words[0] == "serve"
    assert serve.make_context("serve", words[1:], resilient_parsing=False).params["workers"] == 2
