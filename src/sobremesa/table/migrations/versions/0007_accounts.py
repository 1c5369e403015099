"""Accounts by passkey, the seats they have, ratings, and what people do not want of each other."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def _account(
    name: str = "account_id", *, index: bool | None = None, primary_key: bool = False
) -> sa.Column[str]:
    return sa.Column(
        name, sa.String(32), sa.ForeignKey("accounts.id"), nullable=False, index=index,
        primary_key=primary_key,
    )


def upgrade() -> None:
    """Adds the tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("recovery", sa.String(64), nullable=False, unique=True),
    )
    op.create_table(
        "account_looks",
        sa.Column("look", sa.String(64), primary_key=True),
        _account(index=True),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        _account(index=True),
        sa.Column("credential", sa.LargeBinary(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=False),
    )
    op.create_table(
        "spent_challenges",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("until", sa.Double(), nullable=False, index=True),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        _account(index=True),
        sa.Column("until", sa.Double(), nullable=False, index=True),
    )
    op.create_table(
        "account_seats",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        _account(index=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True, index=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("left", sa.Boolean(), nullable=True),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("mu_before", sa.Double(), nullable=True),
    )
    op.create_table(
        "ratings",
        _account(primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
    )
    for name in ("blocks", "mutes"):
        op.create_table(
            name, _account(primary_key=True), _account("other_id", primary_key=True, index=True)
        )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("by_seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("by_account", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("words", sa.String(500), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.UniqueConstraint("table_id", "by_seat", "seat", name="uq_report"),
    )


def downgrade() -> None:
    """Drops them."""
    for name in (
        "reports", "mutes", "blocks", "ratings", "account_seats", "sessions", "spent_challenges",
        "passkeys", "account_looks", "accounts",
    ):
        op.drop_table(name)
