"""The text record of a match: written exactly, read with tolerance."""

from sobremesa.record.pbn import has_pbn as has_pbn
from sobremesa.record.pbn import is_pbn as is_pbn
from sobremesa.record.pbn import pbn as pbn
from sobremesa.record.pbn import read_pbn as read_pbn
from sobremesa.record.reading import read as read
from sobremesa.record.record import Hand as Hand
from sobremesa.record.record import Record as Record
from sobremesa.record.writing import recorded as recorded
from sobremesa.record.writing import text as text
from sobremesa.record.writing import write as write
