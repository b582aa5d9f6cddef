"""The lines for nginx in docs/operations.md, in a real nginx before a real service; skipped where there is none."""

import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from service.bench.servers import DESK, serving

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin:/usr/local/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


@pytest.fixture
def proxied(tmp_path):
    """The address a browser would use: nginx with the documented lines, the service behind it."""
    documented = re.search(r"```nginx\n(.+?)```", DOCS, re.DOTALL).group(1)
    port = free_port()
    with serving(*DESK, "--behind-proxy") as served:
        lines = documented.replace("127.0.0.1:8000", served.address)
        config = tmp_path / "nginx.conf"
        places = " ".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy"))
        config.write_text(
            f"daemon off; worker_processes 1; pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}}\n"
            f"http {{ access_log off; {places} server {{ listen 127.0.0.1:{port}; {lines} }} }}\n",
            encoding="utf-8",
        )
        nginx = subprocess.Popen([NGINX, "-c", str(config), "-p", str(tmp_path)], stderr=subprocess.DEVNULL)
        try:
            for _ in range(100):
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            nginx.terminate()
            nginx.wait()


def fetched(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=60) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, ""


def test_pages_below_a_prefix_lead_to_pages_below_it_and_counts_stay_inside(proxied):
    status, page = fetched(f"{proxied}/desk/ask?card=cid:12950&at=damage.before")
    assert status == 200
    links = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
    assert links
    assert [link for link in links if not link.startswith("/desk/")] == []
    assert fetched(f"{proxied}{links[0]}")[0] == 200
    assert f"{proxied}/desk/" in page, "the address to keep names the host and port the person sees"
    assert fetched(f"{proxied}/desk/healthz")[0] == 200
    assert fetched(f"{proxied}/desk/metrics")[0] == 403
