"""Keys that the servers of a database share."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table of keys."""
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("keys")
