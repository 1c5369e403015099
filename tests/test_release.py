"""A release: what its workflow does that can be done here, and what its files say."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import sobremesa
from tests import release

yaml: Any = pytest.importorskip("yaml")

ROOT = release.ROOT
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TAG = f"v{sobremesa.__version__}"
# What the machines of the workflows bring, which need not be here.
THEIRS = {"gh", "npm", "apt-get", "pip-audit", "sobremesa"}
LEFT_OUT = shutil.ignore_patterns(
    ".venv", ".git", "build", "dist", "node_modules", "*.so", "*.sources", "*.egg-info",
    "__pycache__",
)


def read(path: Path) -> dict[Any, Any]:
    loaded: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in read(path)["jobs"].values() for step in job["steps"]]


def run_step(name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a step of the release as it is written, with Python and programs of this environment."""
    (step,) = [step for step in steps(ROOT / ".github/workflows/release.yml")
               if step.get("name") == name]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", step["run"]], capture_output=True, text=True,
        cwd=folder / step.get("working-directory", "."),
        env={**os.environ, "PATH": path, "GITHUB_REF_NAME": TAG, **step.get("env", {})},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_asks_for_no_more_rights_than_it_needs_and_does_not_run_twice(
    path: Path,
) -> None:
    workflow = read(path)
    # YAML reads the key `on` as true.
    assert workflow.keys() >= {"name", True, "jobs", "permissions", "concurrency"}
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["steps"]
        assert set(job.get("needs", [])) <= workflow["jobs"].keys()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_command_of_a_workflow_exists(path: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for step in steps(path):
        for line in re.split(r"\n|&&", step.get("run", "")):
            words = line.split()
            if not words:
                continue
            assert words[0] in THEIRS or shutil.which(words[0]), line
            if words[0] == "make":
                assert {word for word in words[1:] if "=" not in word} <= targets, line
            if words[:2] == ["python", "-m"]:
                assert find_spec(words[2]), line
            for place in re.findall(r"-r (\S+)", line):
                assert (ROOT / place).is_file(), line


def test_wheels_are_built_on_systems_that_exist() -> None:
    systems = read(ROOT / ".github/workflows/release.yml")["jobs"]["wheels"]["strategy"]
    retired = {"macos-11", "macos-12", "macos-13", "ubuntu-20.04", "windows-2019"}
    assert len(systems["matrix"]["system"]) == 5
    assert not retired & {*systems["matrix"]["system"]}


def test_all_files_tell_one_version_and_one_day() -> None:
    assert set(release.versions().values()) == {sobremesa.__version__}
    assert len(release.days()) == 1
    assert release.main(TAG) == 0


def test_a_tag_of_another_version_is_not_released(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main("v9.9.9") == 1
    assert "v9.9.9 cannot be released: src/sobremesa/__init__.py says" in capsys.readouterr().err


def test_the_notes_are_what_the_change_log_says_with_what_breaks_first() -> None:
    notes = release.notes(sobremesa.__version__)
    assert re.findall(r"^### (.*)$", notes, re.MULTILINE) == [
        "Breaking", "Added", "Changed", "Fixed",
    ]
    # Two minutes of a person who reads 250 words in one.
    assert len(notes.split()) <= 800


def test_the_workflow_compares_versions_and_writes_the_notes() -> None:
    run_step("Compare versions", ROOT)
    (step,) = [step for step in steps(ROOT / ".github/workflows/release.yml")
               if step.get("name") == "Write the notes"]
    command = step["run"].partition(" > ")[0].replace("python", sys.executable, 1)
    told = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "GITHUB_REF_NAME": TAG},
    )
    assert told.stdout == release.notes(sobremesa.__version__)


def test_checksums_are_those_of_every_file(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    dist.mkdir()
    contents = {"one.whl": b"wheel", "-two.tar.gz": b"source"}
    for name, content in contents.items():
        (dist / name).write_bytes(content)
    run_step("Write checksums", tmp_path)
    lines = (dist / "SHA256SUMS").read_text().splitlines()
    assert sorted(lines) == sorted(
        f"{hashlib.sha256(content).hexdigest()}  {name}" for name, content in contents.items()
    )


@pytest.mark.slow
def test_the_source_and_the_site_of_a_release_are_made(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT, tree, ignore=LEFT_OUT, symlinks=True)
    run_step("Pack the source", tree)
    run_step("Build the site", tree)
    version = sobremesa.__version__
    with tarfile.open(tree / "dist" / f"sobremesa-{version}.tar.gz") as packed:
        assert f"sobremesa-{version}/src/sobremesa/core/game.py" in packed.getnames()
    with tarfile.open(tree / "dist" / f"sobremesa-site-{version}.tar.gz") as site:
        assert {"./index.html", "./rules/muggins.html"} <= set(site.getnames())
    run_step("Write checksums", tree)


def test_the_citation_says_what_the_package_says() -> None:
    citation = yaml.safe_load(release.read("CITATION.cff"))
    project = tomllib.loads(release.read("pyproject.toml"))["project"]
    assert citation["cff-version"] == "1.2.0" and citation["type"] == "software"
    assert citation["license"] == project["license"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in project["authors"]
    ]


def test_dependabot_looks_where_something_is() -> None:
    updates = read(ROOT / ".github" / "dependabot.yml")["updates"]
    found = {update["package-ecosystem"]: update["directory"].strip("/") for update in updates}
    assert list((ROOT / found["pip"]).glob("*.txt"))
    assert (ROOT / found["npm"] / "package-lock.json").is_file()
    assert (ROOT / found["docker"] / "Dockerfile").is_file()
    assert WORKFLOWS and found["github-actions"] == ""


# Nothing was sent to an index: what asks one for the package would find nothing, or a stranger's.
CLAIM = re.compile(
    r"(pip3?|pipx|uv) (install|run|tool install|add)( -\S+)* ['\"]?sobremesa\b(?!\S*\.whl)"
    r"|uvx ['\"]?sobremesa\b"
)
TOLD = [
    path for pattern in ("*.md", "docs/**/*.md", "docs/**/*.ipynb", "examples/*", "bench/**/*.py",
                         "src/**/*.py", "src/**/*.po", "src/**/*.html", ".github/**/*.md")
    for path in sorted(ROOT.glob(pattern)) if path.is_file()
]


def test_nothing_claims_that_the_package_is_on_an_index() -> None:
    assert CLAIM.search("pip install sobremesa") and CLAIM.search("pip install -U 'sobremesa[x]'")
    assert CLAIM.search("uvx sobremesa games") and CLAIM.search("pipx run sobremesa play")
    assert not CLAIM.search("pip install '.[table]'") and not CLAIM.search("uvx --from . sobremesa")
    claims = {
        path.relative_to(ROOT).as_posix(): claim[0] for path in TOLD
        if (claim := CLAIM.search(path.read_text(encoding="utf-8", errors="replace")))
    }
    assert len(TOLD) > 100 and claims == {}
