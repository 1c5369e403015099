"""Tables at which seats are still free."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "meetings",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False, index=True),
        sa.Column("data", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("meetings")
