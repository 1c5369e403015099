"""Logs for machines: one line of JSON for each thing that happened, without anything secret.

A link is a seat, so no request is logged; what is logged names tables, never their links.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from typing import Final

TEXT: Final = "text"
JSON: Final = "json"


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Writes when, how grave, where from, and what."""
        told = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def write_logs(kind: str) -> None:
    """Lets this process log lines of JSON; text is what there is without it."""
    if kind != JSON:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("sobremesa", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
    logging.getLogger("sobremesa").setLevel(logging.INFO)
