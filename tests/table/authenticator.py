"""A device with passkeys, in Python: it signs what it is asked, or what a test wants instead."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

Json = dict[str, Any]
PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(written: str) -> bytes:
    return base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))


class Device:
    """One passkey on one device, which counts how often it signs unless it is one that never
    does."""

    def __init__(self, origin: str, site: str, *, counts: bool = True) -> None:
        self.origin = origin
        self.site = site
        self.counts = counts
        self.count = 0
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False,
        }).encode()

    def _data(self, flags: int) -> bytes:
        self.count += self.counts
        site = hashlib.sha256(self.site.encode()).digest()
        return site + bytes([flags]) + struct.pack(">I", self.count)

    def make(self, options: Json) -> Json:
        """Answers the wish for a new passkey."""
        point = self.key.public_key().public_numbers()
        key = cbor2.dumps({
            1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big"),
        })
        data = self._data(PRESENT | VERIFIED | NEW_KEY) + bytes(16)
        data += struct.pack(">H", len(self.id)) + self.id + key
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer({"clientDataJSON": text(client), "attestationObject": text(attested)})

    def sign(self, options: Json) -> Json:
        """Answers the wish to sign in."""
        data = self._data(PRESENT | VERIFIED)
        client = self._client("webauthn.get", options["challenge"])
        signed = self.key.sign(
            data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256())
        )
        return self._answer({
            "clientDataJSON": text(client), "authenticatorData": text(data),
            "signature": text(signed),
        })

    def _answer(self, response: Json) -> Json:
        return {
            "id": text(self.id), "rawId": text(self.id), "type": "public-key",
            "response": response, "clientExtensionResults": {},
        }
