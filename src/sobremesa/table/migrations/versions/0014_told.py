"""What every device was told last of each table that its link opens."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "told",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("place", sa.String(80), primary_key=True, index=True),
        sa.Column("mark", sa.String(80), nullable=False),
        sa.ForeignKeyConstraint(
            ["key", "device"], ["notices.key", "notices.device"], ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("told")
