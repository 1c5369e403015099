"""Seats that somebody at a table does not want to hear."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; nobody is muted."""
    op.add_column(
        "seats", sa.Column("muted", sa.String(200), nullable=False, server_default="")
    )


def downgrade() -> None:
    """Drops it."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("muted")
