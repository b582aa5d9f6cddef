"""Thousands of made-up requests against the API's own description: `python tests/tools/fuzz_api.py [CASES]`.

Needs schemathesis (`pip install schemathesis`), which the test suite itself does not.
"""

import shutil
import subprocess
import sys
from pathlib import Path

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method"
)

SLOWEST = "60"  # seconds an answer may take on a machine that is busy with other things


def main(cases: int) -> int:
    """Serve the desk on a free port and let schemathesis at it; the exit code is its verdict."""
    sys.path[:0] = [str(Path(__file__).parents[1] / "browser"), str(Path(__file__).parents[2])]
    from shots import serve

    from service.loaded_desk import loaded_desk
    from service.reference.search import prepare_search

    tool = shutil.which("schemathesis", path=str(Path(sys.executable).parent)) or shutil.which("schemathesis")
    if not tool:
        print("schemathesis is not installed: pip install schemathesis", file=sys.stderr)
        return 2
    prepare_search(loaded_desk())  # as a service does before its first question
    command = [tool, "run", serve() + "/api/v1/openapi.json", "--checks", CHECKS, "--max-examples", str(cases)]
    return subprocess.run(
        [
            *command,
            "--request-timeout",
            SLOWEST,
            "--phases",
            "examples,coverage,fuzzing",
            "--generation-database",
            "none",
        ]
    ).returncode


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
