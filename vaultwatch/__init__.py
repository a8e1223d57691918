"""vaultwatch keeps what AI agents remember about a vault true."""

__version__ = "0.1.0"
