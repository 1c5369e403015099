"""Tables that were put away: who sat there, and the record of what was played."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "archive",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("start", sa.JSON(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("archive")
