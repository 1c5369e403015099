"""The text record of a match: written exactly, read with tolerance."""

from sobremesa.record.reading import read as read
from sobremesa.record.record import Hand as Hand
from sobremesa.record.record import Record as Record
from sobremesa.record.writing import write as write
