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
    """Serve the desk on a free port with two workers and let schemathesis at it; the exit code is its verdict."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from service.bench.servers import DESK, serving

    tool = shutil.which("schemathesis", path=str(Path(sys.executable).parent)) or shutil.which("schemathesis")
    if not tool:
        print("schemathesis is not installed: pip install schemathesis", file=sys.stderr)
        return 2
    options = ["--request-timeout", SLOWEST, "--phases", "examples,coverage,fuzzing", "--generation-database", "none"]
    with serving(*DESK, "--workers", "2") as server:
        server.settle()
        before = server.memory()
        address = f"http://{server.address}/api/v1/openapi.json"
        command = [tool, "run", address, "--checks", CHECKS, "--max-examples", str(cases), *options]
        status = subprocess.run(command).returncode
        print(f"memory of the service: {before} MB before, {server.memory()} MB after")
    return status


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
