"""What a visitor writes: bodies, and the whole numbers in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from sobremesa.table.written import LARGEST
from sobremesa.table.written import number_in as number_in

# A whole number in a JSON body.
Whole = Annotated[int, Field(ge=-LARGEST, le=2**31 - 1)]
# What a client calls something it sends, so that it is done once however often it is sent.
Mark = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[!-~]+$")]


class Body(BaseModel):
    """A JSON body, in which nothing is taken for anything else."""

    model_config = ConfigDict(extra="forbid", strict=True)
