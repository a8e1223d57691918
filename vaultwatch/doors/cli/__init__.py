"""The command line: parse, call a service, print; it never decides."""
