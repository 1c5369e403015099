"""A pause in which Python looks at signals; never compiled.

Python handles a signal, such as Ctrl-C, between two steps of interpreted code. Compiled loops
have no such steps, so a search that can be long calls this now and then.
"""

from __future__ import annotations


def breathe() -> None:
    """Lets signals be answered: after Ctrl-C this raises KeyboardInterrupt."""
