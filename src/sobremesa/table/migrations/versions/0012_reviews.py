"""What was found out of matches that are over, part by part, and what is said of their moves."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the tables; both outlive a table that is put away."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("version", sa.String(16), primary_key=True),
        sa.Column("part", sa.Integer(), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=True),
    )
    op.create_table(
        "comments",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("line", sa.String(1000), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Drops them."""
    op.drop_table("comments")
    op.drop_table("reviews")
