"""The face that whoever sits on a seat has chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; nobody has chosen one."""
    op.add_column("seats", sa.Column("face", sa.Integer(), nullable=False, server_default="-1"))


def downgrade() -> None:
    """Drops it."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("face")
