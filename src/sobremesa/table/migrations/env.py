"""Runs the migrations on the connection that `Store.migrate` gives."""

from alembic import context

from sobremesa.table.storage import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata
)
with context.begin_transaction():
    context.run_migrations()
