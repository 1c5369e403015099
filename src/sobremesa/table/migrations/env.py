"""Runs the migrations on the connection that `Store.migrate` gives."""

from alembic import context

from sobremesa.table.storage import Base


def run() -> None:
    """Brings the database of the connection up to date."""
    context.configure(
        connection=context.config.attributes["connection"], target_metadata=Base.metadata
    )
    with context.begin_transaction():
        context.run_migrations()


# Alembic executes this file under this name; whoever else imports it runs nothing.
if __name__ == "env_py":
    run()
