"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Applies the change."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Takes the change back."""
    ${downgrades if downgrades else "pass"}
