"""Running the table: finds a port, says the address and who can open it, and opens the browser
if asked."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import gc
import multiprocessing
import multiprocessing.process
import os
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import connection
from pathlib import Path
from types import FrameType

import uvicorn
import uvicorn.config

from sobremesa.core.errors import Refused
from sobremesa.table.app import create_app
from sobremesa.table.codes import in_terminal
from sobremesa.table.crew import leave_with_parent
from sobremesa.table.database import NoDatabase
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from sobremesa.table.logs import JSON, TEXT, write_logs
from sobremesa.table.passkeys import read_site
from sobremesa.table.push import read_contact
from sobremesa.table.storage import Store
from sobremesa.table.wire import wire

PORT = 8000
LOOPBACK = "127.0.0.1"
# In place of a host: all devices of the house may open the table.
LAN = "lan"
LARGEST_MESSAGE = 16 * 1024
# Seconds for which processes are watched at a time, and before one that died is started anew.
FOR_A_WHILE = 1.0
START_AGAIN = 0.5
# What a server reads of the house; a change of it starts one anew that reloads.
HOUSE = Path(__file__).parents[1]
READ = (".py", ".js", ".css", ".html", ".svg", ".json", ".mo", ".bin")
# Seconds in which a server whose supervisor is gone hands its tables over.
LAST_MOMENTS = 10.0
# Python looks for garbage among new things when so many more came than went, few enough that a
# look holds a thousand tables up for some hundredths of a second only.
GARBAGE = 5_000
# After so many looks it goes through the things that stayed, which takes longer.
LOOKS = 40
# The number by which the C library knows how many heaps its threads share, and how many that is.
M_ARENA_MAX = -8
HEAPS = 2


@dataclass(frozen=True)
class Service:
    """How a server process serves: everything it needs to be started anywhere."""

    url: str
    pace: Pace | None
    fate: Fate | None
    limits: Limits
    address: str
    proxy: str
    log: str
    # How many processes there are, which one this is, and the port of the first for figures.
    workers: int = 1
    place: int = 0
    figures: int = 0
    figures_host: str = LOOPBACK
    site: str = ""
    contact: str = ""


class NoPort(Refused):
    """The table cannot listen where it should; `str()` says why."""


class TableServer(uvicorn.Server):
    """A server that hands its tables over as soon as it is asked to end."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begins to end."""
        drain = getattr(getattr(self.config.app, "state", None), "drain", None)
        if drain is not None:
            drain()
        super().handle_exit(sig, frame)


def serve(
    *, host: str = LOOPBACK, port: int = PORT, database: str | None = None,
    open_page: bool = False, pace: Pace | None = None, fate: Fate | None = None,
    proxy: str = "", limits: Limits | None = None, workers: int = 1, figures: int = 0,
    figures_host: str = LOOPBACK, log: str = TEXT, site: str = "", contact: str = "",
    reload: bool = False,
) -> None:
    """Serves the table until it is stopped.

    :raises NoDatabase: if the database cannot be opened.
    :raises NoPort: if the address cannot be had.
    :param host: the address to listen at; `lan` lets every device of the house in.
    :param port: if the usual one is taken, another that is free.
    :param database: a file or a database URL; `sobremesa.db` in the current folder when left out.
    :param proxy: the address of a proxy in front, or several with commas between, which may say
        from where a request comes; nobody else may.
    :param workers: how many processes serve at the same port.
    :param figures: the port of this machine where the first process tells its figures; the others
        tell theirs at the ports behind it.
    :param figures_host: the address where figures are told; who reaches it can read them.
    :param log: `text`, or `json` for lines that machines read.
    :param site: the address under which browsers open the table, such as
        `https://table.example.org`, if a proxy in front does not say it.
    :param contact: where push services find the owner: `mailto:…` or `https://…`.
    :param reload: whether the table starts anew when one of its files changes.
    """
    shared = workers > 1 or reload
    if shared and not hasattr(socket, "SO_REUSEPORT"):
        raise NoDatabase("this machine does not let several processes share a port")
    site, contact = read_site(site), read_contact(contact)
    url = database_url(database)
    # Before anybody is told an address: a database that cannot be opened is said at once.
    store = Store(url)
    store.migrate()
    store.close()
    in_house = host == LAN
    listening = _listen("0.0.0.0" if in_house else host, port, shared=shared)
    name = house_address() if in_house else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    print(f"Sobremesa: {address}  (Ctrl+C ends it; tables are kept)", flush=True)
    print(_who_can_open(name, address), flush=True)
    service = Service(
        url, pace, fate, limits or Limits(), "" if _is_loopback(name) else address, proxy, log,
        workers, 0, figures, figures_host, site, contact,
    )
    if shared:
        if open_page:
            there = listening.getsockname()[:2]
            _open_when(lambda: _answers(there), address)
        supervise(service, listening, _files_read if reload else None)
        return
    server = _server(service)
    if open_page:
        _open_when(lambda: server.started, address)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _server(service: Service) -> TableServer:
    """Makes the server of one process."""
    limits = service.limits
    write_logs(service.log)
    app = create_app(
        service.url, pace=service.pace, fate=service.fate, limits=limits, address=service.address,
        workers=thinkers(service.workers), site=service.site, contact=service.contact,
        figures=service.figures + service.place if service.figures else 0,
        figures_host=service.figures_host,
    )
    _allow_many_connections()
    _collect_seldom()
    _share_heaps()
    return TableServer(uvicorn.Config(
        app, log_level="warning", access_log=False, ws_max_size=LARGEST_MESSAGE,
        log_config=None if service.log == JSON else uvicorn.config.LOGGING_CONFIG,
        timeout_graceful_shutdown=2, http=wire(limits, bool(service.proxy)),
        proxy_headers=bool(service.proxy), forwarded_allow_ips=service.proxy,
        ws_ping_interval=limits.unread_time / 3, ws_ping_timeout=limits.unread_time / 3,
        # A hidden hand and an opponent's words would share what is compressed.
        ws_per_message_deflate=False,
    ))


