"""What is said at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table of what is said."""
    op.create_table(
        "talk",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("to_seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("offer", sa.String(16), nullable=False),
        sa.Column("about", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(80), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.UniqueConstraint("table_id", "mark", name="uq_talk_mark"),
    )


def downgrade() -> None:
    """Drops the table of what is said."""
    op.drop_table("talk")
