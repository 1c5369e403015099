"""Sending notices to the devices of people by Web Push: encrypted for one device, signed with the
key of the house, and carried by whichever service the browser of the device has chosen.

The address of a service is given by a visitor. So only services of the open network are reached,
by https and by a name whose addresses are looked at before anything is sent; nobody follows where
they lead on, and nobody reads what they answer beyond its status. Everything happens in a thread
of its own, with little waiting and few tries, so that a service that fails disturbs nobody.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import ipaddress
import logging
import random
import re
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from sobremesa.core.errors import Phrase, Refused
from sobremesa.picture.saying import N_
from sobremesa.table.metrics import Metrics
from sobremesa.table.problems import Problem

if TYPE_CHECKING:
    import aiohttp

log = logging.getLogger(__name__)

LONGEST_ENDPOINT: Final = 1000
# Seconds for one try, and for finding the addresses of a service.
TRY: Final = 10.0
FINDING: Final = 5.0
# Seconds before each further try, and the longest that a service may ask for.
PAUSES: Final = (5.0, 30.0)
LONGEST_PAUSE: Final = 60.0
# Notices that may wait, and those that are sent at the same time.
MOST_WAITING: Final = 1000
AT_ONCE: Final = 8
# All payloads have one length, so that a service cannot tell them apart by it.
SIZE: Final = 512
# What a service answers when a device is gone for good.
GONE: Final = (404, 410)
# No answer, and those after which a notice is sent again.
AGAIN: Final = (0, 408, 425, 429, *range(500, 600))
FAILED: Final = "failed"
# Who answers for a server whose owner gives no address.
NOBODY: Final = "mailto:nobody@localhost"
# Networks in which an address of the older kind is wrapped.
WRAPPED: Final = ipaddress.ip_network("64:ff9b::/96")
# The order of the curve on which keys lie.
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

_NAME = re.compile(
    r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]"
)
_CONTACT = re.compile(r"mailto:[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+|https://[^\s/@]+\.[^\s/@]+(/\S*)?")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class BadDevice(Problem):
    """What a browser is said to have given cannot be used."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            422, "bad-device", "Notices cannot be sent there: {reason}.", reason=Phrase(reason)
        )


class Unsafe(OSError):
    """The name of a service leads to this machine, or into its house."""


@dataclass(frozen=True)
class Device:
    """One browser that wants notices, as it described itself."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True)
class Push:
    """A notice on its way to a device: `topic` names what a newer one makes old."""

    device: Device
    text: bytes
    topic: str
    seconds: int
    urgent: bool = False


def read_contact(written: str) -> str:
    """Reads the address under which services find the owner of a server.

    >>> read_contact("mailto:me@example.org")
    'mailto:me@example.org'

    :raises Refused: if it is neither mail nor a page.
    """
    if written and not _CONTACT.fullmatch(written):
        raise Refused(
            "{contact} is not a contact such as mailto:me@example.org or https://example.org",
            contact=written[:80],
        )
    return written


def private_key(seed: str) -> ec.EllipticCurvePrivateKey:
    """Makes the key of a house from the number that its servers share."""
    return ec.derive_private_key(int(seed, 16) % (ORDER - 1) + 1, ec.SECP256R1())


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    """Writes the public half of a key as browsers want it."""
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def check_device(device: Device, *, anywhere: bool = False) -> None:
    """Refuses what no browser gives: no address of a service, or no keys.

    With `anywhere` services may be in the house and without TLS, as in tests.
    """
    _service_of(device.endpoint, anywhere)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(device.p256dh, 65))
        _bytes(device.auth, 16)
    except ValueError:
        raise BadDevice(N_("the keys of the device cannot be read")) from None


def _bytes(text: str, length: int) -> bytes:
    """Reads bytes in the one way in which browsers write them.

    :raises ValueError: if there are not so many.
    """
    found = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    if len(found) != length:
        raise ValueError
    return found


def _service_of(endpoint: str, anywhere: bool) -> tuple[str, int]:
    """Gives the name and the port of the service that an endpoint leads to."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadDevice(N_("the address cannot be read")) from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not plain or len(endpoint) > LONGEST_ENDPOINT or not parts.hostname:
        raise BadDevice(N_("the address cannot be read"))
    if anywhere and parts.scheme in ("http", "https"):
        return parts.hostname, port or 443
    if parts.scheme != "https" or port not in (None, 443) or "@" in parts.netloc:
        raise BadDevice(N_("only https is used, at its usual port"))
    if not _NAME.fullmatch(parts.hostname):
        raise BadDevice(N_("a service has a name, not a number"))
    return parts.hostname, 443