def thinkers(workers: int) -> int:
    """Shares the processors among the bots of so many server processes.

    >>> thinkers(10**6)
    1
    """
    return max(1, (os.cpu_count() or 2) // 2 // workers)


def _serve_one(service: Service, host: str, port: int) -> None:
    """Runs one of several server processes, which end with the one that supervises them."""
    leave_with_parent(_end_by_itself)
    with contextlib.suppress(KeyboardInterrupt):
        _server(service).run(sockets=[_bound(host, port, shared=True)])


def _end_by_itself() -> None:
    """End this process as if it had been asked to; at once if it hangs."""
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST_MOMENTS)
    os._exit(1)


def _files_read() -> dict[Path, int]:
    """Notes when each file was changed that a server reads."""
    times = {}
    for path in HOUSE.rglob("*"):
        if path.suffix in READ:
            with contextlib.suppress(OSError):
                times[path] = path.stat().st_mtime_ns
    return times


def supervise(
    service: Service, reserved: socket.socket,
    look: Callable[[], dict[Path, int]] | None = None,
) -> None:
    """Runs server processes at one port, and starts anew what has died.

    :param look: notes the state of the files; when it differs all processes start anew, and none
        that has died does before.
    """
    host, port = reserved.getsockname()[:2]
    spawn = multiprocessing.get_context("spawn")
    ending = threading.Event()

    def end(*_: object) -> None:
        ending.set()

    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, end)

    def start(place: int) -> multiprocessing.process.BaseProcess:
        process = spawn.Process(target=_serve_one, args=(replace(service, place=place), host, port))
        process.start()
        return process

    files = look() if look else {}
    running = [start(place) for place in range(service.workers)]
    while not ending.is_set():
        alive = [one.sentinel for one in running if look is None or one.is_alive()]
        if alive:
            connection.wait(alive, timeout=FOR_A_WHILE)
        else:
            ending.wait(FOR_A_WHILE)
        if look:
            before, files = files, look()
            if files == before:
                continue
            changed = min({path for path, _ in before.items() ^ files.items()})
            print(f"{changed.relative_to(HOUSE)} changed: the table starts anew", flush=True)
            for one in running:
                one.terminate()
                one.join()
        for place, one in enumerate(running):
            if not one.is_alive() and not ending.wait(START_AGAIN):
                running[place] = start(place)
    for one in running:
        one.terminate()
    for one in running:
        one.join()


def house_address() -> str:
    """Finds the address under which the other devices of the house reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way out there is.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def _is_loopback(name: str) -> bool:
    return name == "localhost" or name.startswith("127.") or name == "::1"


def _who_can_open(name: str, address: str) -> str:
    """Says which devices can open the table, with a code for their cameras."""
    if _is_loopback(name):
        return (
            "Only this machine can open it. To play with others in the house: "
            "make play HOST=lan, or sobremesa table --host lan"
        )
    return f"Every device in the house can open it:\n{in_terminal(address)}"


def database_url(database: str | None) -> str:
    """Takes a database URL as it is, and a file as an SQLite database.

    >>> database_url("postgresql+psycopg://localhost/sobremesa")
    'postgresql+psycopg://localhost/sobremesa'
    """
    if database is not None and "://" in database:
        return database
    return f"sqlite:///{Path(database or 'sobremesa.db').resolve()}"


def _allow_many_connections() -> None:
    """Takes as many open files as the machine gives, of which every connection is one."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _collect_seldom() -> None:
    """Lets Python look for garbage seldom, and never in what stays for good.

    A picture is thousands of small things and none of them a circle, so that looking after every
    few hundred would cost a fifth of the time of a move and find next to nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, LOOKS, 20)


def _share_heaps() -> None:
    """Let threads share two heaps where the C library is that of GNU.

    By itself it gives nearly every thread one of its own, and what one has freed no other can use.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, HEAPS)


def _listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    for wanted in [port, 0] if port == PORT else [port]:
        try:
            return _bound(host, wanted, shared=shared)
        except (OSError, OverflowError) as reason:
            refusal = reason
    if getattr(refusal, "errno", 0) == errno.EADDRINUSE:
        raise NoPort(f"port {port} of {host} is taken: name another with --port") from refusal
    why = getattr(refusal, "strerror", "") or refusal
    raise NoPort(f"the table cannot listen at port {port} of {host}: {why}") from refusal


def _bound(host: str, port: int, *, shared: bool) -> socket.socket:
    """Takes a port, alone or with other processes that share it."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listening.bind((host, port))
        if not shared:
            # Whoever reads the address may come before the server has begun: they wait in line.
            listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def _answers(there: tuple[str, int]) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(there, timeout=FOR_A_WHILE):
        return True
    return False


def _open_when(ready: Callable[[], bool], address: str) -> None:
    """Opens the browser as soon as the table is ready, beside whatever else goes on."""

    def wait_and_open() -> None:
        while not ready():
            time.sleep(0.05)
        webbrowser.open(address)

    threading.Thread(target=wait_and_open, daemon=True).start()
