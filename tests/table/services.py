"""A push service for tests, and devices that it serves: what is sent there is opened with their
keys."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped]

from tests.waiting import wait_until

Json = dict[str, Any]


def written(plain: bytes) -> str:
    return base64.urlsafe_b64encode(plain).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Got:
    """What a service was given for a device."""

    headers: dict[str, str]
    body: bytes

    def signed(self) -> tuple[str, Json]:
        """Checks the signature of the house; gives its key and what it signed."""
        authorization = self.headers["authorization"]
        assert Vapid02.verify(authorization)
        parts = dict(part.split("=", 1) for part in authorization.split(" ", 1)[1].split(","))
        return parts["k"], json.loads(read(parts["t"].split(".")[1]))


class Gadget:
    """A device with keys of its own, at a service."""

    def __init__(self, service: Service, name: str = "") -> None:
        self.service = service
        self.path = f"/push/{name or written(os.urandom(12))}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.wish = {
            "endpoint": service.url + self.path, "p256dh": written(point),
            "auth": written(self.auth),
        }

    @property
    def got(self) -> list[Got]:
        return self.service.got[self.path]

    def opened(self, place: int = -1) -> Json:
        """Opens one of the notices that came."""
        plain = http_ece.decrypt(
            self.got[place].body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        told: Json = json.loads(plain)
        return told

    def wait(self, count: int) -> None:
        """Waits until so many notices have come."""
        wait_until(lambda: len(self.got) >= count)
        assert len(self.got) == count


@dataclass
class Service:
    """Where notices are sent: it notes them all, and answers as it is told."""

    url: str
    got: defaultdict[str, list[Got]] = field(default_factory=lambda: defaultdict(list))
    # What is answered for a device in place of 201, one after another, the last for ever; 0: never.
    answers: dict[str, list[int]] = field(default_factory=dict)
    ended: threading.Event = field(default_factory=threading.Event)

    def answer(self, path: str, got: Got) -> int:
        """Notes what came; gives the status of the answer."""
        planned = self.answers.get(path, [201])
        status = planned.pop(0) if len(planned) > 1 else planned[0]
        self.got[path].append(got)
        return status


@contextmanager
def push_service() -> Iterator[Service]:
    """Starts a service, and ends it."""

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = service.answer(self.path, Got(headers, body))
            if status == 0:
                service.ended.wait()
                return
            self.send_response(status)
            if status // 100 == 3:
                self.send_header("Location", f"{service.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *told: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
    service = Service(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
