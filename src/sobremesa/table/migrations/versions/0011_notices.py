"""Devices that want notices of a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "notices",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True, index=True),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("made", sa.Double(), nullable=False, index=True),
        sa.Column("told", sa.String(80), nullable=False),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("notices")
