"""What is new at a table, whether it goes on by itself, and when its persons were last here."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds a count of changes, what is due, and the last sign of each person."""
    op.add_column("tables", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "tables", sa.Column("due", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.execute("UPDATE tables SET due = NOT ended")
    op.add_column("seats", sa.Column("seen", sa.Double(), nullable=True))


def downgrade() -> None:
    """Drops them."""
    op.drop_column("seats", "seen")
    op.drop_index("ix_tables_due", "tables")
    op.drop_column("tables", "due")
    op.drop_column("tables", "version")