def is_open(written: str) -> bool:
    """Tells whether an address belongs to the open network.

    >>> [is_open(one) for one in ("1.1.1.1", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    address: Address = ipaddress.ip_address(written.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address in WRAPPED:
            address = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        else:
            address = address.ipv4_mapped or address.sixtofour or address
    if getattr(address, "teredo", None) is not None:
        return False
    return address.is_global and not address.is_multicast


async def find(host: str, port: int, *, anywhere: bool = False) -> list[tuple[int, str]]:
    """Finds the addresses of a service, each with its family.

    :raises Unsafe: if any of them is not of the open network.
    """
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(FINDING):
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys((int(family), str(at[0])) for family, *_, at in found))
    if not addresses or not (anywhere or all(is_open(at) for _, at in addresses)):
        raise Unsafe(f"{host} is no service of the open network")
    return addresses


async def check_service(device: Device, *, anywhere: bool = False) -> None:
    """Refuses a service that cannot be found, or is none of the open network."""
    host, port = _service_of(device.endpoint, anywhere)
    try:
        await find(host, port, anywhere=anywhere)
    except (OSError, UnicodeError):
        raise BadDevice(N_("there is no such service")) from None


class Sender:
    """Sends notices, in a thread that begins with the first of them."""

    def __init__(
        self, key: ec.EllipticCurvePrivateKey, contact: str, forget: Callable[[str], None],
        metrics: Metrics, *, anywhere: bool = False,
    ) -> None:
        self.key = key
        self.contact = contact or NOBODY
        # Told of the endpoints of devices that are gone.
        self.forget = forget
        self.metrics = metrics
        self.anywhere = anywhere
        self.waiting = 0
        self.lock = threading.Lock()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread: threading.Thread | None = None
        self.errands: set[asyncio.Task[None]] = set()

    def send(self, push: Push) -> bool:
        """Takes a notice to be sent; tells whether there was room for it."""
        with self.lock:
            if self.waiting >= MOST_WAITING:
                self.metrics.notices.labels("dropped").inc()
                return False
            self.waiting += 1
            if self.loop is None:
                self.loop = asyncio.new_event_loop()
                self.thread = threading.Thread(
                    target=self._run, args=(self.loop,), name="notices", daemon=True
                )
                self.thread.start()
        self.loop.call_soon_threadsafe(self._begin, push)
        return True

    def close(self) -> None:
        """Stops sending; what waits is not sent."""
        with self.lock:
            loop, self.loop = self.loop, None
            self.waiting = MOST_WAITING
        if loop is not None and self.thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            self.thread.join(TRY)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        # Made here, because it belongs to this loop.
        self.room = asyncio.Semaphore(AT_ONCE)
        loop.run_forever()
        for task in self.errands:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*self.errands, return_exceptions=True))
        loop.close()

    def _begin(self, push: Push) -> None:
        task = asyncio.get_running_loop().create_task(self._deliver(push))
        self.errands.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self.errands.discard(task)
        with self.lock:
            self.waiting -= 1
        if not task.cancelled() and task.exception() is not None:
            log.error("a notice failed: %s", type(task.exception()).__name__)

    async def _deliver(self, push: Push) -> None:
        """Tries to send a notice, and forgets a device that is gone."""
        for pause in (*PAUSES, None):
            async with self.room:
                status, wait = await self._try(push)
            if status in GONE:
                await asyncio.to_thread(self._forget, push.device.endpoint)
            if pause is None or status not in AGAIN:
                self.metrics.notices.labels(_outcome(status)).inc()
                if _outcome(status) == FAILED:
                    log.info("a push service did not take a notice: status %s", status)
                return
            await asyncio.sleep(max(pause, wait) * random.uniform(1.0, 1.25))

    def _forget(self, endpoint: str) -> None:
        with contextlib.suppress(Problem):
            self.forget(endpoint)

    async def _try(self, push: Push) -> tuple[int, float]:
        """Sends a notice once; gives the status of the answer, 0: none, and the wait it asks."""
        import aiohttp

        body, headers = self._sealed(push)
        connector = aiohttp.TCPConnector(
            resolver=_resolver(self.anywhere), use_dns_cache=False, force_close=True
        )
        longest = aiohttp.ClientTimeout(total=TRY)
        try:
            _service_of(push.device.endpoint, self.anywhere)
            async with (
                aiohttp.ClientSession(connector=connector, timeout=longest) as session,
                session.post(
                    push.device.endpoint, data=body, headers=headers, allow_redirects=False
                ) as answer,
            ):
                return answer.status, _wait(answer.headers.get("Retry-After", ""))
        except BadDevice:
            return 404, 0.0
        except Unsafe:
            # Today it leads into the house.
            return 403, 0.0
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as fault:
            if isinstance(fault.__cause__, Unsafe):
                return 403, 0.0
            return 0, 0.0

    def _sealed(self, push: Push) -> tuple[bytes, dict[str, str]]:
        """Encrypts a notice for its device, and signs where it goes."""
        from py_vapid import Vapid02  # type: ignore[import-untyped]
        from pywebpush import WebPusher  # type: ignore[import-untyped]

        device = push.device
        sealed: Any = WebPusher({
            "endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth},
        }).encode(push.text.ljust(SIZE))
        parts = urlsplit(device.endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self.contact}
        signed: dict[str, str] = Vapid02(self.key, {"no-strict": True}).sign(claims)
        return bytes(sealed["body"]), {
            **signed, "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
            "TTL": str(push.seconds), "Topic": push.topic,
            "Urgency": "high" if push.urgent else "normal",
        }


def _outcome(status: int) -> str:
    if status in GONE:
        return "gone"
    return "sent" if 200 <= status < 300 else FAILED


def _wait(written: str) -> float:
    return min(float(written), LONGEST_PAUSE) if written.isdecimal() else 0.0


def _resolver(anywhere: bool) -> aiohttp.abc.AbstractResolver:
    """Lets a connection be made only to the addresses that were looked at."""
    from aiohttp.abc import AbstractResolver, ResolveResult

    class Looked(AbstractResolver):
        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
        ) -> list[ResolveResult]:
            return [
                ResolveResult(hostname=host, host=at, port=port, family=kind, proto=0,
                              flags=socket.AI_NUMERICHOST)
                for kind, at in await find(host, port, anywhere=anywhere)
                if family in (socket.AF_UNSPEC, kind)
            ]

        async def close(self) -> None:
            """Keeps nothing open."""

    return Looked()
