"""One use case a module: gather, ask a pure function, carry out, record."""
