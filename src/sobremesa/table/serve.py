"""Running the table: finds a port, says the address and who can open it, and opens the browser
if asked."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import webbrowser
from pathlib import Path

import uvicorn

from sobremesa.table.app import create_app
from sobremesa.table.codes import in_terminal
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from sobremesa.table.storage import Store
from sobremesa.table.wire import wire

PORT = 8000
LOOPBACK = "127.0.0.1"
# In place of a host: all devices of the house may open the table.
LAN = "lan"
LARGEST_MESSAGE = 16 * 1024


def serve(
    *, host: str = LOOPBACK, port: int = PORT, database: str | None = None,
    open_page: bool = False, pace: Pace | None = None, fate: Fate | None = None,
    proxy: str = "", limits: Limits | None = None,
) -> None:
    """Serves the table until it is stopped.

    :raises NoDatabase: if the database cannot be opened.
    :param host: the address to listen at; `lan` lets every device of the house in.
    :param port: if the usual one is taken, another that is free.
    :param database: a file or a database URL; `sobremesa.db` in the current folder when left out.
    :param proxy: the address of a proxy in front, or several with commas between, which may say
        from where a request comes; nobody else may.
    """
    url = database_url(database)
    # Before anybody is told an address: a database that cannot be opened is said at once.
    store = Store(url)
    store.migrate()
    store.close()
    in_house = host == LAN
    listening = _listen("0.0.0.0" if in_house else host, port)
    name = house_address() if in_house else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    print(f"Sobremesa: {address}  (Ctrl+C ends it; tables are kept)", flush=True)
    print(_who_can_open(name, address), flush=True)
    limits = limits or Limits()
    app = create_app(
        url, pace=pace, fate=fate, limits=limits,
        address="" if _is_loopback(name) else address,
    )
    _allow_many_connections()
    server = uvicorn.Server(uvicorn.Config(
        app, log_level="warning", access_log=False, ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=2, http=wire(limits, bool(proxy)),
        proxy_headers=bool(proxy), forwarded_allow_ips=proxy,
        ws_ping_interval=limits.unread_time / 3, ws_ping_timeout=limits.unread_time / 3,
    ))
    if open_page:
        threading.Thread(target=_open_browser, args=(server, address), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


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


def _listen(host: str, port: int) -> socket.socket:
    for wanted in [port, 0] if port == PORT else [port]:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
            return listening
        except OSError:
            listening.close()
    raise OSError(f"port {port} of {host} is taken")


def _open_browser(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        time.sleep(0.05)
    webbrowser.open(address)
