"""Running the table: finds a port, says the address, and opens the browser if asked."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import webbrowser
from pathlib import Path

import uvicorn

from sobremesa.table.app import create_app
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from sobremesa.table.wire import wire

PORT = 8000
LARGEST_MESSAGE = 16 * 1024


def serve(
    *, host: str = "127.0.0.1", port: int = PORT, database: str | None = None,
    open_page: bool = False, pace: Pace | None = None, fate: Fate | None = None,
    proxy: str = "", limits: Limits | None = None,
) -> None:
    """Serves the table until it is stopped.

    :param port: if the usual one is taken, another that is free.
    :param database: a file or a database URL; `sobremesa.db` in the current folder when left out.
    :param proxy: the address of a proxy in front, or several with commas between, which may say
        from where a request comes; nobody else may.
    """
    listening = _listen(host, port)
    address = f"http://{host}:{listening.getsockname()[1]}/"
    print(f"Sobremesa: {address}  (Ctrl+C ends it; tables are kept)", flush=True)
    limits = limits or Limits()
    app = create_app(database_url(database), pace=pace, fate=fate, limits=limits)
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
