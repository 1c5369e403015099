"""Which server goes on with a table, and under which lease every event was written."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the holder and the number of the lease."""
    op.add_column("tables", sa.Column("owner", sa.String(32), nullable=False, server_default=""))
    for table in ("tables", "events"):
        op.add_column(table, sa.Column("lease", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Drops them."""
    op.drop_column("events", "lease")
    op.drop_column("tables", "lease")
    op.drop_column("tables", "owner")
