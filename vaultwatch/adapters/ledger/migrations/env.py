"""Alembic runs this; the connection, and with it the transaction, comes from `migrate`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
